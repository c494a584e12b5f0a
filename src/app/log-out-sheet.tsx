import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useClient } from '../lib/client-context.ts';
import { flushAll, unsavedTexts } from '../lib/flush.ts';
import type { Dashboard } from '../lib/paths.ts';
import { useCountedStatus } from '../model/work/use-counted-status.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './log-out-sheet.module.css';

interface LogOutSheetProps {
  readonly dashboard: Dashboard;
  readonly onStay: () => void;
}

const confirmation = 'discard';

/** Leaving. Tries to send first; with unsent work the person decides what becomes of it. */
export function LogOutSheet({ dashboard, onStay }: LogOutSheetProps) {
  const client = useClient();
  const status = useCountedStatus();
  const navigate = useNavigate();
  /** Whether it is known how much has not reached the server; null while that is being found out. */
  const [isKnown, setKnown] = useState<boolean | null>(null);
  const [discarding, setDiscarding] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWarned, setWarned] = useState(false);
  const unsent = status.waiting + status.attention;

  useEffect(() => {
    let current = true;
    void flushAll()
      .catch(() => undefined)
      .then(() => client.syncNow())
      // An attempt that failed leaves the work waiting, which is what the next step shows; storage that cannot say how much
      // must not pass for "nothing".
      .then(
        () => true,
        () => false,
      )
      .then((known) => {
        if (current) setKnown(known);
      });
    return () => {
      current = false;
    };
  }, [client]);

  if (isKnown !== null && !isWarned && unsavedTexts.hasUnsaved()) {
    return (
      <Sheet
        open
        title="Some text is not saved on this device"
        onClose={onStay}
        actions={
          <>
            <Button onClick={() => setWarned(true)}>Go on and lose it</Button>
            <Button tone="primary" onClick={onStay}>
              Stay
            </Button>
          </>
        }
      >
        <p className={styles.text}>
          Logging out would lose it. Stay and copy it from the note, or wait until the note says that it is saved.
        </p>
      </Sheet>
    );
  }

  async function leave(choice: 'keep' | 'discard'): Promise<void> {
    unsavedTexts.letGo();
    await client.logOut(choice);
    await navigate({ to: dashboard === 'pro' ? '/professional-homepage' : '/' });
  }

  if (isKnown === null) {
    return (
      <Sheet open title="Log out" onClose={onStay}>
        <p className={styles.text}>Sending what is waiting…</p>
      </Sheet>
    );
  }
  if (unsent === 0 && isKnown) {
    return (
      <Sheet
        open
        title="Log out"
        onClose={onStay}
        actions={
          <>
            <Button onClick={onStay}>Stay</Button>
            <Button tone="primary" onClick={() => void leave('discard')}>
              Log out
            </Button>
          </>
        }
      >
        <p className={styles.text}>
          Everything is on the server. Your records are removed from this device; signing in again needs the network.
        </p>
      </Sheet>
    );
  }
  const words = wordsOf(unsent);
  return (
    <Sheet
      open
      title={words.title}
      onClose={onStay}
      actions={
        discarding ? (
          <>
            <Button onClick={() => setDiscarding(false)}>Back</Button>
            <Button
              tone="danger"
              disabled={typed.trim().toLowerCase() !== confirmation}
              onClick={() => void leave('discard')}
            >
              Discard and log out
            </Button>
          </>
        ) : (
          <>
            <Button tone="quiet" onClick={() => setDiscarding(true)}>
              Discard…
            </Button>
            <Button onClick={onStay}>Stay</Button>
            <Button tone="primary" onClick={() => void leave('keep')}>
              Lock and keep
            </Button>
          </>
        )
      }
    >
      {discarding ? (
        <>
          <p className={styles.text}>{words.discard}</p>
          <TextField
            label={`Type “${confirmation}” to confirm`}
            autoComplete="off"
            autoCapitalize="none"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      ) : (
        <p className={styles.text}>{words.keep}</p>
      )}
    </Sheet>
  );
}

interface LeaveWords {
  readonly title: string;
  readonly keep: string;
  readonly discard: string;
}

/** What is said of work that is, or (none counted) may be, on this device alone. */
function wordsOf(unsent: number): LeaveWords {
  if (unsent === 0) {
    return {
      title: 'This device cannot say what has reached the server',
      keep: 'Lock and keep keeps everything locked on this device; anything still waiting is sent when you sign in here again.',
      discard: 'Some of what is here may exist only on this device. Discarding destroys it; nobody can bring it back.',
    };
  }
  if (unsent === 1) {
    return {
      title: '1 change has not reached the server',
      keep: 'Lock and keep leaves it locked on this device; it is sent when you sign in here again.',
      discard: 'It exists only on this device. Discarding destroys it; nobody can bring it back.',
    };
  }
  return {
    title: `${unsent} changes have not reached the server`,
    keep: 'Lock and keep leaves them locked on this device; they are sent when you sign in here again.',
    discard: 'They exist only on this device. Discarding destroys them; nobody can bring them back.',
  };
}

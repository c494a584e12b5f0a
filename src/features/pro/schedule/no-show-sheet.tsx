import { useState } from 'react';
import { useClient, useSub } from '../../../lib/client-context.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { Button } from '../../../ui/button.tsx';
import { Radio } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useCalendarActs } from './calendar-acts.ts';
import { notTakenWords } from './words.ts';
import styles from './session-sheet.module.css';

type Who = 'client' | 'clinician' | 'nobody';

interface NoShowSheetProps {
  readonly session: Session;
  readonly name: string;
  readonly onClose: () => void;
}

/** Who did not come is said of a session. */
export function absentee({ body }: Session): Who {
  if (body.status === 'cancelled_pro_no_join') return 'clinician';
  return body.absent ?? 'nobody';
}

/** Says who did not come, or takes that back. Nothing is charged by it. */
export function NoShowSheet({ session: found, name, onClose }: NoShowSheetProps) {
  const client = useClient();
  const owner = useSub();
  const { tell } = useCalendarActs();
  // What was on screen when it was asked, and its version: another word that comes meanwhile is not written over unseen.
  const [session] = useState(found);
  const was = absentee(session);
  const [who, setWho] = useState<Who>(was === 'nobody' ? 'client' : was);
  const appointment_id = session.id;
  const terms = session.body.late ?? null;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const say = (said: Who, status: string) =>
    client.mutate('appointment.mark_no_show', { appointment_id, who: said }, { owner, base: { status } });
  async function save(): Promise<void> {
    setBusy(true);
    setFailure(null);
    // What the engine threw is in its log.
    const result = await say(who, session.stamps['status'] ?? '').catch(() => null);
    setBusy(false);
    if (result?.kind !== 'saved') {
      setFailure(result?.message ?? notTakenWords);
      return;
    }
    tell({
      words: who === 'nobody' ? 'Nobody was missing.' : 'It is noted who did not come.',
      undo: () => say(was, result.uid),
    });
    onClose();
  }
  return (
    <Sheet
      open
      title="Who did not come?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button tone="primary" disabled={busy || who === was} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <fieldset className={styles.who}>
        <legend className="visually-hidden">Who did not come</legend>
        <Radio name="who" label={name} checked={who === 'client'} onChange={() => setWho('client')} />
        <Radio
          name="who"
          label={session.body.clinician_name}
          checked={who === 'clinician'}
          onChange={() => setWho('clinician')}
        />
        {was === 'nobody' ? null : (
          <Radio name="who" label="Both came" checked={who === 'nobody'} onChange={() => setWho('nobody')} />
        )}
      </fieldset>
      <p className={styles.soft}>
        This charges nothing. {terms === null ? null : 'What the terms ask of a client who does not come is proposed. '}
        A client never pays for a session that the clinician missed.
      </p>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}

import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleDashed, PenLine } from 'lucide-react';
import { useState } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { Appointment } from '../../../../sync/collections/appointment.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { toInstant } from '../../../../sync/core/instant.ts';
import type { NoteSchema } from '../../../../sync/domain/note-schema.ts';
import { isCompleted, statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { canRetry } from '../../../model/work/can-retry.ts';
import { clockTime, recently } from '../../../lib/time.ts';
import type { Me } from '../../../model/people/use-account.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import type { NoteSaver } from './note-saver.ts';
import { unsavedText } from './note-holder.ts';
import { SignSheet } from './sign-sheet.tsx';
import { useSaveState } from '../../../forms/use-field.ts';
import styles from './note-foot.module.css';

interface NoteFootProps {
  readonly appointmentId: string;
  readonly session: Appointment;
  readonly note: SeenRecord<Note> | undefined;
  readonly schema: NoteSchema;
  readonly isDamaged: boolean;
  readonly saver: NoteSaver;
  readonly me: Me;
  readonly onSigned: () => void;
}

const damagedReason = 'This note is damaged on this device and is being fetched again. Sign it once all of it is here.';

/** Why signing must wait, as one sentence after the catalogue's title; `null` where nothing stands against it. */
function whyNotYet(session: Appointment, note: SeenRecord<Note> | undefined, at: { now: string; zone: string }) {
  if (session.sample) return 'This is a sample: write into it as you like. The notes of real clients are signed.';
  const flags = statusFlags(session.status);
  if (flags.cancelled) return 'This session was cancelled.';
  if (flags.no_show) return 'This session did not take place.';
  if (!isCompleted(session, at.now)) {
    return `The session ends at ${clockTime(session.end, at.zone)}. A note is signed once its session is over; what you write until then is saved.`;
  }
  if (!note || Object.keys(note.body.answers).length === 0) return 'There is nothing in this note yet.';
  if (note.body.others.length > 0) return errorTexts.two_versions;
  return null;
}

export function NoteFoot({ appointmentId, session, note, schema, isDamaged, saver, me, onSigned }: NoteFootProps) {
  const now = useNow();
  const [asked, setAsked] = useState(false);
  const reason = isDamaged ? damagedReason : whyNotYet(session, note, { now, zone: me.zone });

  return (
    <footer className={styles.foot}>
      <SavedWords {...{ saver, note, schema }} zone={me.zone} />
      <Button
        tone={reason ? 'plain' : 'primary'}
        aria-disabled={reason ? true : undefined}
        title={reason ?? undefined}
        icon={<PenLine size={16} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        Sign
      </Button>
      {asked && reason ? (
        <Sheet
          open
          title={errorTexts.not_signable}
          onClose={() => setAsked(false)}
          actions={<Button onClick={() => setAsked(false)}>Go on writing</Button>}
        >
          <p>{reason}</p>
        </Sheet>
      ) : null}
      {asked && !reason && note ? (
        <SignSheet {...{ appointmentId, session, note, schema, saver, me, onSigned }} onClose={() => setAsked(false)} />
      ) : null}
    </footer>
  );
}

interface SavedWordsProps {
  readonly saver: NoteSaver;
  readonly schema: NoteSchema;
  readonly note: SeenRecord<Note> | undefined;
  readonly zone: string;
}

/** What is safe, in words that are true at every moment. */
function SavedWords({ saver, schema, note, zone }: SavedWordsProps) {
  const { phase, savedAtMs, message, code, kept } = useSaveState(saver);
  const now = useNow();
  switch (phase) {
    case 'saving':
      return (
        <p className={styles.saved}>
          <CircleDashed size={16} aria-hidden />
          Saving…
        </p>
      );
    case 'saved':
      return (
        <output className={styles.saved}>
          <CircleCheck size={16} aria-hidden className={styles.fine} />
          Saved on this device {savedAtMs === null ? '' : clockTime(toInstant(savedAtMs), zone)}
        </output>
      );
    case 'not-saved':
      return (
        <div className={styles.failed} role="alert">
          <CircleAlert size={16} aria-hidden />
          <p>
            <strong>Not saved on this device – keep this page open.</strong> {message} Failed to save changes.
            Retrying...
          </p>
          <CopyButton text={() => unsavedText(saver, schema)} />
          <Button onClick={() => void saver.retry()}>Retry</Button>
        </div>
      );
    case 'refused':
      return (
        <div className={styles.failed} role="alert">
          <CircleAlert size={16} aria-hidden />
          <p>
            <strong>Unable to save.</strong> {message}{' '}
            {kept
              ? 'Your text is kept under “Needs attention”, on this device.'
              : 'Your text stays here until you leave this page.'}
          </p>
          {kept ? (
            <Link to="/pro-dashboard/sync" className={buttonClass()}>
              See what was kept
            </Link>
          ) : (
            <CopyButton text={() => unsavedText(saver, schema)} />
          )}
          {code !== null && canRetry(code) ? <Button onClick={() => void saver.retry()}>Retry</Button> : null}
        </div>
      );
    case 'untouched': {
      const last = lastWritten(note);
      return (
        <p className={styles.saved}>
          {last ? (
            <>
              <CircleCheck size={16} aria-hidden className={styles.fine} />
              Saved on this device · last written {recently(last, zone, now)}
            </>
          ) : (
            'What you write is saved on this device as you go.'
          )}
        </p>
      );
    }
  }
}

function lastWritten(note: SeenRecord<Note> | undefined): string | undefined {
  return note
    ? Object.values(note.body.written)
        .map((entry) => entry.at)
        .toSorted((one, other) => (one < other ? -1 : 1))
        .at(-1)
    : undefined;
}

import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { clockSpan, dateIn, longDay } from '../../lib/time.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';

interface CancelSessionProps {
  readonly session: SeenRecord<Appointment>;
  readonly zone: string;
  readonly now: string;
  readonly onClose: () => void;
  /** It is cancelled, on this device. */
  readonly onCancelled?: () => void;
}

/** Asks before a session is cancelled, and says what becomes of it and its note. */
export function CancelSession({ session, zone, now, onClose, onCancelled }: CancelSessionProps) {
  const { busy, failure, run } = useChange(() => {
    onCancelled?.();
    onClose();
  });
  const day = longDay(dateIn(session.body.start, zone), dateIn(now, zone));
  return (
    <Sheet
      open
      title="Cancel this session?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            tone="danger"
            disabled={busy}
            onClick={() => void run('appointment.cancel', { appointment_id: session.id })}
          >
            Cancel session
          </Button>
        </>
      }
    >
      <p>
        {day}, {clockSpan(session.body, zone)}. It stays in the chart as cancelled, and a note written for it goes to
        the archive. On the page of the session, “Restore” brings both back while that time is still free.
      </p>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}

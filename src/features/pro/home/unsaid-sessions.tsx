import { Link } from '@tanstack/react-router';
import { useUnsaid } from '../../../model/sessions/use-unsaid.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** [S-223] That sessions of the last days have neither a note nor a word of whether they took place, and the way to the first of them. */
export function UnsaidSessions() {
  const sessions = useUnsaid();
  const [first] = sessions ?? [];
  if (!sessions || !first) return null;
  const isOne = sessions.length === 1;
  return (
    <Notice
      tone="wait"
      title={isOne ? 'Did a session take place?' : `Did ${sessions.length} sessions take place?`}
      actions={
        <Link
          to="/pro-dashboard/schedule/$appointmentId"
          params={{ appointmentId: first.id }}
          className={buttonClass()}
        >
          {isOne ? 'Look at it' : 'Look at the first'}
        </Link>
      }
    >
      {isOne ? 'It is over, and nobody has said.' : 'They are over, and nobody has said.'} Say of each whether it was
      held, or who did not come.
    </Notice>
  );
}

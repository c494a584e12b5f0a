import { Link, Navigate } from '@tanstack/react-router';
import { useSub } from '../lib/client-context.ts';
import { isIntakePutOff } from '../model/profile/intake-put-off.ts';
import { useIsIntakeOpen } from '../model/profile/use-professional.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** [C-354] To quick intake until it is finished; who wants to look around first finds the way back to it on every screen. */
export function ProIntakeGate() {
  const sub = useSub();
  const isOpen = useIsIntakeOpen();
  if (!isOpen) return null;
  if (!isIntakePutOff(sub)) return <Navigate to="/quick-intake" replace />;
  return (
    <Notice
      tone="wait"
      actions={
        <Link to="/quick-intake" className={buttonClass()}>
          Finish setting up
        </Link>
      }
    >
      Your registration is not complete yet.
    </Notice>
  );
}

import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useIsInvited, useIsUnfinished } from '../model/profile/use-member-profile.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

const MemberIntake = lazy(() =>
  import('../features/member/intake/member-intake.tsx').then((module) => ({ default: module.MemberIntake })),
);

/** Put off for as long as this page lives: the next start asks again. */
let isPutOff = false;

/**
 * [C-350, C-353, C-355] Over a member's dashboard until signing up is finished; then nothing. Who goes back from its first step
 * looks around first, and finds a way into it on every
 * screen; so does who came by an invite.
 */
export function IntakeGate({ alone = false }: { readonly alone?: boolean }) {
  const isUnfinished = useIsUnfinished();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isInvited = useIsInvited();
  const [choice, setChoice] = useState<'shown' | 'hidden' | null>(isPutOff && !alone ? 'hidden' : null);
  if (!isUnfinished) return null;
  // Who was invited finds first what for.
  if (choice === 'hidden' || (choice === null && isInvited && !alone))
    return (
      <Notice tone="wait" actions={<Button onClick={() => setChoice('shown')}>Finish setting up</Button>}>
        Your registration is not complete yet.
      </Notice>
    );
  const leave = () => {
    isPutOff = true;
    setChoice('hidden');
    void navigate({ to: '/member-dashboard/homepage' });
  };
  return (
    <Suspense fallback={null}>
      <MemberIntake wanted={pathname} onLeave={leave} />
    </Suspense>
  );
}

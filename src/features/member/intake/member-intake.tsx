import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rememberAfterRegister, takeAfterRegister } from '../../../lib/after-register.ts';
import { useMemberProfile } from '../../../model/profile/use-member-profile.ts';
import { IntakeDialog } from './intake-dialog.tsx';

interface MemberIntakeProps {
  /** Where somebody wanted to be. */
  readonly wanted: string;
  readonly onLeave: () => void;
}

/** [C-363, C-364] The intake over whatever page one wanted; finished, one stands there. */
export function MemberIntake({ wanted, onLeave }: MemberIntakeProps) {
  const known = useMemberProfile();
  const navigate = useNavigate();
  useEffect(() => rememberAfterRegister(wanted), [wanted]);
  if (!known) return null;
  return (
    <IntakeDialog
      known={known}
      onLeave={onLeave}
      onFinished={() => void navigate({ to: takeAfterRegister(), replace: true })}
    />
  );
}

import { usePhone } from '../../../lib/use-layout.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface SignInDialogProps {
  readonly open: boolean;
  readonly inDashboard: boolean;
  readonly onClose?: () => void;
  readonly onDone?: () => void;
}

/** [C-144, C-180] The sign-in over whatever page one is on; the URL stays. */
export function SignInDialog({ open, inDashboard, onClose, onDone }: SignInDialogProps) {
  const phone = usePhone();
  return (
    <Sheet open={open} title={phone ? 'Sign in or register' : 'Log in'} {...(onClose ? { onClose } : {})}>
      <SignInForm inDashboard={inDashboard} focusFirst={!phone} {...(onDone ? { onDone } : {})} />
    </Sheet>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { ConfirmPage, type ConfirmedSignIn } from '../features/account/register/confirm-page.tsx';
import { SignInForm } from '../features/account/sign-in/sign-in-form.tsx';

/** [C-089] `/confirm-email`, and on from there: who has confirmed logs in on the same page. */
export function ConfirmRoute() {
  return <ConfirmPage SignIn={SignIn} />;
}

function SignIn({ email, heading }: ConfirmedSignIn) {
  const navigate = useNavigate();
  const onDone = () => void navigate({ to: '/login', replace: true });
  return <SignInForm inDashboard knownEmail={email} heading={heading} onDone={onDone} />;
}

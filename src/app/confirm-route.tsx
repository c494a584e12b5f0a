import { useNavigate } from '@tanstack/react-router';
import { ConfirmPage } from '../features/account/register/confirm-page.tsx';
import { SignInForm } from '../features/account/sign-in/sign-in-form.tsx';

/** [C-089] `/confirm-email`, and on from there: who has confirmed logs in on the same page. */
export function ConfirmRoute() {
  const navigate = useNavigate();
  return (
    <ConfirmPage
      signIn={(email, heading) => (
        <SignInForm
          inDashboard
          knownEmail={email}
          heading={heading}
          onDone={() => void navigate({ to: '/login', replace: true })}
        />
      )}
    />
  );
}

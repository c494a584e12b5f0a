import { EmailLinkPage } from './email-link-page.tsx';

/** `/restore-email`: whoever has the address that was takes it back. */
export function OldEmailPage() {
  return (
    <EmailLinkPage
      words={{
        path: '/api/users/v1/restore_email',
        title: 'Keep this address',
        lead: 'Your account goes back to this address. Every device is signed out, and you choose a new password.',
        action: 'Keep this address',
        busy: 'Taking it back…',
        done: 'Your account has this address again',
        after: (email) => `You log in with ${email}. Whoever changed it may know your password: choose a new one now.`,
        next: { to: '/reset-password', words: 'Choose a new password' },
      }}
    />
  );
}

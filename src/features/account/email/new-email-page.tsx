import { EmailLinkPage } from './email-link-page.tsx';

/** `/confirm-new-email`, in a browser that is logged in: the new address takes the place of the old one. */
export function NewEmailPage() {
  return (
    <EmailLinkPage
      words={{
        path: '/api/users/v1/confirm_new_email',
        title: 'Use this address from now on',
        lead: 'One tap, and you log in with this address.',
        action: 'Use this address',
        busy: 'Changing…',
        done: 'Your email is changed',
        after: (email) => `You log in with ${email} from now on. The address before was told, and may take it back.`,
        next: { to: '/login', words: 'Go on' },
      }}
    />
  );
}

import { OneTapPage } from './one-tap-page.tsx';

/** [C-133] `/email-preference/unsubscribe`: everything off that can be. */
export function UnsubscribePage() {
  return (
    <OneTapPage
      words={{
        wish: { invitations: false, news: false },
        isDone: ({ invitations, news }) => !invitations && !news,
        title: 'Unsubscribe',
        lead: 'One tap, and neither invitations nor news come any more. What keeps an account safe is always sent.',
        action: 'Unsubscribe',
        busy: 'Unsubscribing…',
        done: 'You are unsubscribed',
        after: () => 'Invitations and news about Orchid are off. What keeps an account safe is always sent.',
        back: { to: '/email-preference/resubscribe', words: 'Subscribe again' },
      }}
    />
  );
}

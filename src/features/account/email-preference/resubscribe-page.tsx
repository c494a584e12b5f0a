import { OneTapPage } from './one-tap-page.tsx';

/** [C-134] `/email-preference/resubscribe`: invitations on again. News are turned on by themselves alone. */
export function ResubscribePage() {
  return (
    <OneTapPage
      words={{
        wish: { invitations: true },
        isDone: ({ invitations }) => invitations,
        title: 'Subscribe again',
        lead: 'One tap, and invitations that clinicians send come again.',
        action: 'Subscribe again',
        busy: 'Subscribing…',
        done: 'You are subscribed',
        after: ({ news }) => `Invitations are on. News about Orchid are ${news ? 'on' : 'off'}.`,
        back: { to: '/email-preference/unsubscribe', words: 'Unsubscribe' },
      }}
    />
  );
}

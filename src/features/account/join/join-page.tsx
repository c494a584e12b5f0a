import type { ReactNode } from 'react';
import { useAccountRecord } from '../../../model/people/use-account.ts';
import { AcceptInvite } from './accept-invite.tsx';
import narrow from '../../../ui/narrow-page.module.css';
import { NarrowPage } from '../../../ui/narrow-page.tsx';

/** The column in which everything of an invite stands. */
export function JoinFrame({ children }: { readonly children: ReactNode }) {
  return <NarrowPage>{children}</NarrowPage>;
}

/** Whoever is signed in. `waiting`: stands here until it is known who that is. */
export function JoinAs({ waiting }: { readonly waiting: ReactNode }) {
  const account = useAccountRecord();
  if (account.loading || !account.value) return waiting;
  const { user_type: kind, display_name: name } = account.value.body;
  return (
    <JoinFrame>
      {kind === 'member' ? (
        <AcceptInvite name={name} />
      ) : (
        <>
          <h1>This invite is for a client</h1>
          <p className={narrow.lead}>
            You are logged in with a professional’s account. To accept it, log out and log in as the one who is invited.
          </p>
        </>
      )}
    </JoinFrame>
  );
}

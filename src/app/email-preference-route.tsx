import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { NarrowPage } from '../ui/narrow-page.tsx';
import { PreferenceToken } from '../features/account/email-preference/use-preference.ts';
import { SignInForm } from '../features/account/sign-in/sign-in-form.tsx';
import { UnlockPage } from '../features/account/unlock/unlock-page.tsx';
import { useSession } from '../lib/client-context.ts';
import { useLinkToken } from '../lib/link-token.ts';
import { Unopened } from './unopened.tsx';

/** What follows `#` in a mail that can be unsubscribed from: longer than a link that is good once. */
const tokenForm = /^#([A-Za-z0-9_-]{100,1500})$/;

/** `/email-preference` and below: by the token of a mail, whoever is signed in, or else for who is. */
export function EmailPreferenceRoute() {
  const token = useLinkToken(tokenForm);
  const session = useSession();
  const [other, setOther] = useState(false);
  if (token !== null) return <Pages key={token} token={token} />;
  switch (session.kind) {
    case 'starting':
      return null;
    case 'unopened':
      return <Unopened />;
    case 'locked':
      if (!other) return <UnlockPage waiting={session.waiting} onOtherAccount={() => setOther(true)} />;
      return <LogIn />;
    case 'signed-out':
      return <LogIn />;
    case 'unlocked':
      return <Pages key={session.sub} token={null} />;
  }
}

function Pages({ token }: { readonly token: string | null }) {
  return (
    <PreferenceToken value={token}>
      <Outlet />
    </PreferenceToken>
  );
}

/** The address stays, so one arrives where one wanted to be. */
function LogIn() {
  return (
    <NarrowPage>
      <h1>Email preferences</h1>
      <p>Open this page by the last link in a mail of ours, or log in to see the preferences of your account.</p>
      <SignInForm inDashboard heading={<h2>Log in</h2>} />
    </NarrowPage>
  );
}

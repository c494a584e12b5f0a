import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient, useStatus } from '../lib/client-context.ts';
import { flushAll } from '../lib/flush.ts';
import type { Dashboard } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './log-out-sheet.module.css';

interface SignOutEverywhereProps {
  readonly dashboard: Dashboard;
  readonly onStay: () => void;
}

/** Ends every session of the account. Asks for the password: a screen that was left open must not sign others out. */
export function SignOutEverywhereSheet({ dashboard, onStay }: SignOutEverywhereProps) {
  const client = useClient();
  const { online } = useStatus();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function leave(): Promise<void> {
    setBusy(true);
    setError(null);
    await flushAll().catch(() => undefined);
    const result = await client
      .signOutEverywhere(password)
      .catch(() => ({ kind: 'failed', message: 'That did not work just now. Please try again.' }) as const);
    setBusy(false);
    setPassword('');
    if (result.kind === 'ok') await navigate({ to: dashboard === 'pro' ? '/professional-homepage' : '/' });
    else setError(result.kind === 'wrong-password' ? 'That password is not right.' : result.message);
  }

  return (
    <Sheet
      open
      title="Sign out everywhere"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>Stay</Button>
          <Button tone="primary" disabled={busy || password === '' || !online} onClick={() => void leave()}>
            {busy ? 'Signing out…' : 'Sign out everywhere'}
          </Button>
        </>
      }
    >
      <p className={styles.text}>
        Every phone, tablet and computer on which you are signed in asks for your password again, this one too. Work
        that has not been sent stays locked on its device and goes out when you sign in there.
      </p>
      {online ? null : <Notice tone="wait">This needs a connection.</Notice>}
      {error ? (
        <Notice tone="need" role="alert">
          {error}
        </Notice>
      ) : null}
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Sheet>
  );
}

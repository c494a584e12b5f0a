import { useEffect, useState } from 'react';
import { useClient } from '../../../lib/client-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './sync-page.module.css';

/** [RC-4] Refused changes of before the account's keys were new: the password of then opens them. */
export function LeftRefusals() {
  const client = useClient();
  const [count, setCount] = useState(0);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => void client.countLeft().then(setCount, () => undefined), [client]);
  if (count === 0) return null;

  async function open(): Promise<void> {
    setBusy(true);
    setError(null);
    const result = await client
      .openLeft(password)
      .catch(() => ({ kind: 'failed', message: 'That did not work just now. Please try again.' }) as const);
    setBusy(false);
    setPassword('');
    if (result.kind === 'ok') setCount(await client.countLeft());
    else setError(result.kind === 'wrong-password' ? 'That password does not open them.' : result.message);
  }

  return (
    <section className={styles.section} aria-label="From before your new password">
      <h2>From before your new password</h2>
      <p className={styles.soft}>
        {count === 1 ? '1 refused change lies' : `${count} refused changes lie`} on this device, sealed with the
        password that you had then. With it you can read and try {count === 1 ? 'it' : 'them'} again.
      </p>
      {error === null ? null : (
        <Notice tone="need" role="alert">
          {error}
        </Notice>
      )}
      <form
        className={styles.leftForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '') void open();
        }}
      >
        <TextField
          label="Old password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" disabled={busy || password === ''}>
          {busy ? 'Opening…' : 'Open'}
        </Button>
      </form>
    </section>
  );
}

import { useState } from 'react';
import type { KeysBefore } from '../../../../sync/client/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './sign-in.module.css';

export interface KeysRenewedProps {
  readonly busy: boolean;
  readonly error: string | null;
  readonly onChoose: (before: KeysBefore) => void;
  readonly onBack: () => void;
}

/** [RC-4] The account's keys are new since its password was reset: what lies on this device opens with the password of before. */
export function KeysRenewed({ busy, error, onChoose, onBack }: KeysRenewedProps) {
  const [password, setPassword] = useState('');
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') onChoose({ kind: 'old-password', password });
      }}
    >
      <h2>This device is locked with your old password</h2>
      <p>
        Your password was reset, and your account has new keys. If you remember the password that opened this device, it
        goes on as it is.
      </p>
      {error === null ? null : (
        <Notice tone="need" role="alert">
          {error}
        </Notice>
      )}
      <TextField
        label="Old password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" tone="primary" wide disabled={busy || password === ''}>
        {busy ? 'Opening…' : 'Open this device'}
      </Button>
      <p>
        Without it the device begins anew: what waits here unsent is sent as it lies, and comes back with everything
        else. Changes that were refused stay here, sealed; under Sync the old password still opens them.
      </p>
      <Button wide disabled={busy} onClick={() => onChoose({ kind: 'anew' })}>
        I do not remember it
      </Button>
      <Button tone="quiet" wide disabled={busy} onClick={onBack}>
        Back
      </Button>
    </form>
  );
}

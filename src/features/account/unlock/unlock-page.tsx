import { useEffect, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Clock3, Fingerprint, Lock } from 'lucide-react';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { useLeftTexts } from '../../../lib/flush.ts';
import { readFace } from '../../../model/people/lock-face.ts';
import { noteUnlock } from '../../../model/passkeys/passkey-offer.ts';
import { useTitleInstead } from '../../../lib/use-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Brand } from '../../../ui/brand.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './unlock.module.css';

interface UnlockPageProps {
  readonly waiting: number;
  readonly onOtherAccount: () => void;
}

/** Shown at any address while the replica is locked. Of whose it is it says what `lock-face` keeps, and no more. */
export function UnlockPage({ waiting, onOtherAccount }: UnlockPageProps) {
  useTitleInstead('Locked');
  const client = useClient();
  const sub = useSub();
  const unsaved = useLeftTexts(sub);
  const face = readFace(sub);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [hasPasskey, setPasskey] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);

  useEffect(() => {
    let isGone = false;
    void client.passkeyState().then((state) => {
      if (!isGone) setPasskey(state === 'on');
    });
    return () => {
      isGone = true;
    };
  }, [client]);

  async function unlockWithPasskey(): Promise<void> {
    setBusy(true);
    setError(null);
    const result = await client.unlockWithPasskey();
    setBusy(false);
    if (result.kind === 'failed') setError(result.message);
  }

  async function unlock(): Promise<void> {
    if (password === '') {
      inputRef.current?.focus();
      return;
    }
    setBusy(true);
    setError(null);
    const result = await client.unlock(password);
    setBusy(false);
    if (result.kind === 'ok') {
      noteUnlock(sub);
      // [LK-7] It is not kept any longer than it is needed.
      setPassword('');
      return;
    }
    setError(result.kind === 'wrong-password' ? 'That password does not open this device.' : result.message);
    inputRef.current?.select();
  }

  return (
    <main className={styles.page}>
      <form
        className={styles.column}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void unlock();
        }}
      >
        <div className={styles.brand}>
          <Brand />
        </div>
        <h1 className={styles.title}>
          <Lock size={22} aria-hidden strokeWidth={2} />
          Locked
        </h1>
        {face ? (
          <p className={styles.face}>
            <span className={styles.initials} aria-hidden={face.name === null ? undefined : true}>
              {face.initials}
            </span>
            {face.name === null ? null : <PersonName name={face.name} />}
          </p>
        ) : null}
        <p className={styles.lead}>
          {hasPasskey
            ? 'Your work is locked on this device. Your face, your finger or the device’s own code opens it; so does your password.'
            : 'Your work is locked on this device. Your password opens it, online or offline.'}
        </p>
        {waiting > 0 ? (
          <p className={styles.waiting}>
            <Clock3 size={16} aria-hidden />
            {waiting === 1 ? '1 change is waiting on this device' : `${waiting} changes are waiting on this device`}
          </p>
        ) : null}
        {unsaved.length > 0 ? (
          <Notice tone="need">
            Some text could not be saved before the lock. It is kept while this page is open; unlock to go on with it.
          </Notice>
        ) : null}
        {error ? (
          <Notice tone="need" role="alert">
            {error}
          </Notice>
        ) : null}
        {hasPasskey ? (
          <Button
            tone="primary"
            wide
            disabled={busy}
            onClick={() => void unlockWithPasskey()}
            className={styles.submit}
          >
            <Fingerprint size={18} aria-hidden />
            Unlock without the password
          </Button>
        ) : null}
        {error === null ? null : (
          <p className={styles.elsewhere}>
            Changed on another device? The old password still opens this one.{' '}
            <button type="button" className={styles.link} onClick={onOtherAccount}>
              Log in with the new one
            </button>
          </p>
        )}
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this page
          autoFocus
          inputRef={inputRef}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" tone={hasPasskey ? 'plain' : 'primary'} wide disabled={busy} className={styles.submit}>
          {busy ? 'Unlocking…' : 'Unlock'}
        </Button>
        <Button tone="quiet" wide onClick={onOtherAccount}>
          Use another account
        </Button>
        <Link to="/reset-password" className={styles.forgot}>
          Forgot Password
        </Link>
      </form>
    </main>
  );
}

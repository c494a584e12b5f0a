import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { supportMail } from '../../lib/support.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { lookWaiting, resendConfirmation, type Waiting } from './waiting-registration.ts';
import styles from './email-sent.module.css';

/** What a registration of this browser waits for. */
export function EmailSent({ level = 1 }: { readonly level?: 1 | 2 }) {
  const Heading = `h${level}` as const;
  const { waiting, askAgain } = useWaiting();
  if (waiting === null) return null;
  if (waiting.kind === 'unknown')
    return (
      <>
        <Heading>We could not look whether a registration waits here</Heading>
        <Notice tone="need" role="alert">
          {waiting.message}
        </Notice>
        <Button tone="primary" onClick={askAgain}>
          Try again
        </Button>
      </>
    );
  if (waiting.kind === 'nothing')
    return (
      <>
        <Heading>Nothing waits to be confirmed here</Heading>
        <p className={styles.lead}>
          If you have registered, your email may be confirmed already: log in. On another device, open the link in the
          mail.
        </p>
        <Link to="/login" className={buttonClass('primary')}>
          Log in
        </Link>
      </>
    );
  return <Sent email={waiting.email} Heading={Heading} />;
}

/** Null until it has been looked once. */
function useWaiting() {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(() => {
    // What is known already is not taken away by a look that failed.
    const look = () =>
      void lookWaiting().then((found) => setWaiting((before) => (found.kind === 'unknown' && before ? before : found)));
    look();
    // Confirmed in another tab or on another device meanwhile: seen when a person comes back.
    globalThis.addEventListener('focus', look);
    return () => globalThis.removeEventListener('focus', look);
  }, []);
  return {
    waiting,
    askAgain: () => {
      setWaiting(null);
      void lookWaiting().then(setWaiting);
    },
  };
}

type Sending = 'idle' | 'resending' | 'sent' | 'failed';

function Sent({ email, Heading }: { readonly email: string; readonly Heading: 'h1' | 'h2' }) {
  const [sending, setSending] = useState<Sending>('idle');
  async function resend(): Promise<void> {
    setSending('resending');
    setSending((await resendConfirmation().catch(() => false)) ? 'sent' : 'failed');
  }
  return (
    <>
      <Heading>Check your email</Heading>
      <p className={styles.lead}>
        We have sent a link to <span className={styles.email}>{email}</span>. Open it within seven days to confirm that
        the address is yours. Until then there is no account.
      </p>
      {sending === 'failed' ? (
        <Notice tone="need" role="alert">
          Failed to resend confirmation email
        </Notice>
      ) : null}
      <output>
        {sending === 'sent' ? (
          <Notice tone="fine">Sent once more. The link in it is the one that counts.</Notice>
        ) : null}
      </output>
      <div className={styles.actions}>
        <Button tone="primary" disabled={sending === 'resending'} onClick={() => void resend()}>
          {sending === 'resending' ? 'Resending…' : 'Resend email'}
        </Button>
        <a href={`mailto:${supportMail}`} className={buttonClass('quiet')}>
          Contact support
        </a>
      </div>
    </>
  );
}

import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { KeysBefore, SignInResult } from '../../../../sync/client/api.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { useClient, useSession } from '../../../lib/client-context.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { isLoadFailure, whyMissing } from '../../../lib/load-failure.ts';
import { SealedWork } from '../../../model/work/sealed-work.tsx';
import { signInHelpHref } from '../../../lib/support.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { KeysRenewedProps } from './keys-renewed.tsx';
import type { MfaStepProps } from './mfa-step.tsx';
import styles from './sign-in.module.css';

const MfaStep = lazyPart<MfaStepProps>(
  loadAgain(
    () => import('./mfa-step.tsx'),
    (module) => module.MfaStep,
  ),
);

const KeysRenewed = lazyPart<KeysRenewedProps>(
  loadAgain(
    () => import('./keys-renewed.tsx'),
    (module) => module.KeysRenewed,
  ),
);

const EmailSent = lazyPart<{ readonly level?: 1 | 2 }>(
  loadAgain(
    () => import('../../../model/registration/email-sent.tsx'),
    (module) => module.EmailSent,
  ),
);

interface SignInFormProps {
  /** [C-254] Inside a dashboard nobody registers. */
  readonly inDashboard: boolean;
  readonly heading?: ReactNode;
  readonly focusFirst?: boolean;
  /** Where it is known who signs in. */
  readonly knownEmail?: string;
  /** For a sign-in over an open page, which stays: nothing else shows that it worked. */
  readonly onDone?: () => void;
}

/** What became of a try that could not be made. */
type Failed = Failure & { readonly kind: 'failed' };

interface Failure {
  readonly reason: Extract<SignInResult, { kind: 'failed' }>['reason'] | 'empty' | 'bug';
  readonly message: string;
}

/** The one sign-in: a page, a dialog and a sheet show it. Success is seen by whoever watches the session. */
export function SignInForm({ inDashboard, heading, focusFirst = false, knownEmail = '', onDone }: SignInFormProps) {
  const client = useClient();
  const session = useSession();
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [step, setStep] = useState<'password' | 'mfa' | 'keys-renewed' | 'unconfirmed'>('password');
  const [failure, setFailure] = useState<Failure | null>(null);
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);

  async function submit(more: { readonly mfaCode?: string; readonly before?: KeysBefore } = {}): Promise<void> {
    const trimmed = email.trim();
    if (trimmed === '' || password === '') {
      setFailure({ reason: 'empty', message: errorTexts.invalid_arguments });
      (trimmed === '' ? emailRef : passwordRef).current?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    const result = await client
      .signIn({ email: trimmed, password, remember, ...more })
      .catch((error: unknown): Failed => ({
        kind: 'failed',
        // A part of the app that signing in needs could not be fetched: the same dead network, met one step earlier.
        reason: isLoadFailure(error) ? 'offline' : 'bug',
        message: whyMissing(error).words,
      }));
    setBusy(false);
    if (result.kind === 'ok') {
      // [LK-7] It is not kept any longer than it is needed.
      setPassword('');
      onDone?.();
    }
    if (result.kind === 'mfa' || result.kind === 'keys-renewed') setStep(result.kind);
    // [C-352] What is waited for stands here at once, with a way to ask for the mail again.
    if (result.kind === 'failed' && result.reason === 'unconfirmed') setStep('unconfirmed');
    else if (result.kind === 'failed') setFailure(result);
  }

  if (step !== 'password') {
    const failed = (retry: () => void, error: unknown) => {
      const { title, words } = whyMissing(error);
      return (
        <Notice tone="wait" role="alert" title={title} actions={<Button onClick={retry}>Try again</Button>}>
          {words}
        </Notice>
      );
    };
    const onBack = () => {
      setStep('password');
      setFailure(null);
    };
    const part = { loading: <div className={styles.waiting} />, failed };
    if (step === 'unconfirmed')
      return (
        <div className={styles.form}>
          <EmailSent part={part} props={{ level: 2 }} />
          <Button onClick={onBack}>Back</Button>
        </div>
      );
    const shared = { busy, error: failure?.message ?? null, onBack };
    return step === 'mfa' ? (
      <MfaStep part={part} props={{ ...shared, onSubmit: (mfaCode) => void submit({ mfaCode }) }} />
    ) : (
      <KeysRenewed part={part} props={{ ...shared, onChoose: (before) => void submit({ before }) }} />
    );
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {heading}
      {failure ? <SignInFailure failure={failure} /> : null}
      {busy ? <NoAnswerYet /> : null}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this page
        autoFocus={focusFirst}
        // Where the page was painted before the app came, it could not have the focus yet: see `take-over.ts`.
        data-first={focusFirst ? '' : undefined}
        inputRef={emailRef}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        aria-invalid={failure?.reason === 'empty' && email.trim() === '' ? true : undefined}
      />
      <div className={styles.password}>
        <TextField
          label="Password"
          type={shown ? 'text' : 'password'}
          name="password"
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          inputRef={passwordRef}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          aria-invalid={failure?.reason === 'empty' && password === '' ? true : undefined}
          end={
            <button
              type="button"
              className={styles.show}
              aria-pressed={shown}
              aria-label={shown ? 'Hide password' : 'Show password'}
              onClick={() => setShown(!shown)}
            >
              {shown ? 'Hide' : 'Show'}
            </button>
          }
        />
      </div>
      <div className={styles.between}>
        <Checkbox
          label="Remember me"
          name="remember"
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
        <Link to="/reset-password" className={styles.link}>
          Forgot Password
        </Link>
      </div>
      <Button type="submit" tone="primary" wide disabled={busy} className={styles.submit}>
        {busy ? 'Logging in…' : 'Log in'}
      </Button>
      <div className={styles.below}>
        {inDashboard ? null : (
          <>
            <p className={styles.register}>
              New to Orchid?{' '}
              <Link to="/get-started" className={styles.link}>
                Register
              </Link>
            </p>
            <Link to="/get-started" className={`${buttonClass('plain', true)} ${styles.registerPhone}`}>
              Register for an account
            </Link>
          </>
        )}
        <a href={signInHelpHref} className={styles.help}>
          Get help signing in
        </a>
      </div>
      {session.kind === 'unlocked' ? null : <SealedWork />}
    </form>
  );
}

/** Nothing has come back for so long that a person wonders whether anything will. */
const noAnswerMs = 3000;

/** A network that swallows everything gives up only after many seconds: until then the form says what it waits for. */
function NoAnswerYet() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), noAnswerMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output>
      {shown ? (
        <Notice tone="wait" title="No answer yet">
          The connection may be slow or missing. Orchid goes on when the server answers.
        </Notice>
      ) : null}
    </output>
  );
}

function SignInFailure({ failure }: { readonly failure: Failure }) {
  if (failure.reason === 'offline') {
    return (
      <Notice tone="wait" role="alert" title="No connection">
        The first sign-in on a device needs the network. Once you have signed in here, Orchid opens without it.
      </Notice>
    );
  }
  return (
    <Notice tone="need" role="alert">
      {failure.message}
    </Notice>
  );
}

import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useStatus, useSub } from '../../../lib/client-context.ts';
import { useTitleInstead } from '../../../lib/use-title.ts';
import { putIntakeOff } from '../../../model/profile/intake-put-off.ts';
import { useProfessional, type KnownProfessional } from '../../../model/profile/use-professional.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AboutStep } from './about-step.tsx';
import { AddressStep } from './address-step.tsx';
import { FinishStep } from './finish-step.tsx';
import { firstOpen } from './gaps.ts';
import { PhoneStep } from './phone-step.tsx';
import { PracticeStep } from './practice-step.tsx';
import { namedStep, steps } from './steps.ts';
import styles from './intake.module.css';

const screens = [AboutStep, PracticeStep, AddressStep, PhoneStep, FinishStep] as const;

/**
 * [S-001, S-241 to S-245] Five short steps from a new account to the first week. Each is kept on the device before the next opens;
 * what the server does not take keeps the person where she is, with the reason. Who comes back goes on where something is missing.
 */
export function QuickIntake() {
  const { hash, pathname } = useLocation();
  const known = useProfessional();
  // Until the screen behind the last step has come, its address stands there already and this step is still drawn.
  const isHere = pathname === '/quick-intake';
  const wanted = namedStep(hash) ?? (known && firstOpen(known));
  const [at, setAt] = useState(wanted);
  if (isHere && wanted !== null && wanted !== at) setAt(wanted);
  if (at === null)
    return (
      <main className={styles.page}>
        <div className={styles.column}>
          <Opening />
        </div>
      </main>
    );
  return <Steps at={at} known={known} isHere={isHere} />;
}

const Opening = () => <Skeleton lines={6} label="Opening what you said" />;

interface StepsProps {
  readonly at: number;
  /** Null until it has been read. */
  readonly known: KnownProfessional | null;
  readonly isHere: boolean;
}

function Steps({ at, known, isHere }: StepsProps) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const sub = useSub();
  const { online } = useStatus();
  const step = steps[at] ?? steps[0];
  const Step = screens[at] ?? AboutStep;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(at);
  useTitleInstead(step.title);

  useEffect(() => {
    if (isHere && hash.replace(/^#/, '') !== step.hash)
      void navigate({ to: '/quick-intake', hash: step.hash, replace: true });
  }, [isHere, hash, step, navigate]);
  // Who comes from another step is told where she is.
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    heading.current?.focus();
    scrollTo({ top: 0 });
  }, [at]);

  const next = steps[at + 1];
  const goOn = (): void => {
    void (next ? navigate({ to: '/quick-intake', hash: next.hash }) : navigate({ to: '/pro-dashboard/homepage' }));
  };
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <header className={styles.head}>
          <progress
            aria-label="Setting up"
            aria-valuetext={`Step ${at + 1} of ${steps.length}`}
            className={styles.progress}
            value={at + 1}
            max={steps.length}
          />
          <p className={styles.soft}>
            Step {at + 1} of {steps.length}
          </p>
          <h1 ref={heading} tabIndex={-1}>
            {step.title}
          </h1>
          <p className={styles.soft}>
            Each step is kept when you continue. Everything is needed, but for what says “optional”.
          </p>
        </header>
        {online ? null : (
          <Notice tone="wait">
            You are offline. Each step is kept on this device and sent when there is a network.
          </Notice>
        )}
        {known ? <Step key={step.hash} known={known} owner={sub} kind="intake" onSaved={goOn} /> : <Opening />}
        <p className={styles.soft}>
          <Link to="/pro-dashboard/homepage" onClick={() => putIntakeOff(sub)}>
            Finish later
          </Link>
        </p>
      </div>
    </main>
  );
}

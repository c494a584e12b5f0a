import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { BackLink } from '../lib/back-link.tsx';
import { forgetPlace, rememberPlace } from '../lib/came-from.ts';
import { keepFocus, takeFreeFocus } from '../lib/kept-focus.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { loadAgain } from '../lib/load-again.ts';
import { homepageOf, type Dashboard } from '../lib/paths.ts';
import { usePhone } from '../lib/use-layout.ts';
import { useWorkKind } from '../model/people/use-work-kind.ts';
import { Brand, OrchidMark } from '../ui/brand.tsx';
import { IconButton } from '../ui/button.tsx';
import { AccountButton } from './account-button.tsx';
import { IntakeGate } from './intake-gate.tsx';
import { LeaseGate } from './lease-gate.tsx';
import { LockingBar } from './locking-bar.tsx';
import { LeftTexts } from './left-texts.tsx';
import type { PaletteProps } from './palette.tsx';
import { PartMissing } from './part-missing.tsx';
import { ProIntakeGate } from './pro-intake-gate.tsx';
import { RailLinks } from './rail-links.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { UnreadableNotice } from './unopened.tsx';
import { SyncIndicator } from './sync-indicator.tsx';
import { useScreen } from './use-screen.ts';
import styles from './dashboard-shell.module.css';

const Palette = lazyPart<PaletteProps>(
  loadAgain(
    () => import('./palette.tsx'),
    (module) => module.Palette,
  ),
);

const PasskeyOffer = lazyPart<object>(
  loadAgain(
    () => import('./passkey-offer.tsx'),
    (module) => module.PasskeyOffer,
  ),
);
const RecoveryReminder = lazyPart<object>(
  loadAgain(
    () => import('./recovery-reminder.tsx'),
    (module) => module.RecoveryReminder,
  ),
);

interface DashboardShellProps {
  readonly dashboard: Dashboard;
  readonly children: ReactNode;
}

/** What stays while screens change: a rail on the desk, a strip and a bottom bar in the hand. */
export function DashboardShell({ dashboard, children }: DashboardShellProps) {
  const screen = useScreen();
  const phone = usePhone();
  const palette = usePaletteKey(dashboard === 'pro');
  // Known before the palette is asked for: its commands are there with the first key.
  const work = useWorkKind();
  const back = phone ? screen.back : null;
  const home = homepageOf(dashboard === 'pro' ? 'orchid_pro' : 'member');
  useEffect(() => rememberPlace(screen.place));
  useEffect(() => forgetPlace, []);
  const contentRef = useRef<HTMLElement>(null);
  useEffect(() => {
    // After a sign-in or an unlock the form that had the focus is gone.
    takeFreeFocus(contentRef.current);
    return keepFocus(() => contentRef.current);
  }, []);

  return (
    <div className={styles.shell} data-tabs={phone && !back ? '' : undefined}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      {phone ? (
        <header className={styles.strip}>
          {back ? (
            <BackLink place={back} className={styles.back} />
          ) : (
            <Link to={home} className={styles.mark} aria-label="Orchid home">
              <OrchidMark size={24} />
            </Link>
          )}
          <div className={styles.stripEnd}>
            <SyncIndicator dashboard={dashboard} />
            {dashboard === 'pro' && !back ? (
              <IconButton label="Find" icon={<Search size={20} aria-hidden />} onClick={palette.show} />
            ) : null}
            <AccountButton dashboard={dashboard} compact />
          </div>
        </header>
      ) : (
        <header className={styles.rail}>
          <Link to={home} className={styles.brand} aria-label="Orchid home">
            <Brand />
          </Link>
          {dashboard === 'pro' ? (
            <button type="button" className={styles.find} onClick={palette.show}>
              <Search size={15} aria-hidden />
              Find
              <kbd className={styles.key}>Ctrl K</kbd>
            </button>
          ) : null}
          <nav aria-label="Main" className={styles.nav}>
            <RailLinks dashboard={dashboard} className={styles.navItem} iconSize={17} />
          </nav>
          <div className={styles.foot}>
            <SyncIndicator dashboard={dashboard} />
            <AccountButton dashboard={dashboard} compact={false} />
          </div>
        </header>
      )}
      <main id="content" ref={contentRef} className={styles.content} tabIndex={-1}>
        <LockingBar />
        <SignInAgain />
        <UnreadableNotice />
        <LeftTexts />
        <PasskeyOffer part={{ loading: null, failed: () => null }} props={{}} />
        <RecoveryReminder part={{ loading: null, failed: () => null }} props={{}} />
        {dashboard === 'member' ? <IntakeGate /> : <ProIntakeGate />}
        <LeaseGate dashboard={dashboard}>{children}</LeaseGate>
      </main>
      {phone && !back ? (
        <nav aria-label="Main" className={styles.tabs}>
          <RailLinks dashboard={dashboard} className={styles.tab} iconSize={21} />
        </nav>
      ) : null}
      {palette.open ? (
        <Palette
          part={{ loading: null, failed: paletteMissing(palette.hide) }}
          props={{ work, onClose: palette.hide }}
        />
      ) : null}
    </div>
  );
}

function paletteMissing(onClose: () => void) {
  return (retry: () => void, error: unknown) => <PartMissing why={error} onRetry={retry} onClose={onClose} />;
}

/** Ctrl-K or ⌘K, from anywhere. */
function usePaletteKey(enabled: boolean) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [enabled]);
  return { open, show: () => setOpen(true), hide: () => setOpen(false) };
}

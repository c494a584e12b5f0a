import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import { Check, Globe, KeyRound, LogOut, Lock, MonitorSmartphone, RefreshCw, Settings } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '../lib/client-context.ts';
import { flushAll } from '../lib/flush.ts';
import type { Dashboard } from '../lib/paths.ts';
import { chooseTheme, themes, type Theme } from '../lib/theme.ts';
import { themeWords, useTheme } from '../lib/use-theme.ts';
import { useMe } from '../model/people/use-account.ts';
import { lazySheet } from '../forms/lazy-sheet.tsx';
import { loadAgain } from '../lib/load-again.ts';
import { usePracticeRoles } from '../model/people/use-roles.ts';
import { AccountFace } from './account-face.tsx';
import { LogOutSheet } from './log-out-sheet.tsx';
import { SecuritySheet } from './security-sheet.ts';
import { SignOutEverywhereSheet } from './sign-out-everywhere-sheet.tsx';
import styles from './account-menu.module.css';

const PublicPageSheet = lazySheet<{ readonly onClose: () => void }>(
  'Your page for everybody',
  loadAgain(
    () => import('../features/account/public-page/public-page-sheet.tsx'),
    (module) => module.PublicPageSheet,
  ),
);

interface AccountMenuProps {
  readonly dashboard: Dashboard;
  /** Without the name beside it: phones. */
  readonly compact: boolean;
}

export function AccountMenu({ dashboard, compact }: AccountMenuProps) {
  const client = useClient();
  const me = useMe();
  const navigate = useNavigate();
  const theme = useTheme();
  const [leaving, setLeaving] = useState(false);
  const [everywhere, setEverywhere] = useState(false);
  const [isPageShown, setPageShown] = useState(false);
  const [isSecurityShown, setSecurityShown] = useState(false);
  const roles = usePracticeRoles();
  const hasPage = dashboard === 'pro' && !roles.loading && roles.value.includes('professional');

  return (
    <>
      <Menu.Root defaultOpen>
        <Menu.Trigger className={compact ? styles.compact : styles.trigger} aria-label="Account">
          <AccountFace compact={compact} />
          {compact ? null : <span className={styles.name}>{me.displayName}</span>}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner side={compact ? 'bottom' : 'top'} align={compact ? 'end' : 'start'} sideOffset={6}>
            <Menu.Popup className={styles.popup}>
              {compact ? <p className={styles.who}>{me.displayName}</p> : null}
              <Menu.Item
                className={styles.item}
                onClick={() =>
                  void navigate({ to: dashboard === 'pro' ? '/pro-dashboard/sync' : '/member-dashboard/sync' })
                }
              >
                <RefreshCw size={16} aria-hidden />
                Sync
              </Menu.Item>
              <Menu.Item className={styles.item} onClick={() => setSecurityShown(true)}>
                <KeyRound size={16} aria-hidden />
                Password and recovery
              </Menu.Item>
              {dashboard === 'pro' ? (
                <Menu.Item className={styles.item} onClick={() => void navigate({ to: '/pro-dashboard/settings' })}>
                  <Settings size={16} aria-hidden />
                  Settings
                </Menu.Item>
              ) : null}
              {hasPage ? (
                <Menu.Item className={styles.item} onClick={() => setPageShown(true)}>
                  <Globe size={16} aria-hidden />
                  Your page for everybody
                </Menu.Item>
              ) : null}
              <Menu.Separator className={styles.separator} />
              <Menu.RadioGroup value={theme} onValueChange={(value: Theme) => chooseTheme(value)}>
                <Menu.Group>
                  <Menu.GroupLabel className={styles.groupLabel}>Theme</Menu.GroupLabel>
                  {themes.map((one) => (
                    <Menu.RadioItem key={one} value={one} closeOnClick={false} className={styles.item}>
                      <span className={styles.tick}>
                        <Menu.RadioItemIndicator>
                          <Check size={16} aria-hidden />
                        </Menu.RadioItemIndicator>
                      </span>
                      {themeWords[one]}
                    </Menu.RadioItem>
                  ))}
                </Menu.Group>
              </Menu.RadioGroup>
              <Menu.Separator className={styles.separator} />
              <Menu.Item className={styles.item} onClick={() => void flushAll().then(() => client.lock())}>
                <Lock size={16} aria-hidden />
                Lock now
              </Menu.Item>
              <Menu.Item className={styles.item} onClick={() => setLeaving(true)}>
                <LogOut size={16} aria-hidden />
                Log out
              </Menu.Item>
              <Menu.Item className={styles.item} onClick={() => setEverywhere(true)}>
                <MonitorSmartphone size={16} aria-hidden />
                Sign out everywhere
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {everywhere ? <SignOutEverywhereSheet dashboard={dashboard} onStay={() => setEverywhere(false)} /> : null}
      {isPageShown ? <PublicPageSheet onClose={() => setPageShown(false)} /> : null}
      {isSecurityShown ? (
        <SecuritySheet
          onClose={() => setSecurityShown(false)}
          onSignOutEverywhere={() => {
            setSecurityShown(false);
            setEverywhere(true);
          }}
        />
      ) : null}
      {leaving ? <LogOutSheet dashboard={dashboard} onStay={() => setLeaving(false)} /> : null}
    </>
  );
}

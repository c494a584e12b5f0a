import { useState } from 'react';
import { SettingsSection } from '../features/pro/settings/settings-section.tsx';
import { Button } from '../ui/button.tsx';
import { SecuritySheet } from './security-sheet.ts';
import styles from './security-route.module.css';
import { SignOutEverywhereSheet } from './sign-out-everywhere-sheet.tsx';

/** `/pro-dashboard/settings/security`: with what the account is opened, and where, in the sheet that the account menu has too. */
export function SecurityRoute() {
  const [shown, setShown] = useState<'list' | 'devices' | 'everywhere' | null>(null);
  const close = () => setShown(null);
  return (
    <SettingsSection
      title="Security"
      lead="Your email and password, the recovery code for the day you forget it, what opens this device after a lock, and the devices on which you have logged in."
    >
      <div className={styles.ways}>
        <Button onClick={() => setShown('list')}>Password and recovery</Button>
        <Button onClick={() => setShown('devices')}>Devices</Button>
      </div>
      {shown === 'list' || shown === 'devices' ? (
        <SecuritySheet begin={shown} onClose={close} onSignOutEverywhere={() => setShown('everywhere')} />
      ) : null}
      {shown === 'everywhere' ? <SignOutEverywhereSheet dashboard="pro" onStay={close} /> : null}
    </SettingsSection>
  );
}

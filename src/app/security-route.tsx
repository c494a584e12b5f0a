import { useState } from 'react';
import { SettingsSection } from '../features/pro/settings/settings-section.tsx';
import { Button } from '../ui/button.tsx';
import { SecuritySheet } from './security-sheet.ts';

/** `/pro-dashboard/settings/security`: with what the account is opened, in the sheet that the account menu has too. */
export function SecurityRoute() {
  const [isShown, setShown] = useState(false);
  return (
    <SettingsSection
      title="Security"
      lead="Your email and password, the recovery code for the day you forget it, and what opens this device after a lock."
    >
      <div>
        <Button onClick={() => setShown(true)}>Password and recovery</Button>
      </div>
      {isShown ? <SecuritySheet onClose={() => setShown(false)} /> : null}
    </SettingsSection>
  );
}

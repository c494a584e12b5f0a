import { useId } from 'react';
import { chooseTheme, themes } from '../../../lib/theme.ts';
import { themeWords, useTheme } from '../../../lib/use-theme.ts';
import { Radio } from '../../../ui/choice.tsx';
import { SettingsSection } from './settings-section.tsx';
import styles from './settings.module.css';

/** Light or dark: chosen for each device. */
export function AppearancePage() {
  const theme = useTheme();
  const name = useId();
  return (
    <SettingsSection title="Appearance" lead="For this device alone. Your other devices keep their own.">
      <div className={styles.part}>
        <fieldset className={styles.choices}>
          <legend>Theme</legend>
          {themes.map((one) => (
            <Radio
              key={one}
              name={name}
              value={one}
              checked={one === theme}
              onChange={() => chooseTheme(one)}
              label={themeWords[one]}
            />
          ))}
        </fieldset>
      </div>
    </SettingsSection>
  );
}

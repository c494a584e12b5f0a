import { useMemo, useState } from 'react';
import { notTakenMessage } from '../../../forms/save-state.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { clockTime, longDay, dateIn, zoneName } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { zoneOptions } from '../../../lib/zone-options.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SettingsSection } from './settings-section.tsx';
import styles from './settings.module.css';

/** In which zone one's days are: of the account, so that every device shows the same. Works without a network. */
export function TimeZonePage() {
  const { zone } = useMe();
  const client = useClient();
  const owner = useSub();
  const now = useNow();
  const [ended, setEnded] = useState<{ readonly failure: string | null } | null>(null);
  const options = useMemo(() => zoneOptions(zone), [zone]);
  async function choose(timezone: string): Promise<void> {
    setEnded(null);
    const result = await client
      .mutate('account.set_timezone', { timezone }, { owner })
      .catch(() => ({ kind: 'not-saved', message: notTakenMessage }) as const);
    setEnded({ failure: result.kind === 'saved' ? null : result.message });
  }
  const today = dateIn(now, zone);
  return (
    <SettingsSection
      title="Time zone"
      lead="Your days and times are shown in it, on all your devices. Sessions stay at the moment for which they were made."
    >
      <div className={styles.part}>
        <div className={styles.select}>
          <SelectField
            label="Your time zone"
            hint={`There it is ${longDay(today, today)}, ${clockTime(now, zone)} (${zoneName(zone)}).`}
            options={options}
            value={zone}
            onChange={({ target }) => void choose(target.value)}
          />
        </div>
        {ended?.failure ? (
          <Notice tone="need" role="alert" title="Not saved">
            {ended.failure}
          </Notice>
        ) : (
          <output className={styles.soft}>{ended ? 'Saved on this device.' : ''}</output>
        )}
      </div>
    </SettingsSection>
  );
}

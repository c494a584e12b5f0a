import { useState } from 'react';
import { askedNames, type AskedName } from '../../../../sync/collections/client-info.ts';
import { canonicalJson } from '../../../../sync/core/canonical-json.ts';
import { notTakenMessage } from '../../../forms/save-state.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import type { ArgsOf } from '../../../lib/model.ts';
import { zoneName } from '../../../lib/time.ts';
import { zoneOptions } from '../../../lib/zone-options.ts';
import type { ClientInfo } from '../../../model/clients/use-client-info.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { Checkbox } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import styles from './settings.module.css';

const words: Readonly<Record<AskedName, { readonly label: string; readonly hint?: string }>> = {
  preferred_first_name: { label: 'Preferred First Name' },
  pronouns: { label: 'Pronouns' },
  dob: { label: 'Date of birth' },
  phone_number: { label: 'Phone' },
  email: { label: 'Email' },
  address: { label: 'Address', hint: 'Street, city, state and zip' },
  emergency_contact: { label: 'Emergency contact', hint: 'Name, relationship and phone' },
  insurance: { label: 'Insurance', hint: 'Provider, group ID and member ID' },
};

type Saved = ArgsOf<'client_info.save'>;
/** How the last change ended, said under the part that it belongs to. */
interface Ended {
  readonly part: keyof Saved;
  /** Null: it is saved. */
  readonly failure: string | null;
}

/** Each choice is saved as it is made. */
export function ClientInfoForm({ info }: { readonly info: ClientInfo }) {
  const client = useClient();
  const owner = useSub();
  const { zone } = useMe();
  const said = canonicalJson({ ...info, asked: [...info.asked] });
  // What is pressed shows at once, before the device has it.
  const [shown, setShown] = useState({ ...info, said });
  const [ended, setEnded] = useState<Ended | null>(null);
  if (shown.said !== said) setShown({ ...info, said });

  async function save(part: keyof Saved, args: Saved): Promise<void> {
    setEnded(null);
    const result = await client
      .mutate('client_info.save', args, { owner })
      .catch(() => ({ kind: 'not-saved', message: notTakenMessage }) as const);
    if (result.kind !== 'saved') setShown({ ...info, said });
    setEnded({ part, failure: result.kind === 'saved' ? null : result.message });
  }

  function ask(name: AskedName, isAsked: boolean): void {
    const asked = askedNames.filter((one) => (one === name ? isAsked : shown.asked.includes(one)));
    setShown({ ...shown, asked });
    void save('asked', { asked });
  }

  return (
    <>
      <div className={styles.part}>
        <fieldset className={styles.choices}>
          <legend>What is asked</legend>
          <p className={styles.choiceHint}>The legal first and last name always are.</p>
          {askedNames.map((name) => (
            <Checkbox
              key={name}
              checked={shown.asked.includes(name)}
              onChange={(event) => ask(name, event.target.checked)}
              label={<Words {...words[name]} />}
            />
          ))}
        </fieldset>
        <HowItEnded part="asked" ended={ended} />
      </div>
      <div className={styles.part}>
        <div className={styles.select}>
          <SelectField
            label="Time zone of new clients"
            hint="A new chart begins with it."
            options={[{ value: '', label: `Where you are: ${zoneName(zone)}` }, ...zoneOptions(shown.timezone)]}
            value={shown.timezone}
            onChange={({ target }) => {
              setShown({ ...shown, timezone: target.value });
              void save('timezone', { timezone: target.value });
            }}
          />
        </div>
        <HowItEnded part="timezone" ended={ended} />
      </div>
    </>
  );
}

function Words({ label, hint }: { readonly label: string; readonly hint?: string }) {
  return (
    <>
      {label}
      {hint === undefined ? null : <span className={styles.choiceHint}>{hint}</span>}
    </>
  );
}

function HowItEnded({ part, ended }: { readonly part: keyof Saved; readonly ended: Ended | null }) {
  const own = ended?.part === part ? ended : null;
  if (own?.failure)
    return (
      <Notice tone="need" role="alert" title="Not saved">
        {own.failure}
      </Notice>
    );
  return <output className={styles.soft}>{own ? 'Saved on this device.' : ''}</output>;
}

import { useMemo } from 'react';
import { FormMasked } from '../../../forms/form-masked.tsx';
import { FormSelect } from '../../../forms/form-select.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { dateMask } from '../../../forms/mask.ts';
import type { OrchidForm } from '../../../forms/use-orchid-form.ts';
import { zoneOptions } from '../../../lib/zone-options.ts';
import { countries, wordsOfCountry } from '../../../model/lists/countries.ts';
import { regions } from '../../../model/lists/regions.ts';
import { isMinorTyped } from './minor.ts';
import type { EditValues } from './edit-person-form.ts';
import styles from './edit-person.module.css';

interface PersonFieldsProps {
  readonly form: OrchidForm<EditValues>;
  /** The time zone is both people's. */
  readonly isCouple: boolean;
}

/** Everything that a practice may know of a person. */
export function PersonFields({ form, isCouple }: PersonFieldsProps) {
  const { country, home_state, opened } = form.values;
  const words = wordsOfCountry(country);
  const zones = useMemo(() => zoneOptions(opened.timezone), [opened.timezone]);
  const states = regions[words.code].map(({ code, name }) => ({ value: code, label: name }));
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Name</legend>
        <div className={styles.pair}>
          <FormText form={form} name="first_name" autoComplete="off" />
          <FormText form={form} name="last_name" autoComplete="off" />
        </div>
        <div className={styles.pair}>
          <FormText form={form} name="preferred_first_name" autoComplete="off" hint="If it is another one" />
          <FormText form={form} name="pronouns" autoComplete="off" hint="As the client says them" />
        </div>
        <FormMasked form={form} name="dob" mask={dateMask} hint="Month/day/year" autoComplete="off" />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>How to reach them</legend>
        <div className={styles.pair}>
          <FormText form={form} name="phone_number" type="tel" autoComplete="off" />
          <FormText form={form} name="email" type="email" autoComplete="off" />
        </div>
        <FormText form={form} name="home_address_line1" autoComplete="off" />
        <div className={styles.pair}>
          <FormText form={form} name="home_city" autoComplete="off" />
          <FormSelect
            form={form}
            name="home_state"
            label={words.region}
            autoComplete="off"
            options={[{ value: '', label: 'Not said' }, ...withOwn(states, home_state)]}
          />
        </div>
        <div className={styles.pair}>
          <FormText form={form} name="home_zipcode" label={words.zip} autoComplete="off" />
          <FormSelect
            form={form}
            name="country"
            autoComplete="off"
            options={[
              { value: '', label: 'Not said' },
              ...withOwn(
                countries.map(({ code, name }) => ({ value: code, label: name })),
                country,
              ),
            ]}
          />
        </div>
        <FormSelect
          form={form}
          name="timezone"
          autoComplete="off"
          options={zones}
          {...(isCouple ? { hint: 'Of both people of this chart' } : {})}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>In an emergency</legend>
        <FormText form={form} name="emergency_contact_name" label="Contact’s name" autoComplete="off" />
        <div className={styles.pair}>
          <FormText form={form} name="emergency_contact_relationship" autoComplete="off" />
          <FormText form={form} name="emergency_contact_phone" type="tel" autoComplete="off" />
        </div>
      </fieldset>
      {isMinorTyped(form.values) ? (
        <fieldset className={styles.group}>
          <legend>Who decides with them</legend>
          <FormText form={form} name="guardian_name" autoComplete="off" />
          <div className={styles.pair}>
            <FormText form={form} name="guardian_relationship" autoComplete="off" />
            <FormText form={form} name="guardian_phone" type="tel" autoComplete="off" />
          </div>
        </fieldset>
      ) : null}
      <fieldset className={styles.group}>
        <legend>Insurance</legend>
        <FormText form={form} name="insurance_provider" autoComplete="off" />
        <div className={styles.pair}>
          <FormText form={form} name="insurance_group_id" autoComplete="off" />
          <FormText form={form} name="insurance_member_id" autoComplete="off" />
        </div>
      </fieldset>
    </>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** A list, and what stands already where the list has it not: looking at it changes nothing. */
function withOwn(options: readonly Option[], own: string): readonly Option[] {
  const isKnown = own === '' || options.some(({ value }) => value === own);
  return isKnown ? options : [...options, { value: own, label: own }];
}

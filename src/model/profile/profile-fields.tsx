import { genders, sexes } from '../../../sync/collections/member-profile.ts';
import { FormMasked } from '../../forms/form-masked.tsx';
import { FormSelect } from '../../forms/form-select.tsx';
import { FormText } from '../../forms/form-text.tsx';
import { dateMask, phoneMask } from '../../forms/mask.ts';
import type { OrchidForm } from '../../forms/use-orchid-form.ts';
import { countries, wordsOfCountry } from '../lists/countries.ts';
import { regions } from '../lists/regions.ts';
import type { InsuranceValues, PersonalValues } from './profile-values.ts';
import styles from './profile-fields.module.css';

const optional = (words: readonly string[]) => [
  { value: '', label: 'Not said' },
  ...words.map((word) => ({ value: word, label: word })),
];

/** Name, birth and address of a member. */
export function PersonalFields({ form }: { readonly form: OrchidForm<PersonalValues> }) {
  const { country } = form.values;
  const words = wordsOfCountry(country);
  return (
    <>
      <div className={styles.pair}>
        <FormText form={form} name="first_name" autoComplete="given-name" />
        <FormText form={form} name="last_name" autoComplete="family-name" />
      </div>
      <FormMasked form={form} name="dob" mask={dateMask} hint="Month/day/year" autoComplete="bday" />
      <div className={styles.pair}>
        <FormSelect form={form} name="gender" options={optional(genders)} />
        <FormSelect form={form} name="sex" options={optional(sexes)} />
      </div>
      <FormMasked form={form} name="phone_number" mask={phoneMask} autoComplete="tel-national" />
      <FormText form={form} name="home_address_line1" autoComplete="address-line1" />
      <FormSelect
        form={form}
        name="country"
        autoComplete="country"
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <div className={styles.pair}>
        <FormText form={form} name="home_city" autoComplete="address-level2" />
        <FormSelect
          form={form}
          name="home_state"
          label={words.region}
          autoComplete="address-level1"
          options={[
            { value: '', label: 'Please choose' },
            ...regions[words.code].map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      </div>
      <FormText form={form} name="home_zipcode" label={words.zip} autoComplete="postal-code" />
    </>
  );
}

/** What an insurance needs to know, if there is one. */
export function InsuranceFields({ form }: { readonly form: OrchidForm<InsuranceValues> }) {
  return (
    <>
      <FormText form={form} name="insurance_provider" autoComplete="off" />
      <div className={styles.pair}>
        <FormText form={form} name="insurance_group_id" autoComplete="off" />
        <FormText form={form} name="insurance_member_id" autoComplete="off" />
      </div>
    </>
  );
}

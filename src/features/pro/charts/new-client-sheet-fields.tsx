import type { AskedName } from '../../../../sync/collections/client-info.ts';
import { FormMasked } from '../../../forms/form-masked.tsx';
import { FormSelect } from '../../../forms/form-select.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { dateMask, phoneMask } from '../../../forms/mask.ts';
import type { OrchidForm } from '../../../forms/use-orchid-form.ts';
import { regions } from '../../../model/lists/regions.ts';
import { isMinorTyped } from './minor.ts';
import type { NewClientValues } from './new-client-sheet-values.ts';
import styles from './new-client-sheet.module.css';

const states = [
  { value: '', label: 'Not said' },
  ...regions.US.map(({ code, name }) => ({ value: code, label: name })),
];

interface AskedFieldsProps {
  readonly form: OrchidForm<NewClientValues>;
  readonly asked: readonly AskedName[];
}

/** [C-157] What is asked of a new client beside the legal name, always in one order. */
export function AskedFields({ form, asked }: AskedFieldsProps) {
  const isAsked = (name: AskedName): boolean => asked.includes(name);
  return (
    <>
      <div className={styles.pair}>
        {isAsked('preferred_first_name') ? (
          <FormText form={form} name="preferred_first_name" autoComplete="off" hint="If it is another one" />
        ) : null}
        {isAsked('pronouns') ? <FormText form={form} name="pronouns" autoComplete="off" /> : null}
        {isAsked('dob') ? (
          <FormMasked form={form} name="dob" mask={dateMask} hint="Month/day/year" autoComplete="off" />
        ) : null}
        {isAsked('phone_number') ? (
          <FormMasked form={form} name="phone_number" mask={phoneMask} autoComplete="off" />
        ) : null}
        {isAsked('email') ? <FormText form={form} name="email" type="email" autoComplete="off" /> : null}
      </div>
      {isAsked('address') ? (
        <>
          <FormText form={form} name="home_address_line1" autoComplete="off" />
          <div className={styles.pair}>
            <FormText form={form} name="home_city" autoComplete="off" />
            <FormSelect form={form} name="home_state" autoComplete="off" options={states} />
          </div>
          <FormText form={form} name="home_zipcode" autoComplete="off" />
        </>
      ) : null}
      {isAsked('emergency_contact') ? (
        <>
          <FormText form={form} name="emergency_contact_name" autoComplete="off" />
          <div className={styles.pair}>
            <FormText form={form} name="emergency_contact_relationship" autoComplete="off" />
            <FormMasked form={form} name="emergency_contact_phone" mask={phoneMask} autoComplete="off" />
          </div>
        </>
      ) : null}
      {isMinorTyped(form.values) ? (
        <>
          <FormText
            form={form}
            name="guardian_name"
            autoComplete="off"
            hint="Who decides with them. It gives no access."
          />
          <div className={styles.pair}>
            <FormText form={form} name="guardian_relationship" autoComplete="off" />
            <FormMasked form={form} name="guardian_phone" mask={phoneMask} autoComplete="off" />
          </div>
        </>
      ) : null}
      {isAsked('insurance') ? (
        <>
          <FormText form={form} name="insurance_provider" autoComplete="off" />
          <div className={styles.pair}>
            <FormText form={form} name="insurance_group_id" autoComplete="off" />
            <FormText form={form} name="insurance_member_id" autoComplete="off" />
          </div>
        </>
      ) : null}
    </>
  );
}

import { Form } from '../../../forms/form.tsx';
import { FormCheck } from '../../../forms/form-check.tsx';
import { FormSelect } from '../../../forms/form-select.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { regions } from '../../../model/lists/regions.ts';
import { saveOwn } from '../../../model/profile/save-professional.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { builtLocations } from './built-locations.ts';
import { addressSchema, addressWords, type AddressSaid, type AddressValues } from './intake-values.ts';
import { draftOf, useChanges, type StepProps } from './intake-step.ts';
import { StepFoot } from './step-foot.tsx';
import styles from './intake.module.css';

const states = [
  { value: '', label: 'Please choose' },
  ...regions.US.map(({ code, name }) => ({ value: code, label: name })),
];

/** [S-287, S-299, S-300] Where she works, and where letters go. */
export function AddressStep(step: StepProps) {
  const { record, locations } = step.known;
  const client = useClient();
  const save = useChanges(record);
  const office = {
    office_address_line1: record.office_address_line1 ?? '',
    office_city: record.office_city ?? '',
    office_state: record.office_state ?? '',
    office_zipcode: record.office_zipcode ?? '',
  };
  const mail = {
    mail_address_line1: record.mail_address_line1 ?? '',
    mail_city: record.mail_city ?? '',
    mail_state: record.mail_state ?? '',
    mail_zipcode: record.mail_zipcode ?? '',
  };
  const form = useOrchidForm<AddressValues, AddressSaid>({
    schema: addressSchema,
    words: addressWords,
    keep: draftOf(step, 'what-is-your-practice-address'),
    stays: true,
    defaults: { ...office, ...mail, is_same: Object.values(office).join('\n') === Object.values(mail).join('\n') },
    send: (said) =>
      save(said, (changed) => {
        const { office_address_line1, office_city, office_state, office_zipcode } = said;
        const isMoved = Object.keys(office).some((part) => part in changed);
        const places = locations.filter(({ body }) => body.orchid_pro_user_id === step.owner);
        return saveOwn(
          client,
          'professional_record.save',
          {
            ...changed,
            // Places follow their address, and nobody else's do.
            ...(isMoved || places.length === 0
              ? {
                  additional_office_locations: [
                    ...builtLocations({ office_address_line1, office_city, office_state, office_zipcode }, places),
                  ],
                }
              : {}),
          },
          'addresses',
        );
      }),
    onSent: step.onSaved,
  });
  const { values } = form;
  return (
    <Form form={form}>
      <fieldset className={styles.group}>
        <legend>Business address</legend>
        <FormText form={form} name="office_address_line1" autoComplete="section-office address-line1" />
        <div className={styles.pair}>
          <FormText form={form} name="office_city" autoComplete="section-office address-level2" />
          <FormSelect form={form} name="office_state" autoComplete="section-office address-level1" options={states} />
        </div>
        <FormText form={form} name="office_zipcode" autoComplete="section-office postal-code" />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Mailing address</legend>
        <FormCheck form={form} name="is_same">
          {addressWords.is_same}
        </FormCheck>
        {values.is_same ? (
          <>
            <TextField label={addressWords.mail_address_line1} value={values.office_address_line1} disabled readOnly />
            <div className={styles.pair}>
              <TextField label={addressWords.mail_city} value={values.office_city} disabled readOnly />
              <SelectField label={addressWords.mail_state} value={values.office_state} options={states} disabled />
            </div>
            <TextField label={addressWords.mail_zipcode} value={values.office_zipcode} disabled readOnly />
          </>
        ) : (
          <>
            <FormText form={form} name="mail_address_line1" autoComplete="section-mail address-line1" />
            <div className={styles.pair}>
              <FormText form={form} name="mail_city" autoComplete="section-mail address-level2" />
              <FormSelect form={form} name="mail_state" autoComplete="section-mail address-level1" options={states} />
            </div>
            <FormText form={form} name="mail_zipcode" autoComplete="section-mail postal-code" />
          </>
        )}
      </fieldset>
      <StepFoot form={form} kind={step.kind} schema={addressSchema} />
    </Form>
  );
}

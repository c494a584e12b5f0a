import { useState } from 'react';
import { licenseTypes } from '../../../model/lists/license-types.ts';
import { physicianSpecialties, providerTypes } from '../../../../sync/domain/provider-types.ts';
import { Form } from '../../../forms/form.tsx';
import { FormCheck } from '../../../forms/form-check.tsx';
import { FormMasked } from '../../../forms/form-masked.tsx';
import { FormSelect } from '../../../forms/form-select.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { dateMask, phoneMask } from '../../../forms/mask.ts';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { dateIn } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { regions } from '../../../model/lists/regions.ts';
import { expiryHint, practiceSchema, practiceWords, type PracticeSaid, type PracticeValues } from './intake-values.ts';
import { draftOf, type StepProps } from './intake-step.ts';
import { practiceValues, savePractice } from './save-practice.ts';
import { StepFoot } from './step-foot.tsx';
import styles from './intake.module.css';

const choose = { value: '', label: 'Please choose' };
const list = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));
const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

/** [S-286, S-296, S-297, S-301] What she is, and by which licence. */
export function PracticeStep(step: StepProps) {
  const { known } = step;
  const [begun] = useState(() => practiceValues(known));
  const client = useClient();
  const { zone } = useMe();
  const form = useOrchidForm<PracticeValues, PracticeSaid>({
    schema: practiceSchema,
    words: practiceWords,
    keep: draftOf(step, 'describe-your-practice'),
    stays: true,
    defaults: begun,
    send: (said) => savePractice(client, known, said, begun),
    onSent: step.onSaved,
  });
  const { type, specialty, has_supervision } = form.values;
  const today = dateIn(useNow(), zone);
  const types = providerTypes.find((one) => one === type);
  const subs = physicianSpecialties.find((one) => one.specialty === specialty)?.sub_specialties ?? [];
  return (
    <Form form={form}>
      <FormSelect
        form={form}
        name="type"
        options={[choose, ...providerTypes.map((one) => ({ value: one, label: capital(one) }))]}
      />
      {type === 'physician' ? (
        <div className={styles.pair}>
          <FormSelect
            form={form}
            name="specialty"
            options={[choose, ...list(physicianSpecialties.map((one) => one.specialty))]}
          />
          {subs.length > 0 ? (
            <FormSelect form={form} name="sub_specialty" options={[{ value: '', label: 'None' }, ...list(subs)]} />
          ) : null}
        </div>
      ) : null}
      <FormText form={form} name="business_entity_name" autoComplete="organization" />
      <fieldset className={styles.group}>
        <legend>Your license</legend>
        <div className={styles.pair}>
          <FormSelect
            form={form}
            name="license_type"
            hint="Optional"
            options={[{ value: '', label: 'Not said' }, ...list(types ? licenseTypes[types] : [])]}
          />
          <FormSelect
            form={form}
            name="conferring_entity"
            options={[choose, ...regions.US.map(({ code, name }) => ({ value: code, label: name }))]}
          />
        </div>
        <div className={styles.pair}>
          <FormText form={form} name="license_number" autoComplete="off" />
          <FormMasked
            form={form}
            name="expiration_date"
            mask={dateMask}
            hint={expiryHint(form.values.expiration_date, today)}
            autoComplete="off"
          />
        </div>
        <FormCheck form={form} name="has_supervision">
          {practiceWords.has_supervision}
        </FormCheck>
        {has_supervision ? (
          <>
            <FormText form={form} name="supervisor_name" autoComplete="off" hint="Optional" />
            <div className={styles.pair}>
              <FormText form={form} name="supervisor_npi" autoComplete="off" hint="Optional, ten digits" />
              <FormMasked form={form} name="supervisor_phone" mask={phoneMask} autoComplete="off" hint="Optional" />
            </div>
            <div className={styles.pair}>
              <FormText form={form} name="supervisor_license_type" autoComplete="off" hint="Optional" />
              <FormText form={form} name="supervisor_license_number" autoComplete="off" hint="Optional" />
            </div>
          </>
        ) : null}
      </fieldset>
      <StepFoot form={form} kind={step.kind} schema={practiceSchema} />
    </Form>
  );
}

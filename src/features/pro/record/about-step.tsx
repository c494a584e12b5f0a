import { useState } from 'react';
import { asksForDoctorate, doctoralDegrees, nameSchemas } from '../../../../sync/domain/display-name.ts';
import { toInstant } from '../../../../sync/core/instant.ts';
import { Form } from '../../../forms/form.tsx';
import { FormMasked } from '../../../forms/form-masked.tsx';
import { FormSelect } from '../../../forms/form-select.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { dateMask, fromDateText, toDateText } from '../../../forms/mask.ts';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { saveOwn } from '../../../model/profile/save-professional.ts';
import { aboutSchema, aboutWords, type AboutSaid, type AboutValues } from './intake-values.ts';
import { draftOf, useChanges, type StepProps } from './intake-step.ts';
import { StepFoot } from './step-foot.tsx';
import styles from './intake.module.css';

const degrees = [
  { value: '', label: 'None of these' },
  ...doctoralDegrees.map((degree) => ({ value: degree, label: degree })),
];

/** [S-285, S-294, S-295] Name, how she is called, birth. */
export function AboutStep(step: StepProps) {
  const { name, record } = step.known;
  const client = useClient();
  // Where nobody has chosen how she is called, quick intake does; elsewhere the one she has stands until she changes it.
  const [schemaBefore] = useState(() => record.name_schema ?? (step.kind === 'settings' ? 'First Name Last Name' : ''));
  const save = useChanges({ ...record, ...name, name_schema: schemaBefore });
  const [schema] = useState(() => aboutSchema(toInstant(Date.now()).slice(0, 10)));
  const form = useOrchidForm<AboutValues, AboutSaid>({
    schema,
    words: aboutWords,
    keep: draftOf(step, 'tell-us-about-yourself'),
    stays: true,
    defaults: {
      first_name: name.first_name,
      last_name: name.last_name,
      preferred_first_name: record.preferred_first_name ?? '',
      medical_degree: record.medical_degree ?? '',
      name_schema:
        record.name_schema === undefined || record.name_schema === '' ? 'First Name Last Name' : record.name_schema,
      dob: toDateText(record.dob ?? ''),
    },
    send: ({ dob, ...said }) =>
      save(
        {
          ...said,
          dob: fromDateText(dob) ?? '',
          legal_first_name: said.first_name,
          // [S-355]
          signature_legal_first_name: said.first_name,
          signature_legal_last_name: said.last_name,
        },
        (changed) => saveOwn(client, 'professional_record.save', changed, 'about'),
      ),
    onSent: step.onSaved,
  });
  const hasDoctorate = form.values.medical_degree !== '';
  return (
    <Form form={form}>
      <div className={styles.pair}>
        <FormText form={form} name="first_name" autoComplete="given-name" />
        <FormText form={form} name="last_name" autoComplete="family-name" />
      </div>
      <div className={styles.pair}>
        <FormText
          form={form}
          name="preferred_first_name"
          autoComplete="nickname"
          hint="Optional, if it is another one"
        />
        <FormSelect form={form} name="medical_degree" label="Doctoral degree" hint="Optional" options={degrees} />
      </div>
      <FormSelect
        form={form}
        name="name_schema"
        hint="Clients and colleagues see this name. Formats with “Dr.” or a degree ask for a doctoral degree."
        options={nameSchemas.map((schema) => ({
          value: schema,
          label: schema,
          disabled: asksForDoctorate(schema) && !hasDoctorate,
        }))}
      />
      <FormMasked form={form} name="dob" mask={dateMask} hint="Month/day/year" autoComplete="bday" />
      <StepFoot form={form} kind={step.kind} schema={schema} />
    </Form>
  );
}

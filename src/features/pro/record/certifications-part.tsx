import * as v from 'valibot';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { Form } from '../../../forms/form.tsx';
import { FormArea } from '../../../forms/form-area.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { saveOwn } from '../../../model/profile/save-professional.ts';
import { draftOf, useChanges, type StepProps } from './intake-step.ts';
import { StepFoot } from './step-foot.tsx';
import styles from './professional-record.module.css';

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const schema = v.object({
  certifications: v.pipe(
    v.string(),
    v.check(
      (text) => linesOf(text).length <= 20 && linesOf(text).every((line) => line.length <= 100),
      errorTexts.invalid_arguments,
    ),
  ),
});
type Values = v.InferInput<typeof schema>;

/** [C-323, C-324] What she holds beside her licences: shown on her page for everybody. */
export function CertificationsPart(step: StepProps) {
  const { record } = step.known;
  const client = useClient();
  const before = (record.certifications ?? []).join('\n');
  const save = useChanges({ certifications: before });
  const form = useOrchidForm<Values, Values>({
    schema,
    words: { certifications: 'Certifications, one a line' },
    keep: draftOf(step, 'certifications'),
    stays: true,
    defaults: { certifications: before },
    send: (said) =>
      save({ certifications: linesOf(said.certifications).join('\n') }, ({ certifications }) =>
        saveOwn(
          client,
          'professional_record.save',
          certifications === undefined ? {} : { certifications: [...linesOf(certifications)] },
          'certifications',
        ),
      ),
    onSent: step.onSaved,
  });
  return (
    <Form form={form}>
      <FormArea form={form} name="certifications" rows={3} />
      <p className={styles.soft}>They stand on your page for everybody, while it is up.</p>
      <StepFoot form={form} kind={step.kind} schema={schema} />
    </Form>
  );
}

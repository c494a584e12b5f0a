import { Link } from '@tanstack/react-router';
import { heardAbout } from '../../../../sync/collections/professional-record.ts';
import { Form } from '../../../forms/form.tsx';
import { FormCheck } from '../../../forms/form-check.tsx';
import { FormSelect } from '../../../forms/form-select.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { finishIntake } from './finish-intake.ts';
import { finishSchema, finishWords, type FinishSaid, type FinishValues } from './intake-values.ts';
import { draftOf, type StepProps } from './intake-step.ts';
import { gapsOf } from './gaps.ts';
import { StepFoot } from './step-foot.tsx';
import { steps } from './steps.ts';
import styles from './intake.module.css';

const options = [{ value: '', label: 'Please choose' }, ...heardAbout.map((one) => ({ value: one, label: one }))];

/** [S-289 to S-293, S-329] What is confirmed at the end; the work itself begins behind it. */
export function FinishStep(step: StepProps) {
  const { known } = step;
  const client = useClient();
  const { confirmed, heard_about_orchid_via } = known.record;
  const form = useOrchidForm<FinishValues, FinishSaid>({
    schema: finishSchema,
    words: finishWords,
    keep: draftOf(step, 'before-you-finish'),
    stays: true,
    defaults: {
      heard_about_orchid_via: heard_about_orchid_via ?? '',
      agreed_to_terms_of_use: confirmed.agreed_to_terms_of_use !== undefined,
      agreed_to_independent_contractor_terms: confirmed.agreed_to_independent_contractor_terms !== undefined,
      confirmed_have_social_security_number: confirmed.confirmed_have_social_security_number !== undefined,
      confirmed_allowed_to_work_in_usa: confirmed.confirmed_allowed_to_work_in_usa !== undefined,
      confirmed_is_over_eighteen: confirmed.confirmed_is_over_eighteen !== undefined,
    },
    send: async (said) => {
      const [gap] = gapsOf(known);
      if (gap !== undefined)
        return { kind: 'incomplete', message: `Something is missing in an earlier step: “${steps[gap]?.title}”` };
      return finishIntake(client, said, reportError);
    },
    onSent: step.onSaved,
  });
  return (
    <Form form={form}>
      <FormSelect form={form} name="heard_about_orchid_via" options={options} />
      <div className={styles.ticks}>
        <FormCheck form={form} name="agreed_to_terms_of_use">
          I agree to the{' '}
          <Link to="/terms-of-use" target="_blank">
            Terms of Use
          </Link>
        </FormCheck>
        <FormCheck form={form} name="agreed_to_independent_contractor_terms">
          I agree to the{' '}
          <Link to="/independent-contractor-agreement" target="_blank">
            independent contractor terms
          </Link>
          , which hold once Orchid finds clients for me
        </FormCheck>
        <FormCheck form={form} name="confirmed_have_social_security_number">
          I have a valid Social Security number. Orchid does not ask for it.
        </FormCheck>
        <FormCheck form={form} name="confirmed_allowed_to_work_in_usa">
          I may work in the United States
        </FormCheck>
        <FormCheck form={form} name="confirmed_is_over_eighteen">
          I am 18 or older
        </FormCheck>
      </div>
      <StepFoot form={form} kind={step.kind} schema={finishSchema} isLast />
    </Form>
  );
}

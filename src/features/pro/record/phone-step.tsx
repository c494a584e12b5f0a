import { Form } from '../../../forms/form.tsx';
import { FormMasked } from '../../../forms/form-masked.tsx';
import { applyMask, phoneMask } from '../../../forms/mask.ts';
import { phoneDigits } from '../../../forms/phone.ts';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { saveOwn } from '../../../model/profile/save-professional.ts';
import { phoneSchema, phoneWords, type PhoneValues } from './intake-values.ts';
import { draftOf, useChanges, type StepProps } from './intake-step.ts';
import { StepFoot } from './step-foot.tsx';

/** [S-288, S-298] */
export function PhoneStep(step: StepProps) {
  const { record } = step.known;
  const client = useClient();
  const save = useChanges(record);
  const form = useOrchidForm<PhoneValues, PhoneValues>({
    schema: phoneSchema,
    words: phoneWords,
    keep: draftOf(step, 'what-is-your-phone-number'),
    stays: true,
    defaults: { phone_number: applyMask(record.phone_number ?? '', phoneMask) },
    send: ({ phone_number }) =>
      save({ phone_number: phoneDigits(phone_number) ?? '' }, (changed) =>
        saveOwn(client, 'professional_record.save', changed, 'phone'),
      ),
    onSent: step.onSaved,
  });
  return (
    <Form form={form}>
      <FormMasked form={form} name="phone_number" mask={phoneMask} autoComplete="work tel-national" />
      <StepFoot form={form} kind={step.kind} schema={phoneSchema} />
    </Form>
  );
}

import { useLocation, useRouter } from '@tanstack/react-router';
import type { FieldValues } from 'react-hook-form';
import { useState } from 'react';
import type * as v from 'valibot';
import { SendButton } from '../../../forms/form.tsx';
import type { OrchidForm } from '../../../forms/use-orchid-form.ts';
import { Button } from '../../../ui/button.tsx';
import { firstWrong, wrongText } from './first-wrong.ts';
import type { StepProps } from './intake-step.ts';
import { stepAt, steps } from './steps.ts';
import styles from './intake.module.css';

interface StepFootProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly kind: StepProps['kind'];
  readonly schema: v.GenericSchema;
  readonly isLast?: boolean;
}

/**
 * [S-051, S-052, S-284] Back by the browser's own history; Continue, on the last step Finish, once nothing is missing. Pressed before, it
 * says what is, and the focus goes there.
 */
export function StepFoot<Values extends FieldValues>({ form, kind, schema, isLast = false }: StepFootProps<Values>) {
  const router = useRouter();
  const { hash } = useLocation();
  const at = stepAt(hash);
  const [isAsked, setAsked] = useState(false);
  const wrong = firstWrong(schema, form.values, form.words);
  const send = { form, busyWords: 'Saving…', waits: wrong !== null, onClick: () => setAsked(true) };
  const why =
    isAsked && wrong ? (
      <p role="alert" className={styles.why}>
        {wrongText(wrong, form.words)}
      </p>
    ) : null;
  const back = (): void => {
    // Opened in the middle, there is nothing to go back to but another site.
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: '/quick-intake', hash: steps[at - 1]?.hash ?? steps[0].hash, replace: true });
  };
  if (kind === 'settings')
    return (
      <div className={styles.foot}>
        <SendButton {...send}>Save</SendButton>
        {why}
      </div>
    );
  return (
    <div className={styles.foot}>
      {at > 0 ? <Button onClick={back}>Back</Button> : <span />}
      <SendButton {...send}>{isLast ? 'Finish' : 'Continue'}</SendButton>
      {why}
    </div>
  );
}

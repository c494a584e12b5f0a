import { useLocation, useRouter } from '@tanstack/react-router';
import type { FieldValues } from 'react-hook-form';
import * as v from 'valibot';
import { SendButton } from '../../../forms/form.tsx';
import type { OrchidForm } from '../../../forms/use-orchid-form.ts';
import { Button } from '../../../ui/button.tsx';
import type { StepProps } from './intake-step.ts';
import { stepAt, steps } from './steps.ts';
import styles from './intake.module.css';

interface StepFootProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly kind: StepProps['kind'];
  readonly isReady: boolean;
  readonly isLast?: boolean;
}

/** [S-284] Whether everything that a step asks for stands in it. */
export function schemaHolds(schema: v.GenericSchema, values: unknown): boolean {
  return v.safeParse(schema, values).success;
}

/** [S-051, S-052] Back by the browser's own history; Continue, on the last step Finish, once nothing is missing. */
export function StepFoot<Values extends FieldValues>({ form, kind, isReady, isLast = false }: StepFootProps<Values>) {
  const router = useRouter();
  const { hash } = useLocation();
  const at = stepAt(hash);
  const back = (): void => {
    // Opened in the middle, there is nothing to go back to but another site.
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: '/quick-intake', hash: steps[at - 1]?.hash ?? steps[0].hash, replace: true });
  };
  if (kind === 'settings')
    return (
      <div className={styles.foot}>
        <SendButton form={form} busyWords="Saving…" disabled={!isReady}>
          Save
        </SendButton>
      </div>
    );
  return (
    <div className={styles.foot}>
      {at > 0 ? <Button onClick={back}>Back</Button> : <span />}
      <SendButton form={form} busyWords="Saving…" disabled={!isReady}>
        {isLast ? 'Finish' : 'Continue'}
      </SendButton>
    </div>
  );
}

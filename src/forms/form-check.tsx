import { useId, type ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { Checkbox } from '../ui/choice.tsx';
import styles from './form.module.css';
import type { OrchidForm } from './use-orchid-form.ts';

interface FormCheckProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly name: FieldPath<Values>;
  readonly children: ReactNode;
  /** What whoever decides should know; read with it. */
  readonly hint?: string;
}

/** Something to agree to. */
export function FormCheck<Values extends FieldValues>({ form, name, children, hint }: FormCheckProps<Values>) {
  const id = useId();
  const hintId = useId();
  const error = form.errorOf(name);
  return (
    <div>
      <Checkbox
        {...form.register(name)}
        label={children}
        disabled={form.isBusy}
        aria-invalid={error ? true : undefined}
        aria-describedby={[hint ? hintId : '', error ? id : ''].filter((one) => one !== '').join(' ') || undefined}
      />
      {hint ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={id} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

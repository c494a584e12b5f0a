import { useId, type ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { Checkbox } from '../ui/choice.tsx';
import styles from './form.module.css';
import type { OrchidForm } from './use-orchid-form.ts';

interface FormCheckProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly name: FieldPath<Values>;
  readonly children: ReactNode;
}

/** Something to agree to. */
export function FormCheck<Values extends FieldValues>({ form, name, children }: FormCheckProps<Values>) {
  const id = useId();
  const error = form.errorOf(name);
  return (
    <div>
      <Checkbox
        {...form.register(name)}
        label={children}
        disabled={form.isBusy}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
      />
      {error ? (
        <p id={id} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

import { useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import styles from './form.module.css';
import type { OrchidForm } from './use-orchid-form.ts';

interface FormAreaProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly name: FieldPath<Values>;
  readonly rows: number;
  readonly maxLength?: number;
}

/** A field of many lines, which grows with its text. */
export function FormArea<Values extends FieldValues>({ form, name, rows, maxLength }: FormAreaProps<Values>) {
  const id = useId();
  const error = form.errorOf(name);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{form.words[name] ?? name}</label>
      <textarea
        id={id}
        rows={rows}
        maxLength={maxLength}
        autoComplete="off"
        // What is typed while it is sent would go with neither.
        readOnly={form.isBusy}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : `${id}-error`}
        {...form.register(name)}
      />
      {error === null ? null : (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

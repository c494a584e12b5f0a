import { useId, type ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { Radio } from '../ui/choice.tsx';
import styles from './form.module.css';
import type { OrchidForm } from './use-orchid-form.ts';

export interface ChoiceOption {
  readonly value: string;
  readonly label: ReactNode;
  readonly hint?: string;
}

interface FormChoiceProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly name: FieldPath<Values>;
  readonly options: readonly ChoiceOption[];
  /** Belongs to the choice and stands under it. */
  readonly children?: ReactNode;
}

/** One of several. */
export function FormChoice<Values extends FieldValues>({ form, name, options, children }: FormChoiceProps<Values>) {
  const errorId = useId();
  const error = form.errorOf(name);
  return (
    <fieldset
      role="radiogroup"
      className={styles.group}
      aria-invalid={error === null ? undefined : true}
      aria-describedby={error === null ? undefined : errorId}
    >
      <legend className={styles.legend}>{form.words[name] ?? name}</legend>
      {options.map(({ value, label, hint }) => (
        <Radio
          key={value}
          value={value}
          {...form.register(name)}
          label={
            <>
              {label}
              {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
            </>
          }
        />
      ))}
      {error === null ? null : (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}

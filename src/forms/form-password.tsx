import { useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { TextField } from '../ui/text-field.tsx';
import styles from './form-password.module.css';
import type { OrchidForm } from './use-orchid-form.ts';

interface FormPasswordProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly name: FieldPath<Values>;
  readonly autoComplete: 'new-password' | 'current-password';
}

/** A password, which can be looked at while it is typed. */
export function FormPassword<Values extends FieldValues>({ form, name, autoComplete }: FormPasswordProps<Values>) {
  const [shown, setShown] = useState(false);
  const { ref, ...registered } = form.register(name);
  const label = form.words[name] ?? name;
  return (
    <TextField
      {...registered}
      inputRef={ref}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      readOnly={form.isBusy}
      label={label}
      error={form.errorOf(name)}
      end={
        <button
          type="button"
          className={styles.show}
          aria-pressed={shown}
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}

import { useId, type Ref, type SelectHTMLAttributes } from 'react';
import styles from './text-field.module.css';

/** What can be chosen; what cannot be for now stands there all the same. */
export type SelectOptions = readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  readonly error?: string | null;
  readonly hint?: string;
  readonly options: SelectOptions;
  readonly selectRef?: Ref<HTMLSelectElement>;
}

/** One of a list, by the platform's own control: it is the quickest on a phone, and everybody knows it. */
export function SelectField({ label, hint, error, options, selectRef, id, ...rest }: SelectFieldProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  const noteId = `${selectId}-note`;
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={selectId}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        <select
          id={selectId}
          ref={selectRef}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          {...rest}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      {note ? (
        <p id={noteId} className={error ? styles.error : styles.hint}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

import { useId, type Ref, type SelectHTMLAttributes } from 'react';
import styles from './text-field.module.css';

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  readonly error?: string | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly selectRef?: Ref<HTMLSelectElement>;
}

/** One of a list, by the platform's own control: it is the quickest on a phone, and everybody knows it. */
export function SelectField({ label, error, options, selectRef, id, ...rest }: SelectFieldProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  const noteId = `${selectId}-note`;
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
          aria-describedby={error ? noteId : undefined}
          {...rest}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      {error ? (
        <p id={noteId} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classes } from './classes.ts';
import styles from './text-field.module.css';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
  /** Sits inside the field, at its end. */
  readonly end?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, end, inputRef, className, id, ...rest }: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const note = error ?? hint;
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={inputId}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        <input
          id={inputId}
          ref={inputRef}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          {...rest}
        />
        {end}
      </div>
      {note ? (
        <p id={noteId} className={error ? styles.error : styles.hint}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

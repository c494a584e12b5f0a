import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Notice } from '../ui/notice.tsx';
import { Button, type ButtonTone } from '../ui/button.tsx';
import styles from './form.module.css';
import type { OrchidForm } from './use-orchid-form.ts';

interface FormProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly children: ReactNode;
}

/** The fields of a form and, under them, why it was refused. */
export function Form<Values extends FieldValues>({ form, children }: FormProps<Values>) {
  return (
    <form id={form.id} className={styles.form} noValidate onSubmit={form.submit}>
      {children}
      {form.refusal === null ? null : (
        <Notice tone="need" role="alert">
          {form.refusal}
        </Notice>
      )}
    </form>
  );
}

interface SendButtonProps<Values extends FieldValues> extends FormProps<Values> {
  /** What it says while it is sent. */
  readonly busyWords?: string;
  readonly tone?: ButtonTone;
  /** There is nothing to send yet. */
  readonly disabled?: boolean;
  /** Something is missing: pressed, it says what. */
  readonly waits?: boolean;
  readonly onClick?: () => void;
}

/** Sends a form; may stand outside of it, as in the foot of a sheet. */
export function SendButton<Values extends FieldValues>(props: SendButtonProps<Values>) {
  const { form, busyWords, tone = 'primary', disabled = false, waits = false, onClick, children } = props;
  return (
    <Button
      type="submit"
      form={form.id}
      tone={tone}
      disabled={form.isBusy || disabled}
      aria-disabled={waits ? true : undefined}
      onClick={onClick}
    >
      {form.isBusy && busyWords !== undefined ? busyWords : children}
    </Button>
  );
}

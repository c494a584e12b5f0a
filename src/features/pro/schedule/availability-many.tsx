import { useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { OrchidForm } from '../../../forms/use-orchid-form.ts';
import { Checkbox } from '../../../ui/choice.tsx';
import { putInField } from './put-in-field.ts';
import styles from './availability-fields.module.css';

interface ManyFieldProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly name: FieldPath<Values>;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly hint?: string;
}

/** Several of a few, kept as one text with commas between, in the order in which they stand here. */
export function ManyField<Values extends FieldValues>({ form, name, options, hint }: ManyFieldProps<Values>) {
  const noteId = useId();
  const { ref, ...registered } = form.register(name);
  const said: unknown = form.values[name];
  const chosen = typeof said === 'string' && said !== '' ? said.split(',') : [];
  const error = form.errorOf(name);
  const note = error ?? hint;
  // What is not offered any more stays chosen until somebody takes it out.
  const order = [
    ...options.map(({ value }) => value),
    ...chosen.filter((one) => options.every(({ value }) => value !== one)),
  ];
  const put = (value: string, isChosen: boolean): void =>
    putInField(form.id, name, order.filter((one) => (one === value ? isChosen : chosen.includes(one))).join(','));
  return (
    <fieldset className={styles.many} aria-describedby={note ? noteId : undefined}>
      <legend>{form.words[name] ?? name}</legend>
      {/* What is sent: the boxes below write into it. */}
      <input className="visually-hidden" tabIndex={-1} aria-hidden ref={ref} {...registered} />
      <div className={styles.boxes}>
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            disabled={form.isBusy}
            onChange={({ target }) => put(value, target.checked)}
          />
        ))}
      </div>
      {note ? (
        <p id={noteId} className={error ? styles.error : styles.hint}>
          {note}
        </p>
      ) : null}
    </fieldset>
  );
}

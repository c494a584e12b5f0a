import type { FieldPath, FieldValues } from 'react-hook-form';
import type { OrchidForm } from '../../../forms/use-orchid-form.ts';
import { TextField } from '../../../ui/text-field.tsx';

interface ClockFieldProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly name: FieldPath<Values>;
}

/** A time of day, by the browser's own field. */
export function ClockField<Values extends FieldValues>({ form, name }: ClockFieldProps<Values>) {
  const { ref, ...registered } = form.register(name);
  return (
    <TextField
      {...registered}
      inputRef={ref}
      type="time"
      readOnly={form.isBusy}
      label={form.words[name] ?? name}
      error={form.errorOf(name)}
    />
  );
}

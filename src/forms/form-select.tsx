import type { FieldPath, FieldValues } from 'react-hook-form';
import { SelectField, type SelectOptions } from '../ui/select-field.tsx';
import type { OrchidForm } from './use-orchid-form.ts';

interface FormSelectProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly name: FieldPath<Values>;
  readonly options: SelectOptions;
  readonly hint?: string;
  /** Default: the form's word for it. */
  readonly label?: string;
  readonly autoComplete?: string;
}

/** One of a list. */
export function FormSelect<Values extends FieldValues>({ form, name, label, ...rest }: FormSelectProps<Values>) {
  const { ref, ...registered } = form.register(name);
  return (
    <SelectField
      {...rest}
      {...registered}
      selectRef={ref}
      disabled={form.isBusy}
      label={label ?? form.words[name] ?? name}
      error={form.errorOf(name)}
    />
  );
}

import type { FieldPath, FieldValues } from 'react-hook-form';
import { TextField } from '../ui/text-field.tsx';
import type { OrchidForm } from './use-orchid-form.ts';

interface FormTextProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly name: FieldPath<Values>;
  readonly type?: 'text' | 'date' | 'email' | 'tel';
  readonly autoComplete?: string;
  readonly hint?: string;
  /** Default: the form's word for it. */
  readonly label?: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** A field of one line. */
export function FormText<Values extends FieldValues>({
  form,
  name,
  type = 'text',
  label,
  ...rest
}: FormTextProps<Values>) {
  const { ref, ...registered } = form.register(name);
  return (
    <TextField
      {...rest}
      {...registered}
      inputRef={ref}
      type={type}
      readOnly={form.isBusy}
      label={label ?? form.words[name] ?? name}
      error={form.errorOf(name)}
    />
  );
}

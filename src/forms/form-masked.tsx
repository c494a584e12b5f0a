import type { FieldPath, FieldValues } from 'react-hook-form';
import { TextField } from '../ui/text-field.tsx';
import { applyMask } from './mask.ts';
import type { OrchidForm } from './use-orchid-form.ts';

interface FormMaskedProps<Values extends FieldValues> {
  readonly form: OrchidForm<Values>;
  readonly name: FieldPath<Values>;
  readonly mask: string;
  readonly hint?: string;
  readonly autoComplete?: string;
}

/** Digits under a mask. What is typed at the end is laid out at once; in the middle nothing moves under the cursor. */
export function FormMasked<Values extends FieldValues>({ form, name, mask, ...rest }: FormMaskedProps<Values>) {
  const { ref, onChange, ...registered } = form.register(name);
  return (
    <TextField
      {...rest}
      {...registered}
      inputRef={ref}
      type="text"
      inputMode="numeric"
      readOnly={form.isBusy}
      label={form.words[name] ?? name}
      error={form.errorOf(name)}
      onChange={(event) => {
        const { target } = event;
        const isAtEnd = target.selectionStart === target.value.length;
        const isLonger = target.value.replaceAll(/\D/g, '').length > 0;
        // Taking away the mask's own sign must not bring it back.
        const isTaken = 'inputType' in event.nativeEvent && String(event.nativeEvent.inputType).startsWith('delete');
        if (isAtEnd && isLonger && !isTaken) target.value = applyMask(target.value, mask);
        void onChange(event);
      }}
    />
  );
}

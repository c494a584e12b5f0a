import { places } from '../../../../sync/collections/appointment.ts';
import { billingTypes, sessionKinds } from '../../../../sync/domain/session-kinds.ts';
import { useEffect, useRef } from 'react';
import { FormSelect } from '../../../forms/form-select.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import type { OrchidForm } from '../../../forms/use-orchid-form.ts';
import { billingWords, kindWords, priceWords, typedPrice } from '../../../model/sessions/plan-words.ts';
import type { SessionType } from '../../../model/sessions/use-session-types.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { putInField } from './put-in-field.ts';
import { plainLabel, type SessionValues } from './session-form.ts';
import styles from './session-sheet.module.css';

const placeOptions = places.map((place) => ({
  value: place,
  label: { telehealth: 'Video', office_location: 'In person, at the office', outside: 'Elsewhere' }[place],
}));
const kindOptions = [
  { value: '', label: 'Not said' },
  ...sessionKinds.map((kind) => ({ value: kind, label: kindWords[kind] })),
];
const billingOptions = [
  { value: '', label: 'Not said' },
  ...billingTypes.map((type) => ({ value: type, label: billingWords[type] })),
];

interface SessionFieldsProps {
  readonly form: OrchidForm<SessionValues>;
  readonly types: readonly SessionType[];
}

/** When a session is to be. */
export function SessionTimeFields({ form }: { readonly form: OrchidForm<SessionValues> }) {
  return (
    <div className={styles.times}>
      <FormText form={form} name="date" type="date" />
      <TypedField form={form} name="time" type="time" />
      <TypedField form={form} name="minutes" type="number" />
    </div>
  );
}

/** What else is planned of it. Choosing a type fills in its length, kind and price; each can be another one for this session. */
export function SessionPlanFields({ form, types }: SessionFieldsProps) {
  const label = form.values.appointment_type_label;
  const { id } = form;
  const last = useRef(label);
  useEffect(() => {
    if (last.current === label) return;
    last.current = label;
    const type = types.find(({ body }) => body.label === label)?.body;
    if (!type) return;
    putInField(id, 'minutes', String(type.minutes));
    putInField(id, 'kind', type.kind);
    putInField(id, 'price', typedPrice(type.price_cents));
  }, [id, label, types]);
  const known = types.map(({ body }) => body);
  const isOther = known.every((type) => type.label !== label);
  const options = [
    ...(isOther ? [{ value: label, label }] : []),
    ...(known.length === 0 && label !== plainLabel ? [{ value: plainLabel, label: plainLabel }] : []),
    ...[...new Map(known.map((type) => [type.label, type])).values()].map((type) => ({
      value: type.label,
      label: `${type.label}, ${type.minutes} min, ${priceWords(type.price_cents)}`,
    })),
  ];
  return (
    <>
      <div className={styles.pair}>
        <FormSelect form={form} name="appointment_type_label" options={options} />
        <FormSelect form={form} name="place" options={placeOptions} />
      </div>
      <div className={styles.times}>
        <FormSelect form={form} name="kind" options={kindOptions} />
        <FormSelect form={form} name="billing_type" options={billingOptions} />
        <TypedField form={form} name="price" type="text" inputMode="decimal" />
      </div>
    </>
  );
}

interface TypedFieldProps {
  readonly form: OrchidForm<SessionValues>;
  readonly name: 'time' | 'minutes' | 'price';
  readonly type: 'time' | 'number' | 'text';
  readonly inputMode?: 'decimal';
}

function TypedField({ form, name, ...rest }: TypedFieldProps) {
  const { ref, ...registered } = form.register(name);
  return (
    <TextField
      {...rest}
      {...registered}
      inputRef={ref}
      autoComplete="off"
      readOnly={form.isBusy}
      label={form.words[name]}
      error={form.errorOf(name)}
    />
  );
}

import { places } from '../../../../sync/collections/appointment.ts';
import { FormSelect } from '../../../forms/form-select.tsx';
import type { OrchidForm } from '../../../forms/use-orchid-form.ts';
import type { HeldLocation } from '../../../model/profile/use-professional.ts';
import type { SessionType } from '../../../model/sessions/use-session-types.ts';
import { ManyField } from './availability-many.tsx';
import type { OfferValues } from './availability-offer.ts';
import styles from './session-sheet.module.css';

const placeOptions = [
  { value: '', label: 'Anywhere' },
  ...places.map((place) => ({
    value: place,
    label: { telehealth: 'Video only', office_location: 'In person only', outside: 'Elsewhere only' }[place],
  })),
];

interface OfferFieldsProps {
  readonly form: OrchidForm<OfferValues>;
  readonly types: readonly SessionType[];
  readonly offices: readonly HeldLocation[];
}

/** What an open time is for: all, until somebody says less. */
export function OfferFields({ form, types, offices }: OfferFieldsProps) {
  const { place, office } = form.values;
  const known = offices.map(({ id, body }) => ({ value: id, label: body.office_name }));
  const isOther = office !== '' && known.every(({ value }) => value !== office);
  return (
    <>
      <div className={styles.pair}>
        <FormSelect form={form} name="place" options={placeOptions} />
        {place === 'office_location' && (known.length > 0 || isOther) ? (
          <FormSelect
            form={form}
            name="office"
            options={[
              { value: '', label: 'Every office' },
              ...known,
              ...(isOther ? [{ value: office, label: 'An office no longer listed' }] : []),
            ]}
          />
        ) : null}
      </div>
      {types.length > 0 ? (
        <ManyField
          form={form}
          name="types"
          options={types.map(({ id, body }) => ({ value: id, label: body.label }))}
          hint="None chosen: open for every type"
        />
      ) : null}
    </>
  );
}

import { useEffect, useRef } from 'react';
import { FormSelect } from '../../../forms/form-select.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import type { OrchidForm } from '../../../forms/use-orchid-form.ts';
import { everyPlace, placeName } from '../../../model/sessions/client-place.ts';
import { licenseReach } from '../../../model/sessions/license-reach.ts';
import { ReachNotice } from '../../../model/sessions/license-reach-notice.tsx';
import { useOwnLicenses } from '../../../model/sessions/license-reach-own.ts';
import type { KnownPlace } from '../../../model/sessions/use-known-place.ts';
import { putInField } from './put-in-field.ts';
import { placeSaid, unsaidPlace, type BookingValues } from './session-form-booking.ts';

interface SessionPlaceFieldsProps {
  readonly form: OrchidForm<BookingValues>;
  /** Of the client who is chosen. */
  readonly known: KnownPlace | null;
}

const fromWords = {
  session: 'as at the last session',
  series: 'as said for the series',
  home: 'by the home address',
} as const;

/** Where the client of a session or a series by video will be, and why it is held where no licence of one's own reaches (D-26). */
export function SessionPlaceFields({ form, known }: SessionPlaceFieldsProps) {
  const licenses = useOwnLicenses();
  const { id, values } = form;
  const { chart_id: chart, place, license_reason: reason, date } = values;
  // What was said of one client is said of nobody else.
  const last = useRef(chart);
  useEffect(() => {
    if (chart === '' || last.current === chart) return;
    if (last.current !== '') for (const name of ['client_state', 'license_reason']) putInField(id, name, '');
    last.current = chart;
  }, [id, chart]);
  if (chart === '' || place !== 'telehealth') return null;
  const there = placeSaid(values, known);
  const reach = licenses !== null && there !== null ? licenseReach(licenses, there, date) : null;
  const isFar = reach !== null && reach.kind !== 'reaches';
  const options = [
    known === null
      ? { value: '', label: 'Not known yet' }
      : { value: '', label: `${placeName(known.place)}, ${fromWords[known.from]}` },
    ...(known === null ? [] : [{ value: unsaidPlace, label: 'Not known yet' }]),
    ...everyPlace,
  ];
  return (
    <>
      <FormSelect form={form} name="client_state" options={options} />
      {there !== null && reach !== null ? <ReachNotice place={there} reach={reach} /> : null}
      {isFar || reason !== '' ? <FormText form={form} name="license_reason" autoComplete="off" /> : null}
    </>
  );
}

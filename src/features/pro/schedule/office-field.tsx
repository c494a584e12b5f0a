import { FormSelect } from '../../../forms/form-select.tsx';
import type { OrchidForm } from '../../../forms/use-orchid-form.ts';
import { officeMeant, type Office } from '../../../model/sessions/use-offices.ts';
import type { SessionValues } from './session-form.ts';

interface OfficeFieldProps {
  readonly form: OrchidForm<SessionValues>;
  /** Where its clinician sees people, the usual one first. */
  readonly offices: readonly Office[];
  /** Where it is held until now. */
  readonly held?: string | null;
}

/** [CA-13] In which office it is held; asked where there is more than one. */
export function OfficeField({ form, offices, held = null }: OfficeFieldProps) {
  if (form.values.place !== 'office_location' || offices.length < 2) return null;
  const first = officeMeant('', offices, held);
  const options = offices.map(({ id, body }) => ({ value: id === first ? '' : id, label: body.office_name }));
  return <FormSelect form={form} name="office_location_id" options={options} />;
}

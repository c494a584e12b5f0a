import { requiredOfProfessional } from '../../../../sync/collections/professional-record.ts';
import type { KnownProfessional } from '../../../model/profile/use-professional.ts';

const stepOf = (name: (typeof requiredOfProfessional)[number]): number =>
  name === 'dob' || name === 'name_schema' ? 0 : name === 'heard_about_orchid_via' ? 4 : 2;

/** Where somebody goes on who comes back: at the first step in which something is missing, else where nothing has been said yet. */
export function firstOpen(known: KnownProfessional): number {
  return gapsOf(known)[0] ?? ((known.record.phone_number ?? '') === '' ? 3 : 4);
}

/** Steps, by their place, in which something that is required does not stand yet; the last one speaks for itself. */
export function gapsOf({ record, types, licenses }: KnownProfessional): readonly number[] {
  const missing = requiredOfProfessional.filter((name) => (record[name] ?? '') === '').map(stepOf);
  const gaps = [...missing, ...(types.length === 0 || licenses.length === 0 ? [1] : [])];
  return [...new Set(gaps)].filter((step) => step !== 4).toSorted((one, other) => one - other);
}

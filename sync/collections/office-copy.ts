import * as v from 'valibot';
import type { Facts, LoadRequest } from '../core/facts.ts';
import type { StoredRecord } from '../core/record.ts';
import { practiceScope } from './classes.ts';
import { officeLocation, officeLocationFacts } from './office-location.ts';
import { idSchema, instantSchema } from './values.ts';

const facts = officeLocationFacts.entries;

const address = {
  office_address_line1: facts.office_address_line1,
  office_address_line2: facts.office_address_line2,
  office_city: facts.office_city,
  office_state: facts.office_state,
  office_zipcode: facts.office_zipcode,
} as const;

/** What of an office those read who come there: nothing else of it, and nothing of the practice's other ones. */
export const officeCopyFacts = {
  office_location_id: idSchema,
  /** Whose office it is: of a session that somebody else holds it says nothing. */
  clinician: idSchema,
  office_name: facts.office_name,
  ...address,
  modify_datetime: instantSchema,
} as const;

const officeCopy = v.object(officeCopyFacts);
export type OfficeCopy = v.InferOutput<typeof officeCopy>;
type Office = v.InferOutput<typeof officeLocation.body>;

/** The id of what is known of the office of a session or a series: one record of each, so that two devices meet in it. */
export function officeIdOf(ofId: string): string {
  return `office.${ofId}`;
}

export function officeLoad(officeLocationId: string): LoadRequest {
  return { kind: 'get', collection: 'office_location', id: officeLocationId };
}

/** The office, where sessions of this clinician of this practice are held in person; `officeLoad` was loaded. */
export function findOffice(
  loaded: Facts,
  officeLocationId: string,
  { clinician, practice_id }: { readonly clinician: string; readonly practice_id: string },
): StoredRecord<Office> | undefined {
  const office = loaded.find(officeLocation, officeLocationId);
  if (!office || office.scope !== practiceScope(practice_id)) return undefined;
  return office.body.orchid_pro_user_id === clinician && isPlace(office.body) ? office : undefined;
}

/** Name and address as they stand. One in which nobody is seen in person any more names no address. */
export function copyOfOffice({ id, body }: Pick<StoredRecord<Office>, 'id' | 'body'>, now: string): OfficeCopy {
  const lines = isPlace(body) ? body : nowhere;
  return {
    office_location_id: id,
    clinician: body.orchid_pro_user_id,
    office_name: body.office_name,
    office_address_line1: lines.office_address_line1,
    office_address_line2: lines.office_address_line2,
    office_city: lines.office_city,
    office_state: lines.office_state,
    office_zipcode: lines.office_zipcode,
    modify_datetime: now,
  };
}

/** Whether two copies send people to the same place, under the same name. */
export function isSameOffice(one: OfficeCopy, other: OfficeCopy): boolean {
  const names = ['office_location_id', 'office_name', ...Object.keys(address)] as const;
  return names.every((name) => Reflect.get(one, name) === Reflect.get(other, name));
}

const nowhere = {
  office_address_line1: '',
  office_address_line2: '',
  office_city: '',
  office_state: '',
  office_zipcode: '',
} as const;

function isPlace({ session_location_type }: Office): boolean {
  return session_location_type === 'in-person';
}

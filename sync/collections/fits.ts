import * as v from 'valibot';
import type { StoredRecord } from '../core/record.ts';
import { recordKey } from '../core/record.ts';
import { noteIdOf } from './appointment.ts';
import { idOfScope } from './classes.ts';
import { billingIdOf } from './session-billing.ts';
import { membershipBody, membershipId } from './membership.ts';

/** In which kind of scope records of a collection live. One that is not named may live in any. */
const scopeKinds: Readonly<Record<string, readonly string[]>> = {
  account: ['account'],
  addendum: ['chart'],
  appointment: ['chart'],
  assessment: ['chart'],
  busy_time: ['practice'],
  chart: ['chart'],
  client_card: ['chart'],
  chart_person: ['person'],
  membership: ['chart', 'person', 'practice', 'talk'],
  message: ['talk'],
  note: ['chart'],
  practice: ['practice'],
  professional: ['practice'],
  public_profile: ['practice'],
  session_billing: ['chart'],
};

const profileOf = v.object({ cognito_sub: v.string() });
const noteOf = v.object({ appointment_id: v.string() });

/** Ids that follow from what else a record says. */
const idRules: Readonly<Record<string, (record: StoredRecord) => boolean>> = {
  account: ({ id, scope }) => id === idOfScope(scope),
  busy_time: ({ id }) => id.startsWith('busy.'),
  chart: ({ id, scope }) => id === idOfScope(scope),
  chart_person: ({ id, scope }) => id === idOfScope(scope),
  client_card: ({ id, scope }) => id === idOfScope(scope),
  membership: ({ id, scope, body }) => {
    if (!id.startsWith('m.')) return true;
    const { account, role } = v.parse(membershipBody, body);
    return id === membershipId(scope, account, role);
  },
  practice: ({ id, scope }) => id === idOfScope(scope),
  public_profile: ({ id, body }) => id === v.parse(profileOf, body).cognito_sub,
  session_billing: ({ id, body }) => id === billingIdOf(v.parse(noteOf, body).appointment_id),
  note: ({ id, body }) => id === noteIdOf(v.parse(noteOf, body).appointment_id),
};

/** Whether id, scope and body of a record of the present shape go together. Its body has passed its schema. */
export function fitsItself(record: StoredRecord): boolean {
  const { collection, scope } = record;
  const kinds = Object.hasOwn(scopeKinds, collection) ? scopeKinds[collection] : undefined;
  if (kinds && !kinds.includes(scope.slice(0, scope.indexOf(':')))) return false;
  const rule = Object.hasOwn(idRules, collection) ? idRules[collection] : undefined;
  return rule?.(record) ?? true;
}

/** The id of the session that a note of this id is of. */
export function sessionOfNote(noteId: string): string {
  return noteId.slice(noteIdOf('').length);
}

/** What of a record says where it lives. */
export type PlacedRecord = Pick<StoredRecord, 'collection' | 'id' | 'scope'>;

/** Keys of notes that live in another scope than their session: read by others than it, and none that a change could be made to. */
export function misplaced(records: Iterable<PlacedRecord>): readonly string[] {
  const scopes = new Map<string, string>();
  const notes: PlacedRecord[] = [];
  for (const record of records) {
    if (record.collection === 'note') notes.push(record);
    else if (record.collection === 'appointment') scopes.set(noteIdOf(record.id), record.scope);
  }
  return notes.flatMap(({ collection, id, scope }) => {
    const wanted = scopes.get(id);
    return wanted !== undefined && wanted !== scope ? [recordKey(collection, id)] : [];
  });
}

import * as v from 'valibot';
import { account } from '../../sync/collections/account.ts';
import { accountScope, practiceScope } from '../../sync/collections/classes.ts';
import { license, licensesLoad } from '../../sync/collections/license.ts';
import { officeLocation } from '../../sync/collections/office-location.ts';
import { orchidProType } from '../../sync/collections/orchid-pro-type.ts';
import { professional } from '../../sync/collections/professional.ts';
import {
  confirmations,
  professionalFacts,
  professionalRecord,
  type ProfessionalRecord,
} from '../../sync/collections/professional-record.ts';
import type { AnyCollection } from '../../sync/core/define.ts';
import { prefixRange } from '../../sync/core/index-key.ts';
import type { Json, StoredRecord } from '../../sync/core/record.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import type { Plan } from '../store/port.ts';
import { readEntries, readRecord, type ReaderContext } from '../sync/read-records.ts';

/** A professional's own records, read as herself. */
interface Known {
  readonly reader: ReaderContext;
  readonly sub: string;
  readonly own: v.InferOutput<typeof account.body>;
  readonly record: ProfessionalRecord;
  readonly degree: string;
  readonly types: readonly TypeAnswer[];
}

/** [S-171] */
export type TypeAnswer = ReturnType<typeof toTypeAnswer>;

/** [S-171] A type record as every call answers it. */
export function toTypeAnswer(sub: string, { id, body }: StoredRecord) {
  const known = v.parse(orchidProType.body, body);
  return { orchid_pro_type_id: id, orchid_pro_user_id: sub, ...known };
}

/** [C-571] All that a professional has said of herself; null: there is no such account. */
export function* readOwnProfessional(registry: Registry, sub: string): Plan<Json | null> {
  const known = yield* readKnown(registry, sub);
  if (!known) return null;
  const { record, own, reader } = known;
  const facts = Object.keys(professionalFacts).map((key) => [key, Reflect.get(record, key) ?? '']);
  const ticks = confirmations.map((what) => [what, record.confirmed[what] !== undefined]);
  const { confirmed } = record;
  const licenses = yield* readAll(reader, license, accountScope(sub), licensesLoad(sub));
  const works = practiceScope(own.practice_id ?? '');
  const places =
    own.practice_id === undefined
      ? []
      : yield* readAll(reader, officeLocation, works, { index: 'practice', ...prefixRange(works) });
  return {
    ...Object.fromEntries([...facts, ...ticks]),
    ...summaryOf(known, true),
    confirmed_have_social_security_number_allowed_to_work_in_usa:
      confirmed.confirmed_have_social_security_number !== undefined &&
      confirmed.confirmed_allowed_to_work_in_usa !== undefined,
    licenses: licenses.map(({ id, body }) => ({ license_id: id, ...v.parse(license.body, body) })),
    // Hers alone: a colleague's are not hers to send back.
    additional_office_locations: places
      .map(({ id, body }) => ({ office_location_id: id, ...v.parse(officeLocation.body, body) }))
      .filter(({ orchid_pro_user_id }) => orchid_pro_user_id === sub),
    signup_form_finished: record.signup_form_finished,
    modify_datetime: record.modify_datetime === '' ? own.modify_datetime : record.modify_datetime,
  };
}

/**
 * [C-321 to C-325] What others are told of a professional, once somebody has found that they may be: the parts of her name that she
 * is called by, her degree, what she practises. Nothing else of her own records leaves with it.
 */
export function* readSummary(registry: Registry, sub: string, isOwn: boolean): Plan<Json | null> {
  const known = yield* readKnown(registry, sub);
  return known && summaryOf(known, isOwn);
}

function summaryOf({ sub, own, record, degree, types }: Known, isOwn: boolean) {
  const { name_schema: schema = '', preferred_first_name: preferred = '' } = record;
  const isShown = {
    first:
      /(?<!Preferred )First Name/.test(schema) ||
      schema === '' ||
      (schema.includes('Preferred First Name') && preferred === ''),
    preferred: schema.includes('Preferred First Name'),
    last: schema.includes('Last Name') || schema === '',
  };
  return {
    cognito_sub: sub,
    display_name: own.display_name,
    first_name: isOwn || isShown.first ? own.first_name : '',
    last_name: isOwn || isShown.last ? own.last_name : '',
    preferred_first_name: isOwn || isShown.preferred ? preferred : '',
    medical_degree: degree,
    name_schema: schema,
    graduate: degree === '' ? [] : [{ degree }],
    orchid_pro_types: types,
    board_certification: null,
    certifications: record.certifications ?? [],
    practice_group_name: null,
    heard_about_orchid_via: isOwn ? (record.heard_about_orchid_via ?? '') : null,
  };
}

function* readKnown(registry: Registry, sub: string): Plan<Known | null> {
  const reader = { registry, principal: sub };
  const found = yield* readRecord(reader, account.name, sub);
  const own = found && v.parse(account.body, found.body);
  if (own?.user_type !== 'orchid_pro') return null;
  const said = yield* readRecord(reader, professionalRecord.name, sub);
  const record: ProfessionalRecord = said
    ? v.parse(professionalRecord.body, said.body)
    : { confirmed: {}, signup_form_finished: true, modify_datetime: '' };
  const listed = yield* readRecord(reader, professional.name, sub);
  const practiceHas = listed ? v.parse(professional.body, listed.body).medical_degree : '';
  const degree = record.medical_degree ?? practiceHas;
  const scope = accountScope(sub);
  const all = yield* readAll(reader, orchidProType, scope, { index: 'account', ...prefixRange(scope) });
  const types = all
    .map((one) => toTypeAnswer(sub, one))
    .filter(({ marked_deleted_datetime }) => marked_deleted_datetime === null);
  return { reader, sub, own, record, degree, types };
}

interface Range {
  readonly index: string;
  readonly from: string;
  readonly to: string;
}

function* readAll(
  reader: ReaderContext,
  { name: collection }: Pick<AnyCollection, 'name'>,
  scope: string,
  { index, from, to }: Range,
): Plan<readonly StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (const { id } of yield* readEntries(reader, scope, { collection, index, from, to })) {
    const record = yield* readRecord(reader, collection, id);
    if (record) found.push(record);
  }
  return found;
}

import * as v from 'valibot';
import { defineMutator, type RecordWrite, type Who } from '../core/define.ts';
import { canonicalJson } from '../core/canonical-json.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { prefixRange } from '../core/index-key.ts';
import { isDate } from '../core/instant.ts';
import type { Json, StoredRecord } from '../core/record.ts';
import { asksForDoctorate, displayName, isDoctoral } from '../domain/display-name.ts';
import { account } from './account.ts';
import { accountScope, classes, practiceScope } from './classes.ts';
import { license, licenseFacts, licensesLoad } from './license.ts';
import { isBirthDate, latestBirthDate } from './member-profile.ts';
import { officeLocation, officeLocationFacts } from './office-location.ts';
import { orchidProType } from './orchid-pro-type.ts';
import { ownProfessionalLoad, refuseOthers } from './own-professional.ts';
import { professional, professionalLoad } from './professional.ts';
import {
  confirmations,
  confirmedVersion,
  professionalFacts,
  professionalRecord,
  requiredOfProfessional,
  youngestProfessional,
  type Confirmation,
  type ProfessionalRecord,
} from './professional-record.ts';
import { publicProfile } from './public-profile.ts';
import { idSchema, seenName } from './values.ts';
import { hasAny } from './who-may.ts';

/** So many licences and locations one save may make anew. */
const mostMade = 8;

const name = v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100), v.regex(seenName)));
const listed = { optional: v.optional(idSchema) };
const tick = v.optional(v.literal(true));

/** What a save names; the rest stays as it is. */
export const saveArgs = v.object({
  first_name: name,
  last_name: name,
  ...professionalFacts,
  /** What is confirmed with this; nothing is taken back. */
  agreed_to_terms_of_use: tick,
  agreed_to_independent_contractor_terms: tick,
  confirmed_have_social_security_number: tick,
  confirmed_allowed_to_work_in_usa: tick,
  confirmed_is_over_eighteen: tick,
  /** Those with an id are changed, those without are made; others stay. */
  licenses: v.optional(
    v.pipe(v.array(v.object({ license_id: listed.optional, ...licenseFacts.entries })), v.maxLength(20)),
  ),
  additional_office_locations: v.optional(
    v.pipe(v.array(v.object({ office_location_id: listed.optional, ...officeLocationFacts.entries })), v.maxLength(20)),
  ),
});
export type SaveProfessional = v.InferOutput<typeof saveArgs>;

const oneself: Who<SaveProfessional> = { roles: null, load: () => [], may: () => true };

/** Which parts make the name that she is called by. */
const naming = ['preferred_first_name', 'medical_degree', 'name_schema'];

/** Fields that say something else than stood there. What was never said is as good as empty. */
function changedIn(before: Readonly<Record<string, unknown>>, said: object): string[] {
  const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
  const textOf = (value: unknown): string => canonicalJson(isEmpty(value) ? '' : ((value ?? '') as Json));
  return Object.entries(said).flatMap(([key, value]) => (textOf(before[key]) === textOf(value) ? [] : [key]));
}

/** Her roles in the practice of her account, once that is known: places are the practice's. */
function practiceLoad(facts: Facts, sub: string): readonly LoadRequest[] {
  const own = ownProfessionalLoad(sub);
  const id = facts.has(own) ? facts.find(account, sub)?.body.practice_id : undefined;
  return id === undefined ? [] : [{ kind: 'roles', scope: practiceScope(id) }];
}

function typesLoad(sub: string) {
  return { kind: 'range', collection: 'orchid_pro_type', index: 'account', ...prefixRange(accountScope(sub)) } as const;
}

/**
 * [C-572] Says something of oneself: names, birth, addresses, licences, places of work, what is confirmed. Quick intake, which begins
 * unfinished with the account, is finished once everything that is required stands there, and stays so. The practice's record of
 * her follows the name.
 */
export const saveProfessional = defineMutator({
  name: 'professional_record.save',
  args: saveArgs,
  makes: mostMade,
  who: oneself,
  load: (args, facts, actor) => [
    ownProfessionalLoad(actor.sub),
    ...practiceLoad(facts, actor.sub),
    professionalLoad(actor.sub),
    { kind: 'get', collection: 'public_profile', id: actor.sub },
    { kind: 'get', collection: 'professional_record', id: actor.sub },
    licensesLoad(actor.sub),
    typesLoad(actor.sub),
    ...named(args.licenses, 'license_id').map((id) => ({ kind: 'get', collection: 'license', id }) as const),
    ...named(args.additional_office_locations, 'office_location_id').map(
      (id) => ({ kind: 'get', collection: 'office_location', id }) as const,
    ),
  ],
  run: ({ facts, args, ctx, actor, receivedAt }) => {
    const refused = refuseOthers(facts, actor.sub);
    const own = facts.find(account, actor.sub);
    if (refused || !own) return refused ?? { reject: 'not_found' };
    const { first_name, last_name, licenses = [], additional_office_locations: locations = [], ...rest } = args;
    const said = withoutTicks(rest);
    // How old she is, the server's clock says: what a device's says is only what it says.
    if (!isBirthDate(said.dob ?? '', latestBirthDate(receivedAt ?? ctx.now, youngestProfessional)))
      return { reject: 'invalid_arguments' };
    const before = facts.find(professionalRecord, actor.sub)?.body;
    const known = { medical_degree: facts.find(professional, actor.sub)?.body.medical_degree ?? '', ...before };
    const next = { ...known, ...said };
    const degree = next.medical_degree ?? '';
    const schema = next.name_schema ?? '';
    // [D-29] Title laws: "Dr." and a degree belong to who has a doctorate.
    if (schema !== '' && asksForDoctorate(schema) && !isDoctoral(degree)) return { reject: 'invalid_arguments' };

    if (licenses.some(({ expiration_date: until }) => until !== '' && !isDate(until)))
      return { reject: 'invalid_arguments' };
    const newLicenses = licenses.filter(({ license_id }) => license_id === undefined).length;
    const newLocations = locations.filter(({ office_location_id }) => office_location_id === undefined).length;
    if (newLicenses + newLocations > mostMade) return { reject: 'invalid_arguments' };
    const types = facts.within(orchidProType, typesLoad(actor.sub));
    // A licence is of a profession of hers, also of one that she has taken back, or names none.
    if (licenses.some(({ orchid_pro_type_id: id }) => id !== '' && !types.some((type) => type.id === id)))
      return { reject: 'not_found' };

    const scope = accountScope(actor.sub);
    const made = [...ctx.ids];
    const licenseWrites = writesOf(licenses, 'license_id', made, (id) => facts.find(license, id), {
      collection: 'license',
      scope,
      cls: classes.own,
      now: ctx.now,
    });
    const practice = practiceScope(own.body.practice_id ?? '');
    // Who has left a practice, or keeps its desk, says nothing of where it holds sessions.
    const mayPlace = own.body.practice_id !== undefined && hasAny(facts.rolesIn(practice), ['professional', 'owner']);
    const ownPlace = (id: string) => {
      const place = facts.find(officeLocation, id);
      return place?.body.orchid_pro_user_id === actor.sub ? place : undefined;
    };
    const locationWrites = writesOf(locations, 'office_location_id', made, ownPlace, {
      collection: 'office_location',
      scope: practice,
      cls: classes.colleagues,
      now: ctx.now,
      owner: { orchid_pro_user_id: actor.sub },
    });
    if (!licenseWrites || !locationWrites || (!mayPlace && locationWrites.length > 0)) return { reject: 'not_found' };

    const confirmed = { ...before?.confirmed };
    const ticked = confirmations.filter((what) => args[what] && confirmed[what]?.version !== confirmedVersion);
    for (const what of ticked) confirmed[what] = { version: confirmedVersion, at: ctx.now };
    const names = { first_name: first_name ?? own.body.first_name, last_name: last_name ?? own.body.last_name };
    const isWhole =
      requiredOfProfessional.every((one) => (next[one] ?? '') !== '') &&
      confirmations.every((what) => confirmed[what] !== undefined) &&
      (licenses.length > 0 || facts.within(license, licensesLoad(actor.sub)).length > 0) &&
      types.some(({ body }) => body.marked_deleted_datetime === null);
    const body: ProfessionalRecord = {
      ...next,
      confirmed,
      // Who was there before there was such a record has finished.
      signup_form_finished: (before?.signup_form_finished ?? true) || isWhole,
      modify_datetime: ctx.now,
    };
    const changed = [...changedIn(known, said), ...ticked];
    const isRenamed =
      changedIn(own.body, names).length > 0 || changed.some((one) => naming.some((part) => part === one));
    const called = isRenamed
      ? displayName(schema === '' ? 'First Name Last Name' : schema, {
          ...names,
          preferred_first_name: next.preferred_first_name ?? '',
          medical_degree: degree,
        })
      : own.body.display_name;
    const isSame = changed.length === 0 && before?.signup_form_finished === body.signup_form_finished;
    return [
      ...(isSame
        ? []
        : [{ collection: 'professional_record', id: actor.sub, scope, cls: classes.own, body, fields: changed }]),
      ...renamed(own, { ...names, display_name: called }, ctx.now),
      ...(isRenamed
        ? [professional, publicProfile].flatMap((one) => calledSo(facts.find(one, actor.sub), called, degree))
        : []),
      ...licenseWrites,
      ...locationWrites,
    ];
  },
});

type Said = Omit<
  SaveProfessional,
  Confirmation | 'first_name' | 'last_name' | 'licenses' | 'additional_office_locations'
>;

function withoutTicks(
  args: Omit<SaveProfessional, 'first_name' | 'last_name' | 'licenses' | 'additional_office_locations'>,
): Said {
  return Object.fromEntries(Object.entries(args).filter(([key]) => !confirmations.some((what) => what === key)));
}

function named<Key extends string>(
  list: readonly Readonly<Partial<Record<Key, string | undefined>>>[] | undefined,
  key: Key,
): readonly string[] {
  return (list ?? []).flatMap((one) => one[key] ?? []);
}

interface Place {
  /** What a record says of whose it is. */
  readonly owner?: Readonly<Record<string, string>>;
  readonly collection: string;
  readonly scope: string;
  readonly cls: string;
  readonly now: string;
}

/** Writes of a list; null where one names a record that is not there, somebody else's, or the same as another. */
function writesOf<Key extends string>(
  list: readonly Readonly<Partial<Record<Key, string | undefined>>>[],
  key: Key,
  made: string[],
  find: (id: string) => StoredRecord<object> | undefined,
  { collection, scope, cls, now, owner }: Place,
): readonly RecordWrite[] | null {
  const writes: RecordWrite[] = [];
  for (const item of list) {
    const { [key]: id, ...said } = item;
    const found = id === undefined ? undefined : find(id);
    const newId = id === undefined ? made.shift() : id;
    if (newId === undefined || (id !== undefined && found?.scope !== scope)) return null;
    if (writes.some((write) => write.id === newId)) return null;
    const fields = changedIn({ ...found?.body }, said);
    if (found && fields.length === 0) continue;
    const body = { ...found?.body, ...said, ...owner, modify_datetime: now };
    writes.push({ collection, id: newId, scope, cls, body, fields });
  }
  return writes;
}

function renamed(
  { collection, id, scope, cls, body }: StoredRecord<v.InferOutput<typeof account.body>>,
  names: Pick<v.InferOutput<typeof account.body>, 'first_name' | 'last_name' | 'display_name'>,
  now: string,
): readonly RecordWrite[] {
  const fields = (['first_name', 'last_name', 'display_name'] as const).filter((one) => body[one] !== names[one]);
  if (fields.length === 0) return [];
  return [{ collection, id, scope, cls, body: { ...body, ...names, modify_datetime: now }, fields }];
}

/** What colleagues, or everybody, call her. */
function calledSo(
  record: StoredRecord<v.InferOutput<typeof professional.body | typeof publicProfile.body>> | undefined,
  display_name: string,
  medical_degree: string,
): readonly RecordWrite[] {
  if (!record) return [];
  const { collection, id, scope, cls } = record;
  const body = { ...record.body, display_name, medical_degree };
  const fields = (['display_name', 'medical_degree'] as const).filter((one) => record.body[one] !== body[one]);
  return fields.length === 0 ? [] : [{ collection, id, scope, cls, body, fields }];
}

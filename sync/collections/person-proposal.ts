import * as v from 'valibot';
import { defineCollection, type RecordWrite } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { indexKey, prefixRange } from '../core/index-key.ts';
import type { Instant, StoredRecord } from '../core/record.ts';
import { chartPerson } from './chart-person.ts';
import { classes, idOfScope } from './classes.ts';
import { membership } from './membership.ts';
import { idSchema, instantSchema } from './values.ts';

/**
 * What a member says of themselves that a practice keeps too: their name and where they are reached. What belongs together is told
 * together: nobody takes over a city without its street.
 */
export const toldGroups = {
  name: ['first_name', 'last_name'],
  phone: ['phone_number'],
  address: ['home_address_line1', 'home_city', 'home_state', 'home_zipcode', 'country'],
} as const;
export const toldNames = [...toldGroups.name, ...toldGroups.phone, ...toldGroups.address] as const;
export type ToldName = (typeof toldNames)[number];

const toldValue = v.pipe(v.string(), v.maxLength(300));

const toldFact = v.object({
  value: toldValue,
  /** When the member said it, by their device. */
  at: instantSchema,
  /** What the practice has done with it; absent: nothing yet. */
  answer: v.optional(v.picklist(['taken', 'kept'])),
  answered: v.optional(instantSchema),
});
export type ToldFact = v.InferOutput<typeof toldFact>;

/**
 * What a member has told a practice about themselves, fact by fact, where it differs from what the practice keeps. It changes
 * nothing by itself: whoever keeps the card takes each fact over, or keeps what stands there. Read by both. Has the person's id.
 */
export const personProposal = defineCollection({
  name: 'person_proposal',
  shape: 1,
  body: v.object({ chart_id: idSchema, told: v.partial(v.object(everyName(toldFact))) }),
  readers: {
    person: [classes.contact],
    'chart.treating': [classes.contact],
    'chart.scheduler': [classes.contact],
    'practice.scheduler': [classes.contact],
  },
  indexes: { chart: ({ body, id }) => [indexKey(body.chart_id, id)] },
  at: () => '',
  livesIn: ['person'],
  fits: ({ id, scope }) => id === idOfScope(scope),
  clinical: true,
});
export type PersonProposal = v.InferOutput<typeof personProposal.body>;

type Person = v.InferOutput<typeof chartPerson.body>;

/** What a member says, by name; an empty text says nothing. */
export type Said = Partial<Readonly<Record<ToldName, string>>>;

function everyName<Schema>(schema: Schema): Record<ToldName, Schema> {
  const all = toldNames.map((name) => [name, schema] as const);
  return Object.fromEntries(all) as Record<ToldName, Schema>;
}

/** Of the facts of a profile and the names of an account, those that a practice is told. */
export function saidIn(facts: Readonly<Partial<Record<string, unknown>>>): Said {
  const said: Partial<Record<ToldName, string>> = {};
  for (const name of toldNames) {
    const value = facts[name];
    if (typeof value === 'string') said[name] = value;
  }
  return said;
}

/** What a change says anew: each fact that it names, with those that belong together with it, as they are after it. */
export function saidAnew(changed: Readonly<Partial<Record<string, unknown>>>, after: Said): Said {
  const groups: readonly (readonly ToldName[])[] = Object.values(toldGroups);
  const touched = groups.filter((names) => names.some((name) => changed[name] !== undefined)).flat();
  return saidIn(Object.fromEntries(touched.map((name) => [name, after[name]])));
}

/** The persons that an account is, in whichever charts, and what each has told: asked again with what is known. */
export function toldLoads(account: string, facts: Facts): readonly LoadRequest[] {
  const roles = { kind: 'range', ...rolesOfAccount(account) } as const;
  const ids = facts.has(roles) ? personsOf(account, facts) : [];
  return [roles, ...ids.flatMap((id) => personLoads(id))];
}

function personLoads(id: string): readonly LoadRequest[] {
  return [
    { kind: 'get', collection: 'chart_person', id },
    { kind: 'get', collection: 'person_proposal', id },
  ];
}

function rolesOfAccount(account: string) {
  return { collection: 'membership', index: 'account', ...prefixRange(account) } as const;
}

function personsOf(account: string, facts: Facts): readonly string[] {
  return facts
    .within(membership, rolesOfAccount(account))
    .filter(({ body }) => body.role === 'person' && body.ended === undefined)
    .map(({ scope }) => idOfScope(scope));
}

/** Tells each practice that keeps a person of this account what they say now; `toldLoads` was loaded. */
export function tellingWrites(facts: Facts, account: string, said: Said, now: Instant): readonly RecordWrite[] {
  return personsOf(account, facts).flatMap((id) => {
    const person = facts.find(chartPerson, id);
    return person ? tellingWrite({ person, before: facts.find(personProposal, id)?.body }, said, now) : [];
  });
}

/** Whom something is told about, and what was told before. */
export interface ToldPerson {
  readonly person: StoredRecord<Person>;
  readonly before: PersonProposal | undefined;
}

/** The same for one person of a chart: nothing where nothing differs from what is told already, or from what is kept. */
export function tellingWrite({ person, before }: ToldPerson, said: Said, now: Instant): readonly RecordWrite[] {
  const had = before?.told ?? {};
  const told = { ...had };
  for (const name of toldNames) {
    if (said[name] === undefined) continue;
    const value = said[name].trim();
    if (value === '' || isKept(person.body, name, value)) delete told[name];
    // Told once more, word for word, it asks nobody anew.
    else if (had[name]?.value !== value) told[name] = { value, at: now };
  }
  const changed = toldNames.filter((name) => had[name] !== told[name]);
  return changed.length > 0 ? [proposalWrite(person, told, changed)] : [];
}

/** What was told goes: of somebody who is sent away nothing stays that they said. */
export function forgettingWrites({ person, before }: ToldPerson): readonly RecordWrite[] {
  const names = toldNames.filter((name) => before?.told[name] !== undefined);
  return names.length > 0 ? [proposalWrite(person, {}, names)] : [];
}

/** The next version of what a person of a chart has told. */
export function proposalWrite(
  { id, scope, body }: StoredRecord<Person>,
  told: PersonProposal['told'],
  fields: readonly ToldName[],
): RecordWrite {
  return {
    collection: 'person_proposal',
    id,
    scope,
    cls: classes.contact,
    body: { chart_id: body.chart_id, told },
    fields,
  };
}

/** Whether the practice keeps the same: a phone number by its digits, and a first name also where it is the preferred one. */
function isKept(person: Person, name: ToldName, value: string): boolean {
  const kept = (person[name] ?? '').trim();
  if (name === 'phone_number') return lastDigits(kept) === lastDigits(value);
  if (name === 'first_name' && value === person.preferred_first_name?.trim()) return true;
  // [C-476] The country that a form begins with: nobody has said it.
  if (name === 'country' && kept === '') return value === 'US';
  return kept === value;
}

function lastDigits(phone: string): string {
  return phone.replaceAll(/\D/g, '').slice(-10);
}

/** Every proposal that is on a device. */
export const allProposals = { collection: 'person_proposal', index: 'chart', from: '', to: '}' } as const;

/** The proposals about the persons of a chart. */
export function proposalsIn(chartId: string) {
  return { collection: 'person_proposal', index: 'chart', ...prefixRange(chartId) } as const;
}

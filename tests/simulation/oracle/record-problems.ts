import * as v from 'valibot';
import { answer, wordsIn } from './answer-words.ts';
import { isRepeated } from './expected-series.ts';
import type { ExpectedWorld } from './expected-world.ts';

/** A record as the server holds it. */
interface HeldRecord {
  readonly collection: string;
  readonly id: string;
  readonly scope: string;
  readonly body: unknown;
}

const said = v.pipe(answer, v.transform(wordsIn));
const heldNote = v.object({
  appointment_id: v.string(),
  answers: v.record(v.string(), said),
  others: v.array(v.object({ field: v.string(), value: said })),
  archived: v.optional(v.string()),
  signed: v.optional(v.object({ by: v.string() })),
});
const heldSession = v.object({
  status: v.string(),
  start: v.string(),
  end: v.string(),
  clinician: v.string(),
});
const heldAddendum = v.object({ appointment_id: v.string(), text: v.string(), author: v.string() });
const heldMembership = v.object({ account: v.string(), role: v.string(), ended: v.optional(v.string()) });
const heldProfile = v.object({ home_city: v.optional(v.string()) });
const heldPhoto = v.object({ image: v.string() });
const heldPerson = v.object({ home_city: v.optional(v.string()) });
const heldProposal = v.object({
  told: v.object({ home_city: v.optional(v.object({ value: v.string(), answer: v.optional(v.string()) })) }),
});
const heldPage = v.object({ cognito_sub: v.string(), is_open: v.boolean() });

/** What is wrong with the records: words that are gone, words that stand twice, and whatever else is not as it must be. */
export interface RecordProblems {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly wrong: readonly string[];
}

const heldVersion = v.object({ appointment_id: v.string(), answers: v.record(v.string(), said) });

/** Texts of notes that no version, now or before, has any more: an overwritten one is kept. */
export function forgottenTexts(world: ExpectedWorld, versions: readonly unknown[]): readonly string[] {
  const kept = new Map<string, Set<string>>();
  for (const version of versions) {
    const { appointment_id, answers } = v.parse(heldVersion, version);
    kept.set(appointment_id, new Set([...(kept.get(appointment_id) ?? []), ...Object.values(answers)]));
  }
  return [...world.notes].flatMap(([session, { everWritten }]) =>
    [...everWritten].flatMap((text) =>
      kept.get(session)?.has(text) ? [] : [`${session}: “${text}” is in no version`],
    ),
  );
}

/** Where the server's records are not what the changes make of them. */
export function recordProblems(world: ExpectedWorld, records: readonly HeldRecord[]): RecordProblems {
  const real = records.filter(({ body }) => !isSample(body));
  const single = real.filter(({ collection, body }) => collection !== 'appointment' || !isRepeated(body));
  const notes = noteProblems(world, real);
  const charts = world.charts.problems(records);
  const wrong = [
    ...notes.wrong,
    ...charts.wrong,
    ...sessionProblems(world, real),
    ...addendumProblems(world, records),
    ...accessProblems(world, records),
    ...pageProblems(world, records),
    ...profileProblems(world, records),
    ...toldProblems(world, records),
    ...photoProblems(world, records),
    ...world.professionals.problems(records, world.names),
    ...world.clients.problems(records),
    ...world.calendar.problems(single, world.sessions),
    ...world.standing.problems(single, new Set(world.sessions.keys())),
    ...world.series.problems(real),
    ...world.seriesPlaces.problems(real),
    ...world.offices.problems(real),
    ...world.wishes.problems(real),
    ...world.availability.problems(real),
    ...world.transfers.problems(real),
  ];
  return { lost: [...notes.lost, ...charts.lost], doubled: [...notes.doubled, ...charts.doubled], wrong };
}

/** What is made up to look around with: looked at apart. */
function isSample(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'sample' in body;
}

function bodiesOf<Body>(
  records: readonly HeldRecord[],
  collection: string,
  schema: v.GenericSchema<unknown, Body>,
): readonly { readonly id: string; readonly scope: string; readonly body: Body }[] {
  return records
    .filter((record) => record.collection === collection)
    .map(({ id, scope, body }) => ({ id, scope, body: v.parse(schema, body) }));
}

/** Every text that nobody saw replaced is in its field or offered there, and nothing else is. */
function noteProblems(
  world: ExpectedWorld,
  records: readonly HeldRecord[],
): Pick<RecordProblems, 'lost' | 'doubled' | 'wrong'> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const wrong: string[] = [];
  const held = new Map(
    bodiesOf(records, 'note', heldNote).map(({ scope, body }) => [body.appointment_id, { ...body, scope }] as const),
  );
  for (const [session, note] of world.notes) {
    const found = held.get(session);
    const place = world.sessions.get(session);
    if (found && found.scope !== place?.scope) wrong.push(`${session}: its note lies in ${found.scope}`);
    for (const [field, words] of note.fields) {
      const current = found?.answers[field];
      const others = found?.others.filter((other) => other.field === field).map(({ value }) => value) ?? [];
      const all = [...(current === undefined ? [] : [current]), ...others];
      const shown = new Set(all);
      if (shown.size < all.length) doubled.push(`${session} ${field}: the same words stand there twice`);
      for (const text of words.texts) if (!shown.has(text)) lost.push(`${session} ${field}: “${text}” is gone`);
      for (const text of shown) if (!words.texts.has(text)) wrong.push(`${session} ${field}: “${text}” was replaced`);
    }
    if (found?.signed?.by !== (note.signedBy ?? undefined)) wrong.push(`${session}: signed by ${found?.signed?.by}`);
    if ((found?.archived !== undefined) !== (place?.isCancelled ?? false)) wrong.push(`${session}: archived or not`);
  }
  for (const session of held.keys()) if (!world.notes.has(session)) wrong.push(`${session}: a note by nobody`);
  return { lost, doubled, wrong };
}

function sessionProblems(world: ExpectedWorld, records: readonly HeldRecord[]): readonly string[] {
  const wrong: string[] = [];
  const held = bodiesOf(records, 'appointment', heldSession);
  for (const session of world.sessions.values()) {
    const found = held.find(({ id }) => id === session.id);
    if (!found) wrong.push(`${session.id}: gone`);
    else if (isCancelled(found.body.status) !== session.isCancelled) wrong.push(`${session.id}: ${found.body.status}`);
  }
  const taking = held.filter(({ body }) => !isCancelled(body.status));
  for (const [index, one] of taking.entries()) {
    for (const other of taking.slice(index + 1)) {
      if (one.body.clinician !== other.body.clinician) continue;
      if (one.body.start < other.body.end && other.body.start < one.body.end)
        wrong.push(`${one.id} and ${other.id} at the same time`);
    }
  }
  return wrong;
}

/** That the clinician did not come is no cancelling, whatever it is called. */
function isCancelled(status: string): boolean {
  return status.startsWith('cancelled') && status !== 'cancelled_pro_no_join';
}

function addendumProblems(world: ExpectedWorld, records: readonly HeldRecord[]): readonly string[] {
  const nameOf = (session: string, text: string, author: string): string =>
    `addendum to ${session} by ${author}: ${text}`;
  const expected = world.addenda.map(({ session, text, author }) => nameOf(session, text, author)).sort();
  const held = bodiesOf(records, 'addendum', heldAddendum)
    .map(({ body }) => nameOf(body.appointment_id, body.text, body.author))
    .sort();
  return expected.join('\n') === held.join('\n') ? [] : [`expected ${expected.join()}, held ${held.join()}`];
}

/** Who has which role: the server's list is the expected one. */
function accessProblems(world: ExpectedWorld, records: readonly HeldRecord[]): readonly string[] {
  return bodiesOf(records, 'membership', heldMembership).flatMap(({ scope, body: { account, role, ended } }) => {
    const has = world.roles.of(account, scope).includes(role);
    return has === (ended === undefined) ? [] : [`${account} as ${role} in ${scope}: ${ended ?? 'goes on'}`];
  });
}

/** What a member said last of where they live, by the server's order, is what stands there. */
function profileProblems(world: ExpectedWorld, records: readonly HeldRecord[]): readonly string[] {
  const [held] = bodiesOf(records, 'member_profile', heldProfile);
  const expected = world.cities.get('member-1');
  return held?.body.home_city === expected ? [] : [`member-1 lives in ${held?.body.home_city}, expected ${expected}`];
}

/** What the practice was told, what it has answered, and where it has its client live. */
function toldProblems(world: ExpectedWorld, records: readonly HeldRecord[]): readonly string[] {
  const person = bodiesOf(records, 'chart_person', heldPerson).find(({ id }) => id === 'c1.1');
  const [proposal] = bodiesOf(records, 'person_proposal', heldProposal);
  const told = proposal?.body.told.home_city;
  const held = [person?.body.home_city, told?.value, told?.answer].join();
  const expected = [world.keptCity, world.toldCity?.city, world.toldCity?.answer].join();
  return held === expected ? [] : [`the practice keeps, was told and answered ${held}, expected ${expected}`];
}

function photoProblems(world: ExpectedWorld, records: readonly HeldRecord[]): readonly string[] {
  const held = bodiesOf(records, 'profile_photo', heldPhoto).map(({ id, body }) => `${id} ${body.image}`);
  const expected = [...world.photos].map(([sub, image]) => `${sub} ${image}`);
  return held.toSorted().join() === expected.toSorted().join() ? [] : [`photos ${held.join()}, not ${expected.join()}`];
}

function pageProblems(world: ExpectedWorld, records: readonly HeldRecord[]): readonly string[] {
  const open = bodiesOf(records, 'public_profile', heldPage)
    .filter(({ body }) => body.is_open)
    .map(({ body }) => body.cognito_sub);
  const isSame = open.length === world.openPages.size && open.every((sub) => world.openPages.has(sub));
  return isSame ? [] : [`open pages: ${open.join()}, expected ${[...world.openPages].join()}`];
}

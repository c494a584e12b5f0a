import { noteIdOf } from '../../sync/collections/appointment.ts';
import type { Note } from '../../sync/collections/note-body.ts';
import { getSeen } from '../../sync/client/read/reads.ts';
import type { SimDevice } from './sim-device.ts';
import { professionals, startAppointments } from './start-records.ts';
import { oneOf, type StepContext, type StepRandom } from './step-context.ts';

/** What people write: letters with marks of their own or put together, pictures of several signs, writing from right to left. */
const ends = [
  '',
  ' naïve café',
  ' cafe\u0301',
  ' 👩🏽‍⚕️ ok',
  ' שלום, כן',
  ' العربية 12',
  ' ก็ “x”',
  ' line\nline\ttab',
  ' \\ " </b> ',
] as const;

/** Words that nobody else writes. */
export function wordsOf(by: { readonly name: string }, index: number, random: StepRandom): string {
  return `text ${by.name} ${index} ${random.below(1_000_000)}${oneOf(random, ends)}`;
}

export async function seenNote(device: SimDevice, appointment: string) {
  const { replica } = device;
  if (!replica) return undefined;
  return getSeen<Note>(replica, 'note', noteIdOf(appointment)).catch(() => undefined);
}

export async function editNote({ device, random, index }: StepContext): Promise<void> {
  const appointment = oneOf(random, startAppointments);
  const field = random.chance(0.5) ? 'plan' : 'subjective';
  const seen = await seenNote(device, appointment);
  // Sometimes typed over what an old tab still shows.
  const base = random.chance(0.85) ? (seen?.stamps[field] ?? '') : '';
  const text = wordsOf(device, index, random);
  await writeText(device, { appointment, field, base, text, coalesce: random.chance(0.6) });
}

/** Boxes that are ticked, or a grid with a choice for each row. */
export async function tickBoxes({ device, random, index }: StepContext): Promise<void> {
  const appointment_id = oneOf(random, startAppointments);
  const own = `box ${device.name} ${index}`;
  const isGrid = random.chance(0.5);
  const field = isGrid ? 'mental_status' : 'interventions';
  const given = isGrid ? { Mood: 'Changed', Speech: own } : ['Exposure', own];
  const seen = await seenNote(device, appointment_id);
  const form = { author_name: device.sub, note_schema_id: 'soap-note', note_schema_revision: 1 };
  const args = { appointment_id, ...form, answers: { [field]: given } };
  await device.mutate('note.edit', args, { base: { [field]: seen?.stamps[field] ?? '' } });
}

/** The person goes on where this device last typed, whatever became of the first words meanwhile. */
export async function typeOn({ device, random, index }: StepContext): Promise<void> {
  const last = device.lastTyped;
  if (!last) return;
  const text = wordsOf(device, index, random);
  await writeText(device, { ...last, text, coalesce: true });
}

interface TypedText {
  readonly appointment: string;
  readonly field: string;
  readonly base: string;
  readonly text: string;
  readonly coalesce: boolean;
}

export async function writeText(device: SimDevice, typed: TypedText): Promise<void> {
  const { appointment, field, base, text } = typed;
  const args = {
    appointment_id: appointment,
    author_name: device.sub,
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    answers: { [field]: text },
  };
  const coalesce = typed.coalesce ? { coalesceKey: `${appointment}/${field}` } : {};
  const result = await device.mutate('note.edit', args, { base: { [field]: base }, ...coalesce }, text);
  if (result?.kind === 'saved') device.lastTyped = { appointment, field, base: result.uid };
}

export async function chooseVersion({ device, random }: StepContext): Promise<void> {
  const appointment = oneOf(random, startAppointments);
  const seen = await seenNote(device, appointment);
  const other = seen?.body.others[0];
  if (!seen || !other) return;
  const { field } = other;
  const uids = seen.body.others.filter((version) => version.field === field).map(({ uid }) => uid);
  const args = { appointment_id: appointment, field, value: other.value, seen: [seen.stamps[field] ?? '', ...uids] };
  await device.mutate('note.choose', args, {});
}

export async function signNote({ device, random }: StepContext): Promise<void> {
  const appointment = oneOf(random, startAppointments);
  const seen = await seenNote(device, appointment);
  // Rarely: signing ends the editing of a note, and editing is what this world is for.
  if (!seen || random.chance(0.7)) return;
  await device.mutate(
    'note.sign',
    { appointment_id: appointment, name: professionals.get(device.sub) ?? '', seen: { ...seen.stamps } },
    {},
  );
}

export async function addToNote({ device, random, index }: StepContext): Promise<void> {
  const appointment_id = oneOf(random, startAppointments);
  await device.mutate('note.addend', { appointment_id, text: `Addendum ${index}` }, {});
}

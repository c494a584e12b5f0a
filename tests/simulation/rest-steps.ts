import * as v from 'valibot';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { seededRandom } from '../../sync/testing/builders.ts';
import { call } from '../../server/store/port.ts';
import { DeviceNetwork } from './device-network.ts';
import { DeviceSession } from './device-session.ts';
import { wordsOf } from './note-steps.ts';
import { expectedAfter } from './oracle/judge.ts';
import { mayDo, maySee } from './oracle/literal-access.ts';
import type { ProgramEdit } from './program-edit.ts';
import { honestServer, type Death, type SimServer } from './sim-server.ts';
import { startAppointments, startSessions } from './start-records.ts';
import { oneOf, type StepContext, type StepRandom } from './step-context.ts';

/** How long what came of a key is told again. */
const keptMs = 24 * 3_600_000;
const newPath = '/api/notes/v1/notes/';
const dataPath = '/api/notes_secure_data/v1/notes/data/note_data';

const itemAnswer = v.object({
  note_data_id: v.string(),
  note_revision: v.number(),
  applied_revision: v.number(),
  data: v.record(v.string(), v.unknown()),
});

/**
 * A clinician's program edits a note by REST: over the revision that it has read, or over an older one, with and without an
 * `Idempotency-Key`. The server may die on it, and what had no answer is asked again. What must come of it is said by the
 * oracle's tables; nothing here waits, so that nobody else comes in between.
 */
export async function editByRest(context: StepContext): Promise<void> {
  const { server, random, index, device } = context;
  const sub = oneOf(random, ['pro-1', 'pro-2']);
  const appointment = oneOf(random, startAppointments);
  const field = random.chance(0.5) ? 'plan' : 'subjective';
  const before = await server.store.read(() => call('getRecord', 'note', noteIdOf(appointment)));
  const newest = before?.version ?? null;
  const revision = newest !== null && newest > 1 && random.chance(0.25) ? newest - 1 : newest;
  const key = random.chance(0.5) ? `key-${index}` : null;
  const text = wordsOf({ name: 'program' }, index, random);
  const asked: ProgramEdit = { sub, appointment, field, text, revision, key };
  const mayPass = await whatMayBe(server, asked, newest);
  const program = await signIn(server, sub);
  const tell = (problem: string): void => {
    device.violations.push(`a program of ${sub} on ${appointment}: ${problem}`);
  };

  for (const problem of await askKeptAgain(server)) tell(problem);
  const first = await send(program, asked, deathOf(random));
  const isSecond = first === null || random.chance(0.3);
  const second = isSecond ? await send(program, asked) : null;
  // Others may have been told of the change and written over it: only what was answered first is known for certain.
  if (first) await judgeAnswer(first, asked, mayPass, tell);
  if (first && second) judgeSecond(first.status, second.status, asked, tell);
  if (key !== null && random.chance(0.2)) {
    const other = await send(program, { ...asked, text: `${text} other` });
    const isKept = first ? first.status < 300 : (second?.status ?? 500) < 300;
    if (isKept && other?.status !== 422) tell(`other words under the same key were answered ${other?.status}`);
  }

  if (key !== null && first && first.status < 300) server.lastProgramEdit = { asked, atMs: server.time.nowMs };

  const applied = await server.strangeIntents();
  if (applied.length > 1) tell(`applied ${applied.length} times`);
  const base = before?.stamps[field] ?? '';
  const args = { appointment_id: appointment, answers: { [field]: text } };
  for (const uid of applied) server.claimIntent(uid, { name: 'note.edit', args, ctx: { base: { [field]: base } } });
}

/** By the tables and lists of the oracle: what a first answer must be. */
async function whatMayBe(
  server: SimServer,
  asked: ProgramEdit,
  newest: number | null,
): Promise<'passes' | 'stale' | 'not'> {
  const world = expectedAfter(await server.history());
  const scope = startSessions.find(({ id }) => id === asked.appointment)?.scope ?? '';
  const roles = world.roles.of(asked.sub, scope);
  if (!maySee(scope, roles, 'note') || !mayDo('note.edit', roles)) return 'not';
  if (world.notes.get(asked.appointment)?.signedBy) return 'not';
  return asked.revision === newest ? 'passes' : 'stale';
}

async function judgeAnswer(
  answer: Response,
  asked: ProgramEdit,
  mayPass: 'passes' | 'stale' | 'not',
  tell: (problem: string) => void,
): Promise<void> {
  const { status } = answer;
  // The server was about to die, or another's death came over it.
  if (status >= 500) return;
  if (mayPass === 'stale' && status !== 409) tell(`over an older revision, and answered ${status}`);
  if (mayPass === 'not' && status < 300) tell(`may not write, and was answered ${status}`);
  if (mayPass !== 'passes') return;
  if (status >= 300) {
    tell(`answered ${status}`);
    return;
  }
  const item = v.parse(itemAnswer, await answer.json());
  if (item.data[asked.field] !== asked.text) tell('answered with other words');
  if (item.note_data_id !== noteIdOf(asked.appointment)) tell('answered with another note');
  if (item.applied_revision !== (asked.revision ?? 0) + 1) tell(`applied as revision ${item.applied_revision}`);
}

/** With a key the same is told again; without one a second time is over an older revision. */
function judgeSecond(first: number, second: number, { key }: ProgramEdit, tell: (problem: string) => void): void {
  if (first >= 300 || second >= 500) return;
  if (key !== null && second !== first) tell(`asked again under its key: ${second}`);
  if (key === null && second < 300) tell('asked again without a key, and applied again');
}

/**
 * What was applied once under a key: within a day it is told again to who still reads the note, and to nobody else; after that it
 * is a request like any other, over a revision that is long gone.
 */
export async function askKeptAgain(server: SimServer): Promise<readonly string[]> {
  if (!server.lastProgramEdit) return [];
  const { asked, atMs } = server.lastProgramEdit;
  const world = expectedAfter(await server.history());
  const scope = startSessions.find(({ id }) => id === asked.appointment)?.scope ?? '';
  const reads = maySee(scope, world.roles.of(asked.sub, scope), 'note');
  const isKept = server.time.nowMs - atMs < keptMs;
  const answer = await send(await signIn(server, asked.sub), asked);
  const isTold = (answer?.status ?? 500) < 300;
  if (isTold === (isKept && reads)) return [];
  return [`a program of ${asked.sub}: asked again under its key, and answered ${answer?.status}`];
}

function deathOf(random: StepRandom): Death {
  if (!random.chance(0.15)) return { point: 'none', atWrite: 1 };
  return { point: random.chance(0.5) ? 'before-commit' : 'after-commit', atWrite: 1 };
}

async function signIn(server: SimServer, sub: string): Promise<DeviceSession> {
  const network = new DeviceNetwork({ server, hooks: honestServer, random: seededRandom(1), sub });
  const { clock, time } = server;
  const session = new DeviceSession({ network, sub, clock, serverNow: () => time.nowMs, hasKey: false });
  await session.signIn();
  return session;
}

function send(program: DeviceSession, asked: ProgramEdit, death?: Death): Promise<Response | null> {
  const { appointment, field, text, revision, key } = asked;
  const data = { [field]: text };
  const form = { note_schema_id: 'soap-note', note_schema_revision: 1 };
  const headers = { 'content-type': 'application/json', ...(key === null ? {} : { 'idempotency-key': key }) };
  const isNew = revision === null;
  const body = isNew ? { appointment_id: appointment, ...form, data } : { note_revision: revision, data };
  const path = isNew ? newPath : `${dataPath}?note_data_id=${noteIdOf(appointment)}`;
  return program.askSurely(path, { method: isNew ? 'POST' : 'PUT', headers, body: JSON.stringify(body) }, death);
}

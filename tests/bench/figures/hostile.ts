import { createSqliteStore } from '../../../server/store/sqlite-store.ts';
import { openSecrets } from '../../../server/secrets.ts';
import { createLog, systemClock, systemRandom } from '../../../server/system-ports.ts';
import { createTxContext } from '../../../server/sync/tx-context.ts';
import { writeRecord } from '../../../server/sync/write-record.ts';
import { call, type Plan } from '../../../server/store/port.ts';
import { registry } from '../../../sync/collections/index.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import sodium from 'libsodium-wrappers';
import type { BenchRun } from '../bench-run.ts';
import { createLoadData, type LoadData, type LoadDevice } from '../load/load-data.ts';
import { LoadServer } from '../load/load-server.ts';
import { RawConnection } from '../load/raw-connection.ts';
import { getRequest, NoteTyper, postRequest, pullRequest } from '../load/requests.ts';
import { practiceShapes } from '../server/practice-shapes.ts';

const mostMs = 50;
const mostTimes = 5;
const bodyBytes = 4 * 1024 * 1024 - 2048;
const fatNotes = 200;
const fatCharacters = 60_000;

/**
 * The longest piece of processor time that the server takes at once for a request that means it ill, beside that of a push of
 * one edit: whoever else asks meanwhile waits for no longer than that.
 */
export async function measureHostile(run: BenchRun): Promise<void> {
  const data = await createLoadData({ accounts: 1, devicesPerAccount: 2, size: practiceShapes['10k'] });
  await addFatNotes(data);
  const own = await LoadServer.start(data.dataDir);
  try {
    const [device, typist] = data.devices;
    if (!device || !typist) throw new Error('two devices');
    const typer = new NoteTyper(typist, 20);
    const stretch = async (request: Buffer): Promise<number> => {
      const connection = await RawConnection.open(own.origin);
      const longest = await own.longestStretch(async () => {
        await connection.send(request, 'tail');
      });
      connection.close();
      return longest;
    };
    // The first of each kind compiles what it runs through.
    for (let turn = 0; turn < 50; turn += 1) await stretch(typer.next(1));
    for (const [name, request] of Object.entries(hostileRequests(device))) {
      await stretch(request());
      const rounds = await run.rounds(async () => ({
        own: await stretch(request()),
        limit: await stretch(typer.next(1)),
      }));
      const [hostile, ordinary] = [rounds.map((round) => round.own), rounds.map((round) => round.limit)];
      run.report({ kind: 'budget', unit: 'ms', name: `hostile: ${name}, at once`, own: hostile, floor: mostMs });
      run.report({
        kind: 'ratio',
        unit: 'ms',
        name: `– beside a push of one edit`,
        own: hostile,
        limit: ordinary,
        floor: mostTimes,
        note: 'Longest time between two turns of the event loop while the request runs, by processor time.',
      });
    }
  } finally {
    await own.stop();
    data.dispose();
  }
}

/** Each made anew for each turn: what was settled once is answered from what was stored. */
function hostileRequests(device: LoadDevice): Readonly<Record<string, () => Buffer>> {
  const push = (body: string): Buffer => postRequest(device, '/api/sync/v1/push', body);
  let nextId = 1;
  const junk = (rows: number): Buffer => {
    const boxCharacters = Math.floor(bodyBytes / rows) - 80;
    const box = 'A'.repeat(boxCharacters);
    const boxes = Array.from({ length: rows }, () => ({ kind: 'sealed', id: nextId++, key: device.keyId, box }));
    return push(JSON.stringify({ protocol: 1, clientId: device.clientId, highest: nextId, rows: boxes }));
  };
  return {
    '4 MB of open brackets': () => push('['.repeat(bodyBytes)),
    'an array of two million': () => push(`[${'0,'.repeat(bodyBytes / 2 - 1)}0]`),
    '4 MB of junk in 450 boxes': () => junk(450),
    '4 MB of junk in 6 boxes': () => junk(6),
    'data_info, limit 1': () => getRequest(device, '/api/notes_secure_data/v1/notes/data/data_info?limit=1'),
    'data_info, limit 500': () => getRequest(device, '/api/notes_secure_data/v1/notes/data/data_info?limit=500'),
    'all sessions by status': () =>
      getRequest(
        device,
        '/api/scheduler/v1/snapshot/appointments_v2?limit=500&appointment_is_cancelled_or_abandoned=false',
      ),
    'a first page, notes of 240 kB in it': () => pullRequest(device, null),
  };
}

/** Makes the newest notes of the account long: four texts each. */
async function addFatNotes(data: LoadData): Promise<void> {
  await sodium.ready;
  const ports = { sodium, random: systemRandom, clock: systemClock, log: createLog('error') };
  const { masterKey } = openSecrets(data.dataDir, ports);
  const store = createSqliteStore({ file: data.file, masterKey, random: systemRandom });
  const text = 'One sentence of a long note about nothing at all. '.repeat(fatCharacters / 50);
  const answers = { subjective: text, objective: text, assessment: text, plan: text };
  const sessions = data.devices[0]?.sessions.slice(-fatNotes) ?? [];
  for (const session of sessions) {
    const context = createTxContext(registry, Date.now());
    await store.write(function* (): Plan<void> {
      const appointment = yield* call('getRecord', 'appointment', session);
      if (!appointment) throw new Error('a session stands in the database');
      const body = {
        note_schema_id: 'soap-note',
        note_schema_revision: 1,
        appointment_id: session,
        author: data.devices[0]?.sub ?? '',
        author_name: 'Long',
        started: context.now,
        session_start: context.now,
        answers,
        written: {},
        others: [],
      };
      const place = { collection: 'note', id: noteIdOf(session), scope: appointment.scope, cls: 'care-team' };
      yield* writeRecord(context, { ...place, version: 1, shape: 1, body, stamps: {} }, undefined);
    });
  }
  await store.close();
}

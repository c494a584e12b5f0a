import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sodium from 'libsodium-wrappers';
import * as v from 'valibot';
import { chartScope, classes, idOfScope } from '../../sync/collections/classes.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { databaseFile } from '../../server/backup/manifest.ts';
import { generatePractice } from '../../server/dev/generate-practice.ts';
import type { GeneratedAccount, GeneratedPractice, GeneratedRecord } from '../../server/dev/practice-types.ts';
import { openSecrets } from '../../server/secrets.ts';
import { createSqliteStore } from '../../server/store/sqlite-store.ts';
import { createLog, systemClock, systemRandom } from '../../server/system-ports.ts';
import { deviceOf, writeAll, writeDevices, type NewDevice } from '../bench/load/load-data.ts';
import { doors, type RaceDevice } from './doors.ts';
import type { RaceOptions } from './options.ts';
import { intervalOf, planRaces, reachMinutes } from './plan.ts';
import type { Interval, Race } from './race.ts';

/** Races and the data directory that they begin with: a practice, the sessions that are moved and restored, the devices. */
export interface RaceData {
  readonly dataDir: string;
  readonly races: readonly Race[];
  /** By number: those of the callers, then the one that blocks times. */
  readonly devices: readonly RaceDevice[];
  /** A device of the clinician that only looks. */
  readonly looking: RaceDevice;
  dispose(): void;
}

/** A clinician with a chart for each caller, a colleague, and the front desk. */
const size = {
  isWhole: true,
  clinicians: 2,
  monthsBack: 0,
  monthsAhead: 0,
  sessionsPerDay: 0,
  appointments: 0,
  notes: 0,
  assessments: 0,
  messages: 0,
};
/** Of ten callers so many are the clinician's own devices, the others the front desk's. */
const ownOfTen = 7;
const zone = 'UTC';

/** Writes everything as the server itself writes it, before any server runs over it. */
export async function createRaceData(options: RaceOptions): Promise<RaceData> {
  await sodium.ready;
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-races-'));
  const dispose = (): void => fs.rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', dispose);
  const secrets = openSecrets(dataDir, { sodium, random: systemRandom, clock: systemClock, log: createLog('error') });
  const file = path.join(dataDir, databaseFile);
  const store = createSqliteStore({ file, masterKey: secrets.masterKey, random: systemRandom });
  const now = toInstant(Date.now());
  const practice = generatePractice({ seed: 2026, anchor: now, size: { ...size, clients: 2 * options.callers } });
  const [clinician, colleague] = practice.accounts;
  const desk = practice.accounts.find(({ email }) => email.startsWith('desk@'));
  if (!clinician || !colleague || !desk) throw new Error('a practice has two clinicians and a front desk');
  const own = Math.ceil((options.callers * ownOfTen) / 10);
  const madeFor = ({ sub }: GeneratedAccount, count: number): readonly NewDevice[] =>
    Array.from({ length: count }, () => deviceOf(secrets, { sub, head: 0, sessions: [] }));
  const owns = madeFor(clinician, own + 2);
  const desks = madeFor(desk, options.callers - own);
  const [looking, blocking, ...callers] = [...owns, ...desks].map((device): RaceDevice => ({ ...device, lastId: 0 }));
  if (!looking || !blocking) throw new Error('a clinician has devices');
  const devices = [...callers, blocking];
  const races = planRaces(options, {
    practiceId: practice.practiceId,
    clinician: clinician.sub,
    charts: chartsOf(practice, clinician),
    doors: doors.length,
    idOf: ({ device, door }, uid) => doors[door]?.idOf(devices[device]?.sub ?? '', uid) ?? '',
    today: now.slice(0, 10),
  });
  await writeAll(store, practice);
  await writeAll(store, { records: sessionsOf(races, { practice, clinician, colleague, at: now }) });
  await store.write(() => writeDevices(secrets, clinician, owns));
  await store.write(() => writeDevices(secrets, desk, desks));
  await store.close();
  return { dataDir, races, devices, looking, dispose };
}

const membership = v.object({ account: v.string(), role: v.string() });

function chartsOf(practice: GeneratedPractice, { sub }: GeneratedAccount): readonly string[] {
  return practice.records.flatMap(({ collection, scope, body }) => {
    const { account, role } = collection === 'membership' ? v.parse(membership, body) : { account: '', role: '' };
    return account === sub && role === 'treating' ? [idOfScope(scope)] : [];
  });
}

interface SessionContext {
  readonly practice: GeneratedPractice;
  readonly clinician: GeneratedAccount;
  readonly colleague: GeneratedAccount;
  readonly at: string;
}

/** What lies in the calendar before a race: what is moved, what is restored, what touches the time, and a colleague's session in it. */
function sessionsOf(races: readonly Race[], context: SessionContext): readonly GeneratedRecord[] {
  const { clinician, colleague, practice } = context;
  const [chart = ''] = chartsOf(practice, clinician);
  const [otherChart = ''] = chartsOf(practice, colleague);
  return races.flatMap((race) => {
    const startMs = Date.parse(race.start);
    const before = intervalOf(startMs - 50 * 60_000, 50);
    const after = intervalOf(startMs + 2 * reachMinutes * 60_000, 50);
    const times = [before, after];
    return [
      ...race.beside.map((id, index) =>
        sessionOf({ id, chart, time: times[index] ?? before, pro: clinician }, context),
      ),
      sessionOf({ id: `${race.beside[0]}-else`, chart: otherChart, time: race, pro: colleague }, context),
      ...race.claims.flatMap(({ kind, session: id, chart, home, start, end }) =>
        kind === 'book'
          ? []
          : [sessionOf({ id, chart, time: home ?? { start, end }, pro: clinician, isCancelled: !home }, context)],
      ),
    ];
  });
}

function sessionOf(
  of: {
    readonly id: string;
    readonly chart: string;
    readonly time: Interval;
    readonly pro: GeneratedAccount;
    readonly isCancelled?: boolean;
  },
  { practice, at }: SessionContext,
): GeneratedRecord {
  const { id, chart, time, pro, isCancelled = false } = of;
  const { start, end } = time;
  const body = {
    appointment_type_label: 'Individual session',
    ...(isCancelled ? { status: 'cancelled_orchid_pro', cancelled_from: 'booked' } : { status: 'booked' }),
    local_start: start.slice(0, 16),
    zone,
    minutes: (Date.parse(end) - Date.parse(start)) / 60_000,
    start,
    end,
    clinician: pro.sub,
    clinician_name: pro.display_name,
    practice_id: practice.practiceId,
    place: 'office_location',
    modify_datetime: at,
  };
  const scope = chartScope(chart);
  return { collection: 'appointment', id, scope, cls: classes.scheduling, body, fields: ['start', 'status'] };
}

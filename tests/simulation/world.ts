import sodium from 'libsodium-wrappers';
import { appointmentBodyOf, membershipOf, seededRandom } from '../../sync/testing/builders.ts';
import { registry as shippedRegistry } from '../../sync/collections/index.ts';
import { chartScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import type { Note } from '../../sync/collections/note-body.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import type { Json, StoredRecord } from '../../sync/core/record.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { compareText } from '../../sync/core/compare-text.ts';
import { readMeta } from '../../sync/client/meta.ts';
import { pendingRows, rebase } from '../../sync/client/rebase.ts';
import { rowToRecord } from '../../sync/client/replica.ts';
import { StoreError } from '../../sync/store/store-error.ts';
import { getSeen } from '../../sync/client/reads.ts';
import { judge, type Verdict } from './oracle.ts';
import { goodNetwork, SimDevice, type StoreWrapper } from './sim-device.ts';
import { honestServer, SimServer, type ServerHooks } from './sim-server.ts';
import { VirtualTime } from './virtual-clock.ts';

/** What a planted bug may replace: only ports and what is handed in, never shipped code. */
export interface Plant {
  readonly registry?: Registry;
  readonly hooks?: ServerHooks;
  readonly wrapStore?: StoreWrapper;
}

export interface ScheduleResult extends Verdict {
  readonly seed: number;
  readonly faults: number;
  /** Broken rules that the end state does not show: two writers at once. */
  readonly violations: readonly string[];
}

const appointments = ['a1', 'a2', 'a3', 'b1', 'b2'];
const subs = ['pro-1', 'pro-1', 'pro-2'];

/** Runs one seeded schedule: bad hours, then a healed world, then the verdict. */
export async function runSchedule(
  seed: number,
  options: { readonly steps: number; readonly plant?: Plant },
): Promise<ScheduleResult> {
  await sodium.ready;
  const random = seededRandom(seed);
  const time = new VirtualTime();
  const registry = options.plant?.registry ?? shippedRegistry;
  const server = new SimServer({ registry: shippedRegistry, time, random: seededRandom(seed ^ 0x5eed) });
  await server.seed(startRecords());
  const violations: string[] = [];
  const writers = new Map<string, Set<string>>();
  const devices = subs.map(
    (sub, index) =>
      new SimDevice({
        name: `device-${index + 1}`,
        sub,
        server,
        hooks: options.plant?.hooks ?? honestServer,
        time,
        registry,
        seed: seed * 31 + index,
        wrapStore: options.plant?.wrapStore ?? ((store) => store),
        onPush: (device, tab, phase) => {
          const now = writers.get(device.name) ?? new Set();
          writers.set(device.name, now);
          if (phase === 'end') now.delete(tab);
          else now.add(tab);
          if (now.size > 1) violations.push(`${device.name}: two network writers`);
        },
      }),
  );
  for (const device of devices) await device.openTab();
  await time.pass(4000);
  for (let step = 0; step < options.steps; step += 1) {
    await oneStep({ random, time, devices, step });
    const probed = devices[step % devices.length];
    if (step % 4 === 0 && probed && !(await replaysAlike(probed)))
      violations.push(`${probed.name}: a replay gave another overlay`);
  }

  for (const device of devices) {
    device.online = true;
    device.odds = goodNetwork;
    device.clock.skewMs = 0;
    device.disk.fault = () => null;
    if (device.tabs === 0) await device.openTab();
  }
  // [liveness] No new local write: what is left must drain by itself within 30 s.
  await time.pass(30_000);
  const verdict = await judge(server, devices, appointments);
  for (const device of devices) device.stop();
  await server.store.close();
  const faults = devices.reduce((sum, device) => sum + device.faults, server.crashes);
  return { seed, faults, violations, ...verdict };
}

interface StepContext {
  readonly random: ReturnType<typeof seededRandom>;
  readonly time: VirtualTime;
  readonly devices: readonly SimDevice[];
  readonly step: number;
}

async function oneStep(context: StepContext): Promise<void> {
  const { random, time, devices } = context;
  const device = devices[random.below(devices.length)];
  if (!device) return;
  const roll = random.next();
  if (roll < 0.5) await editNote(device, context);
  else if (roll < 0.55) await signNote(device, random);
  else if (roll < 0.6) await changeAccess(devices[0] ?? device, random);
  else if (roll < 0.63)
    await device.mutate('appointment.cancel', { appointment_id: appointments[random.below(5)] ?? 'a1' }, {});
  else if (roll < 0.7) device.online = !device.online;
  else if (roll < 0.76) device.odds = { drop: 0.2, loseAnswer: 0.3, duplicate: 0.2, crash: 0.1, slowMs: 400 };
  else if (roll < 0.8) device.odds = goodNetwork;
  else if (roll < 0.84) await device.crash();
  else if (roll < 0.88) device.clock.skewMs = (random.next() - 0.5) * 2 * 86_400_000;
  else if (roll < 0.92 && device.tabs < 3) await device.openTab();
  else if (roll < 0.94 && device.tabs > 1) device.closeTab();
  else if (roll < 0.97) {
    let left = 1 + random.below(3);
    const codes = ['lost-handle', 'failed', 'quota'] as const;
    const code = codes[random.below(3)] ?? 'failed';
    device.disk.fault = (operation) => {
      if (operation === 'begin' || left <= 0 || random.next() < 0.7) return null;
      left -= 1;
      device.faults += 1;
      return code;
    };
  } else device.disk.fault = () => null;
  await time.pass(random.below(3) === 0 ? random.below(4000) : random.below(150));
}

/** [MU-1, RB-1] Replaying what is pending over an unchanged base must give the overlay that is there. */
async function replaysAlike(device: SimDevice): Promise<boolean> {
  const { replica } = device;
  if (!replica) return true;
  const show = (): string =>
    JSON.stringify(
      device.disk
        .dump()
        .overlay.map((row) => rowToRecord(replica, 'overlay', row))
        .map(({ id, body }) => `${id} ${canonicalJson(body)}`)
        .sort(compareText),
    );
  const before = show();
  try {
    await replica.store.tx('strict', function* () {
      const [client, cursor] = yield* readMeta('client', 'cursor');
      if (!client || !cursor) return;
      const pending = yield* pendingRows(cursor.confirmed);
      yield* rebase(replica, pending, {
        clientId: client.clientId,
        complete: cursor.complete,
        onProblem: () => undefined,
      });
    });
  } catch (error) {
    if (error instanceof StoreError) return true;
    throw error;
  }
  return show() === before;
}

async function editNote(device: SimDevice, context: StepContext): Promise<void> {
  const { random, step } = context;
  const appointment = appointments[random.below(appointments.length)] ?? 'a1';
  const field = random.chance(0.5) ? 'plan' : 'subjective';
  const { replica } = device;
  if (!replica) return;
  const seen = await getSeen<Note>(replica, 'note', noteIdOf(appointment)).catch(() => undefined);
  // Sometimes typed over what an old tab still shows.
  const base = random.chance(0.85) ? (seen?.stamps[field] ?? '') : '';
  const text = `text ${device.name} ${step} ${random.below(1_000_000)}`;
  const args = {
    appointment_id: appointment,
    author_name: device.sub,
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    answers: { [field]: text },
  };
  await device.mutate(
    'note.edit',
    args,
    { base: { [field]: base }, ...(random.chance(0.6) ? { coalesceKey: `${appointment}/${field}` } : {}) },
    text,
  );
}

async function signNote(device: SimDevice, random: StepContext['random']): Promise<void> {
  const appointment = appointments[random.below(appointments.length)] ?? 'a1';
  const { replica } = device;
  const seen = replica ? await getSeen<Note>(replica, 'note', noteIdOf(appointment)).catch(() => undefined) : undefined;
  // Rarely: signing ends the editing of a note, and editing is what this world is for.
  if (!seen || random.chance(0.7)) return;
  await device.mutate('note.sign', { appointment_id: appointment, name: device.sub, seen: { ...seen.stamps } }, {});
}

async function changeAccess(device: SimDevice, random: StepContext['random']): Promise<void> {
  const scope = chartScope(random.chance(0.5) ? 'c1' : 'c2');
  const args: Json = random.chance(0.5)
    ? { scope, account: 'pro-2', account_name: 'Dr. Two', role: 'treating' }
    : { scope, membership_id: membershipId(scope, 'pro-2', 'treating') };
  await device.mutate('membership_id' in args ? 'membership.revoke' : 'membership.grant', args, {});
}

function startRecords(): StoredRecord[] {
  const make = (record: Omit<StoredRecord, 'version' | 'shape' | 'stamps'>): StoredRecord => ({
    ...record,
    version: 1,
    shape: 1,
    stamps: {},
  });
  const member = (scope: string, account: string, role: 'treating' | 'professional'): StoredRecord =>
    make({
      collection: 'membership',
      id: membershipId(scope, account, role),
      scope,
      cls: classes.access,
      body: membershipOf(account, { role, from: toInstant(0) }),
    });
  const session = (chartId: string, id: string, hour: number): StoredRecord => {
    const start = `2026-11-2${chartId === 'c1' ? 0 : 1}T0${hour}:00:00.000Z`;
    const end = `2026-11-2${chartId === 'c1' ? 0 : 1}T0${hour}:50:00.000Z`;
    return make({
      collection: 'appointment',
      id,
      scope: chartScope(chartId),
      cls: classes.scheduling,
      body: appointmentBodyOf({ start, end }),
    });
  };
  const chart = (id: string): StoredRecord =>
    make({
      collection: 'chart',
      id,
      scope: chartScope(id),
      cls: classes.careTeam,
      body: {
        patient_type: 'individual',
        client_status: 'active',
        presenting_problem: '',
        opened: toInstant(0),
        practice_id: 'p1',
      },
    });
  return [
    member(practiceScope('p1'), 'pro-1', 'professional'),
    member(practiceScope('p1'), 'pro-2', 'professional'),
    member(chartScope('c1'), 'pro-1', 'treating'),
    member(chartScope('c2'), 'pro-1', 'treating'),
    member(chartScope('c2'), 'pro-2', 'treating'),
    chart('c1'),
    chart('c2'),
    make({
      collection: 'professional',
      id: 'pro-2',
      scope: practiceScope('p1'),
      cls: classes.colleagues,
      body: { cognito_sub: 'pro-2', display_name: 'Dr. Two', medical_degree: '' },
    }),
    session('c1', 'a1', 6),
    session('c1', 'a2', 7),
    session('c1', 'a3', 8),
    session('c2', 'b1', 6),
    session('c2', 'b2', 7),
  ];
}

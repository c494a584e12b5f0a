import sodium from 'libsodium-wrappers';
import { seededRandom } from '../../sync/testing/builders.ts';
import { registry as shippedRegistry } from '../../sync/collections/index.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { holdProcessor } from './held-processor.ts';
import { judge, statusProblems, type Verdict } from './oracle/judge.ts';
import { probe, type Probe } from './probe.ts';
import { askKeptAgain } from './rest-steps.ts';
import { SimDevice, type StoreWrapper } from './sim-device.ts';
import { honestServer, SimServer, type ServerHooks } from './sim-server.ts';
import { seenNote, writeText } from './note-steps.ts';
import { startFile } from './start-file.ts';
import { accounts, startAppointments } from './start-records.ts';
import { takeStep } from './steps.ts';
import { VirtualTime } from './virtual-clock.ts';

/** What a planted bug may replace: only ports and what is handed in, never shipped code. */
export interface Plant {
  readonly registry?: Registry;
  /** A fault in what device and server share: both have it. */
  readonly shared?: Registry;
  readonly hooks?: Partial<ServerHooks>;
  readonly wrapStore?: StoreWrapper;
}

export interface ScheduleOptions {
  readonly steps: number;
  /** Unsaid: five to eight, by the seed. */
  readonly devices?: number | undefined;
  readonly plant?: Plant;
  /** Told what happened, for a person who looks for a fault. */
  readonly explain?: (line: string) => void;
  /** Only these of the steps happen: for shrinking. */
  readonly only?: ReadonlySet<number>;
}

export interface ScheduleResult extends Verdict {
  readonly seed: number;
  readonly faults: number;
  /** Broken rules that the end state does not show. */
  readonly violations: readonly string[];
  /** What happened, in order. */
  readonly history: readonly string[];
}

/** From two clinicians, a supervisor and the front desk to all who live there: a client and a guardian, too, in most schedules. */
const devicesIn = (seed: number): number => 5 + (Math.abs(seed) % 4);
/** Once every fault has healed, everything must have drained and converged by then, without a new local write. */
const healingMs = 30_000;
const pollMs = 2000;

/** Runs one seeded schedule: bad hours, then a healed world, then the verdict. */
export async function runSchedule(seed: number, options: ScheduleOptions): Promise<ScheduleResult> {
  await sodium.ready;
  // Before the seed has its say: only the first schedule of a process writes it.
  const start = await startFile(options.plant?.shared ?? shippedRegistry, new VirtualTime().nowMs);
  const letGo = holdProcessor(seededRandom(seed ^ 0xc10c));
  try {
    return await runHeld(seed, options, start);
  } finally {
    letGo();
  }
}

async function runHeld(seed: number, options: ScheduleOptions, start: Uint8Array): Promise<ScheduleResult> {
  const { plant = {} } = options;
  const time = new VirtualTime();
  const isHonest = !plant.hooks?.carryLines && !plant.hooks?.endLines;
  const hooks: ServerHooks = { ...honestServer, ...plant.hooks, isHonest };
  const server = new SimServer({
    registry: plant.shared ?? shippedRegistry,
    time,
    random: seededRandom(seed ^ 0x5eed),
    hooks,
    start,
  });
  const violations: string[] = [];
  const diverged: string[] = [];
  const writers = new Map<string, Set<string>>();
  const devices = Array.from({ length: options.devices ?? devicesIn(seed) }, (_, index) => {
    return new SimDevice({
      name: `device-${index + 1}`,
      sub: accounts[index % accounts.length] ?? 'pro-1',
      server,
      hooks,
      time,
      registry: plant.registry ?? plant.shared ?? shippedRegistry,
      seed: seed * 31 + index,
      wrapStore: plant.wrapStore ?? ((store) => store),
      onPush: (device, tab, phase) => {
        const now = writers.get(device.name) ?? new Set();
        writers.set(device.name, now);
        if (phase === 'end') now.delete(tab);
        else now.add(tab);
        if (now.size > 1) violations.push(`${device.name}: two network writers`);
      },
    });
  });
  for (const device of devices) {
    await device.signIn();
    await device.openTab();
  }
  await time.pass(4000);

  const history: string[] = [];
  const probes = new Map<SimDevice, Probe>();
  for (let index = 0; index < options.steps; index += 1) {
    if (options.only && !options.only.has(index)) continue;
    const random = seededRandom(seed * 7919 + index * 104_729);
    // Mostly those who write: a world of readers shows little.
    const pool = random.chance(0.8) ? devices.filter(({ sub }) => sub.startsWith('pro-')) : devices;
    const device = pool[random.below(pool.length)];
    if (!device) continue;
    const told = `${index} ${await takeStep({ random, time, server, devices, device, index, canUpdate: !plant.registry && !plant.shared })}`;
    history.push(told);
    options.explain?.(`${told} at ${time.nowMs % 10_000_000}`);
    if (index % 3 !== 0) continue;
    const probed = devices[(index / 3) % devices.length];
    if (!probed) continue;
    violations.push(...(await probe(server, probed, probes)));
    diverged.push(...(await probed.watchProblems()));
  }

  for (const device of devices) await device.heal();
  await time.pass(healingMs);
  // It costs as much as a few steps: every other schedule pays for it.
  if (seed % 2 === 1) diverged.push(...(await unheard(devices, time)));
  violations.push(...(await askKeptAgain(server)));
  if (options.explain) for (const line of await server.explain()) options.explain(line);
  const verdict = await judge(server, devices);
  // A device that hears of nothing asks every 30 s: its word on all being well may come with that question.
  await time.pass(pollMs);
  for (const device of devices) violations.push(...(await statusProblems(device)));
  for (const device of devices) {
    device.stop();
    violations.push(...device.violations, ...device.session.violations);
  }
  await server.close();
  const faults = devices.reduce((sum, device) => sum + device.faults, server.crashes);
  return { seed, faults, violations, history, ...verdict, diverged: [...diverged, ...verdict.diverged] };
}

/** By then another device of the same person has been told of a change, and has it: nobody waits for its next question. */
const heardWithinMs = 3000;

/** [SE-2] One more change on a network that works, and who has not heard of it in time. */
async function unheard(devices: readonly SimDevice[], time: VirtualTime): Promise<readonly string[]> {
  const [writer] = devices;
  const others = devices.filter((device) => device !== writer && device.sub === writer?.sub);
  if (!writer || others.length === 0) return [];
  const appointment = await openAppointment(writer);
  if (appointment === undefined) return [];
  const base = (await seenNote(writer, appointment))?.stamps['plan'] ?? '';
  const text = 'the last words';
  const before = writer.saved.size;
  await writeText(writer, { appointment, field: 'plan', base, text, coalesce: false });
  // A tab of a build before writes nothing.
  if (writer.saved.size === before) return [];
  await time.pass(heardWithinMs);
  const found: string[] = [];
  for (const device of others) {
    const seen = await seenNote(device, appointment);
    if (seen?.body.answers['plan'] !== text) found.push(`${device.name}: has not heard of ${appointment} in time`);
  }
  return found;
}

/** A note that may still be written. */
async function openAppointment(device: SimDevice): Promise<string | undefined> {
  for (const id of startAppointments) if (!(await seenNote(device, id))?.body.signed) return id;
  return undefined;
}

/** Everything that is wrong with a schedule, in words. */
export function problemsOf(result: ScheduleResult): readonly string[] {
  return [...result.lost, ...result.doubled, ...result.diverged, ...result.violations];
}

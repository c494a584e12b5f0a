import sodium from 'libsodium-wrappers';
import { seededRandom } from '../../sync/testing/builders.ts';
import { registry as shippedRegistry } from '../../sync/collections/index.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { judge, statusProblems, type Verdict } from './oracle/judge.ts';
import { probe, type Probe } from './probe.ts';
import { SimDevice, type StoreWrapper } from './sim-device.ts';
import { honestServer, SimServer, type ServerHooks } from './sim-server.ts';
import { accounts, startRecords } from './start-records.ts';
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
  readonly devices?: number;
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

const usualDevices = 6;
/** Once every fault has healed, everything must have drained and converged by then, without a new local write. */
const healingMs = 30_000;
const pollMs = 2000;

/** Runs one seeded schedule: bad hours, then a healed world, then the verdict. */
export async function runSchedule(seed: number, options: ScheduleOptions): Promise<ScheduleResult> {
  await sodium.ready;
  const { plant = {} } = options;
  const time = new VirtualTime();
  const hooks: ServerHooks = { ...honestServer, ...plant.hooks };
  const server = new SimServer({
    registry: plant.shared ?? shippedRegistry,
    time,
    random: seededRandom(seed ^ 0x5eed),
    hooks,
  });
  await server.seed(startRecords());
  const violations: string[] = [];
  const writers = new Map<string, Set<string>>();
  const devices = Array.from({ length: options.devices ?? usualDevices }, (_, index) => {
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
  for (const device of devices) await device.openTab();
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
    if (probed) violations.push(...(await probe(probed, probes)));
  }

  for (const device of devices) await device.heal();
  await time.pass(healingMs);
  if (options.explain) for (const line of await server.explain()) options.explain(line);
  const verdict = await judge(server, devices);
  // A device that hears of nothing asks every 30 s: its word on all being well may come with that question.
  await time.pass(pollMs);
  for (const device of devices) violations.push(...(await statusProblems(device)));
  for (const device of devices) {
    device.stop();
    violations.push(...device.violations);
  }
  await server.store.close();
  const faults = devices.reduce((sum, device) => sum + device.faults, server.crashes);
  return { seed, faults, violations, history, ...verdict };
}

/** Everything that is wrong with a schedule, in words. */
export function problemsOf(result: ScheduleResult): readonly string[] {
  return [...result.lost, ...result.doubled, ...result.diverged, ...result.violations];
}

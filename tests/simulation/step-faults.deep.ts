import { describe, expect, it } from 'vitest';
import { chartScope } from '../../sync/collections/classes.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import type { StoreErrorCode } from '../../sync/store/store-error.ts';
import { callFaults, type CallFault } from './device-network.ts';
import type { SimDevice } from './sim-device.ts';
import { SmallWorld } from './small-world.ts';
import { callsOf } from './step-share.ts';

/** What goes wrong at one call: storage says so, or the machine stops there. */
type Kind = Extract<StoreErrorCode, 'failed' | 'lost-handle' | 'quota'> | 'power';
const kinds: readonly Kind[] = ['failed', 'lost-handle', 'quota', 'power'];

interface Scene {
  /** Until just before the calls that are to fail. */
  readonly before?: (world: SmallWorld) => Promise<unknown>;
  readonly action: (world: SmallWorld) => Promise<unknown>;
}

const patienceMs = 3000;

const scenes: Readonly<Record<string, Scene>> = {
  'a save': { action: (world) => type(world.device(0), 'a1', 'one') },
  'a save while the network is there': {
    action: async (world) => {
      await type(world.device(0), 'a1', 'one');
      await world.time.pass(patienceMs);
    },
  },
  'typing on in the same field': {
    before: async (world) => {
      world.device(0).network.online = false;
      await type(world.device(0), 'a1', 'one', 'a1/plan');
    },
    action: (world) => type(world.device(0), 'a1', 'two', 'a1/plan'),
  },
  'a push of what waited': {
    before: async (world) => {
      world.device(0).network.online = false;
      for (const [index, id] of ['a1', 'a2', 'b1'].entries()) await type(world.device(0), id, `text ${index}`);
    },
    action: async (world) => {
      world.device(0).network.online = true;
      world.device(0).wake();
      await world.time.pass(patienceMs);
    },
  },
  'a pull of what another device wrote': {
    before: async (world) => {
      world.device(0).network.online = false;
      await type(world.device(1), 'a1', 'from elsewhere');
      await world.time.pass(patienceMs);
    },
    action: async (world) => {
      world.device(0).network.online = true;
      world.device(0).wake();
      await world.time.pass(patienceMs);
    },
  },
  'a refusal that comes back': {
    before: async (world) => {
      world.device(2).network.online = false;
      await type(world.device(2), 'b1', 'typed too late');
      await endAccess(world);
    },
    action: async (world) => {
      world.device(2).network.online = true;
      world.device(2).wake();
      await world.time.pass(patienceMs);
    },
  },
  'the end of an access': {
    before: async (world) => {
      world.device(2).network.online = false;
      await endAccess(world);
    },
    action: async (world) => {
      world.device(2).network.online = true;
      world.device(2).wake();
      await world.time.pass(patienceMs);
    },
  },
  'a first sync': {
    before: async (world) => world.newDevice('pro-1'),
    action: async (world) => {
      await world.device(3).openTab();
      await world.time.pass(patienceMs);
    },
  },
  'a lock with work waiting': {
    before: async (world) => {
      world.device(0).network.online = false;
      await type(world.device(0), 'a1', 'one');
    },
    action: (world) => world.device(0).lockAndUnlock(),
  },
  'a profile put back': {
    before: async (world) => {
      world.device(0).network.online = false;
      await type(world.device(0), 'a1', 'one');
      world.device(0).copyProfile();
      world.device(0).network.online = true;
      world.device(0).wake();
      await world.time.pass(patienceMs);
      await type(world.device(0), 'a2', 'two');
      await world.time.pass(patienceMs);
    },
    action: async (world) => {
      await world.device(0).restoreProfile();
      await type(world.device(0), 'a3', 'three');
      await world.time.pass(patienceMs);
    },
  },
};

/** Whose storage fails: the device that the scene is about. */
function subject(name: string, world: SmallWorld): SimDevice {
  if (name === 'a first sync') return world.device(3);
  return name === 'a refusal that comes back' || name === 'the end of an access' ? world.device(2) : world.device(0);
}

/** Runs a scene with storage call `k` failing; answers how many calls there were, and what is wrong in the end. */
async function play(name: string, k: number, kind: Kind): Promise<{ calls: number; problems: readonly string[] }> {
  const scene = scenes[name];
  if (!scene) throw new Error('no such scene');
  const world = await SmallWorld.open();
  await scene.before?.(world);
  const device = subject(name, world);
  let calls = 0;
  let isPowerGone = false;
  device.disk.fault = () => {
    calls += 1;
    if (isPowerGone) return 'crashed';
    if (calls !== k) return null;
    if (kind !== 'power') return kind;
    isPowerGone = true;
    return 'crashed';
  };
  await scene.action(world);
  device.disk.fault = () => null;
  if (isPowerGone) await device.crash();
  return { calls, problems: await world.problems() };
}

/** The same with request `k` of the device meeting a fault on its way. */
async function playOnline(
  name: string,
  k: number,
  fault: CallFault,
): Promise<{ calls: number; problems: readonly string[] }> {
  const scene = scenes[name];
  if (!scene) throw new Error('no such scene');
  const world = await SmallWorld.open();
  await scene.before?.(world);
  let calls = 0;
  subject(name, world).network.callFault = () => {
    calls += 1;
    return calls === k ? fault : null;
  };
  await scene.action(world);
  return { calls, problems: await world.problems() };
}

async function type(device: SimDevice, appointment: string, text: string, coalesceKey?: string): Promise<void> {
  const args = {
    appointment_id: appointment,
    author_name: 'Dr. One',
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    answers: { plan: text },
  };
  const options = { base: { plan: '' }, ...(coalesceKey === undefined ? {} : { coalesceKey }) };
  await device.mutate('note.edit', args, options, text);
}

async function endAccess(world: SmallWorld): Promise<void> {
  const scope = chartScope('c2');
  await world
    .device(0)
    .mutate('membership.revoke', { scope, membership_id: membershipId(scope, 'pro-2', 'treating') }, {});
  await world.time.pass(patienceMs);
}

describe('a fault at every step', () => {
  it.each(Object.keys(scenes))(
    '%s: whatever storage call fails, in whatever way, nothing is lost or stuck',
    async (name) => {
      const { calls } = await play(name, 0, 'failed');
      expect(calls).toBeGreaterThan(2);
      const wrong: string[] = [];
      for (const [way, kind] of kinds.entries()) {
        for (const k of callsOf(calls, way)) {
          const { problems } = await play(name, k, kind);
          if (problems.length > 0) wrong.push(`${kind} at ${k}: ${problems.join('; ')}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  const online = Object.keys(scenes).filter(
    (name) => !['a save', 'typing on in the same field', 'a lock with work waiting'].includes(name),
  );
  it.each(online)(
    '%s: whatever request fails, in whatever way, nothing is lost, doubled or stuck',
    async (name) => {
      const { calls } = await playOnline(name, 0, 'dropped');
      expect(calls).toBeGreaterThan(0);
      const wrong: string[] = [];
      for (const [way, fault] of callFaults.entries()) {
        for (const k of callsOf(calls, way)) {
          const { problems } = await playOnline(name, k, fault);
          if (problems.length > 0) wrong.push(`${fault} at ${k}: ${problems.join('; ')}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );
});

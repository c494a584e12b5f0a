import { describe, expect, test } from 'vitest';
import { MemoryDisk } from '../../store/memory-store.ts';
import { settle } from '../../testing/builders.ts';
import type { Api } from '../client-ports.ts';
import { debtOf, paySessionDebt, setDebt, untilBegun } from './session-debt.ts';

test('LO-1: a log-out that comes while a lock is being paid is owed on', async () => {
  const device = new MemoryDisk().connect();
  await setDebt(device, 'lock');
  const api: Api = {
    call: async () => {
      // The person logs out on the locked screen; that call is lost.
      await setDebt(device, 'logout');
      return { status: 200, body: {} };
    },
  };
  await paySessionDebt(api, device, 0);
  expect(await debtOf(device)).toBe('logout');
});

/** Pays at this moment, as a tab or the service worker might: what was asked of the server, and what came of it. */
async function payAt(device: ReturnType<MemoryDisk['connect']>, nowMs: number): Promise<readonly string[]> {
  const paths: string[] = [];
  const call: Api['call'] = (_method, path) => Promise.resolve((paths.push(path), { status: 200, body: {} }));
  return [await paySessionDebt({ call }, device, nowMs), ...paths];
}
const clock = { now: () => 1_000_000, after: () => () => undefined };

test('LO-1: a debt is on the disk while a new session is asked for, and nobody ends that one by it', async () => {
  const device = new MemoryDisk().connect();
  await setDebt(device, 'lock');
  const begun = await untilBegun(
    { device, clock },
    async () => [await debtOf(device), await payAt(device, clock.now()), await debtOf(device)],
    () => true,
  );
  expect(begun).toEqual(['lock', ['owed'], 'lock']);
  expect(await debtOf(device)).toBe(null);
});

test('LO-1: a crash while a session is asked for loses no debt', async () => {
  const device = new MemoryDisk().connect();
  await setDebt(device, 'logout');
  // Killed there: this never comes back.
  const asked = new Promise<void>((resolve) => {
    void untilBegun(
      { device, clock },
      () => new Promise<never>(() => resolve()),
      () => true,
    );
  });
  await asked;
  expect(await payAt(device, clock.now() + 61_000)).toEqual(['paid', '/api/login/v1/logout']);
  expect(await debtOf(device)).toBe(null);
});

test.each(['refused', 'failed'])('LO-1: where no session begins, the debt is owed on: %s', async (how) => {
  const device = new MemoryDisk().connect();
  await setDebt(device, 'lock');
  const begin = () => (how === 'failed' ? Promise.reject(new Error('no disk')) : Promise.resolve());
  await untilBegun({ device, clock }, begin, () => false).catch(() => undefined);
  expect(await payAt(device, clock.now())).toEqual(['paid', '/api/login/v1/lock']);
});

test('LO-1: a lock that comes while a session begins is owed on', async () => {
  const device = new MemoryDisk().connect();
  await setDebt(device, 'lock');
  await untilBegun(
    { device, clock },
    () => setDebt(device, 'lock'),
    () => true,
  );
  expect(await payAt(device, clock.now())).toEqual(['paid', '/api/login/v1/lock']);
});

test('LO-1: a debt is held back for as long as a session is being begun, on however slow a device', async () => {
  const device = new MemoryDisk().connect();
  await setDebt(device, 'lock');
  let nowMs = 1_000_000;
  let due = (): void => undefined;
  const slow = {
    now: () => nowMs,
    after: (_ms: number, run: () => void) => ((due = run), () => (due = () => undefined)),
  };
  const seen: (readonly string[])[] = [];
  await untilBegun(
    { device, clock: slow },
    async () => {
      for (let turn = 0; turn < 10; turn += 1) {
        nowMs += 20_000;
        // A timer goes off once.
        const run = due;
        due = () => undefined;
        run();
        seen.push(await payAt(device, nowMs));
      }
    },
    () => true,
  );
  expect(new Set(seen.flat())).toEqual(new Set(['owed']));
  expect(await payAt(device, nowMs)).toEqual(['nothing']);
});

describe('LO-1: a session that has begun while a hold is being renewed', () => {
  /** A device that is slow to renew: it stands still before or after the write, until the test lets it go on. */
  function slowDevice(when: 'before' | 'after') {
    const device = new MemoryDisk().connect();
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const slow: typeof device = {
      ...device,
      tx: async (durability, body) => {
        const isRenewal = durability === 'relaxed';
        if (isRenewal && when === 'before') await held;
        const result = await device.tx(durability, body);
        if (isRenewal && when === 'after') await held;
        return result;
      },
    };
    return { device, slow, goOn: () => goOn() };
  }

  /** Asks for a session for twenty seconds, whose end falls into a renewal; the time at the end, and what still waits for it. */
  async function beginDuringRenewal({ slow, goOn }: ReturnType<typeof slowDevice>, hasBegun: boolean) {
    let nowMs = 1_000_000;
    const timers = new Set<() => void>();
    const tickable = {
      now: () => nowMs,
      after: (_ms: number, run: () => void) => (timers.add(run), () => void timers.delete(run)),
    };
    let ended = (): void => undefined;
    const asked = new Promise<void>((resolve) => (ended = resolve));
    const begin = async (): Promise<void> => {
      nowMs += 20_000;
      const due = [...timers];
      timers.clear();
      for (const run of due) run();
      ended();
    };
    const begun = untilBegun({ device: slow, clock: tickable }, begin, () => hasBegun);
    await asked;
    await settle();
    goOn();
    await begun;
    return { nowMs, timers: timers.size };
  }

  test.each(['before', 'after'] as const)('owes nothing, then or later: %s the hold was written', async (when) => {
    const world = slowDevice(when);
    await setDebt(world.device, 'lock');
    const { nowMs, timers } = await beginDuringRenewal(world, true);
    expect(timers).toBe(0);
    expect(await debtOf(world.device)).toBe(null);
    expect(await payAt(world.device, nowMs)).toEqual(['nothing']);
    expect(await payAt(world.device, nowMs + 61_000)).toEqual(['nothing']);
  });

  test.each(['before', 'after'] as const)('and one that was refused holds nothing back: %s', async (when) => {
    const world = slowDevice(when);
    await setDebt(world.device, 'lock');
    const { nowMs, timers } = await beginDuringRenewal(world, false);
    expect(timers).toBe(0);
    expect(await payAt(world.device, nowMs)).toEqual(['paid', '/api/login/v1/lock']);
  });

  test.each(['before', 'after'] as const)('a lock that comes meanwhile is owed on: %s', async (when) => {
    const world = slowDevice(when);
    await setDebt(world.device, 'lock');
    const during = { ...world, goOn: () => void setDebt(world.device, 'logout').then(world.goOn) };
    const { nowMs } = await beginDuringRenewal(during, true);
    expect(await payAt(world.device, nowMs)).toEqual(['paid', '/api/login/v1/logout']);
  });
});

test('LO-1: of two tabs that begin a session each, the first to end leaves the other’s hold as it is', async () => {
  const device = new MemoryDisk().connect();
  await setDebt(device, 'lock');
  const seen: (readonly string[])[] = [];
  const other = { ...clock, now: () => clock.now() + 1000 };
  let endOther = (): void => undefined;
  let second = Promise.resolve();
  await untilBegun(
    { device, clock },
    async () => {
      second = untilBegun(
        { device, clock: other },
        () => new Promise<void>((resolve) => (endOther = resolve)),
        () => true,
      );
      await settle();
    },
    () => true,
  );
  seen.push(await payAt(device, other.now()));
  endOther();
  await second;
  seen.push(await payAt(device, other.now()));
  expect(seen).toEqual([['owed'], ['nothing']]);
});

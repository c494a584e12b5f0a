import { beforeEach, expect, test } from 'vitest';
import { MemoryDisk } from '../../store/memory-store.ts';
import { lead, openTestReplica } from '../../testing/builders.ts';
import type { Fence } from '../replica/fence.ts';
import type { Replica } from '../replica/replica.ts';
import { Upkeep } from './upkeep.ts';

const fence: Fence = { owner: 'tab-1', term: 1 };
const hourMs = 60 * 60 * 1000;

let disk: MemoryDisk;
let replica: Replica;
/** Waits that were asked for, in order, and what comes after the last of them. */
let waits: number[];
let goOn: () => void;

beforeEach(async () => {
  disk = new MemoryDisk();
  const store = disk.connect();
  replica = await openTestReplica(store);
  await lead(store, fence);
  waits = [];
  const after = (delayMs: number, run: () => void) => {
    waits.push(delayMs);
    goOn = run;
    return () => undefined;
  };
  const clock = { now: () => 0, after };
  const log = { error: () => undefined, info: () => undefined, debug: () => undefined };
  new Upkeep({ replica, clock, log, onFound: () => undefined }).start(fence);
});

/** Lets the next piece of upkeep run; the wait that it asked for. */
async function next(): Promise<number | undefined> {
  const before = waits.length;
  goOn();
  for (let turn = 0; turn < 100 && waits.length === before; turn += 1) await new Promise(setImmediate);
  return waits.length > before ? waits.at(-1) : undefined;
}

test('what lies here is looked through in pieces with a pause between, and again after six hours', async () => {
  expect(waits).toEqual([5000]);
  const first = await next();
  expect(first).toBe(20);
  let last = first;
  for (let piece = 0; piece < 200 && last === 20; piece += 1) last = await next();
  expect(last).toBe(6 * hourMs);
  expect(waits.length).toBeGreaterThan(replica.registry.collections.size);
  // Then all of it from the beginning, but sealed anew it is already.
  expect(await next()).toBe(20);
});

test('storage that fails is asked again after a minute; who is locked, or leads no more, does no more', async () => {
  disk.fault = () => 'failed';
  expect(await next()).toBe(60_000);
  disk.fault = () => null;
  expect(await next()).toBe(20);
  replica.gate.closed = true;
  expect(await next()).toBeUndefined();
});

test('another leader does it from then on', async () => {
  await lead(replica.store, { owner: 'tab-2', term: 2 });
  expect(await next()).toBeUndefined();
});

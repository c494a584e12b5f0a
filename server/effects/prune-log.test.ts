import { expect, test, vi } from 'vitest';
import { FakeClock } from '../../sync/testing/builders.ts';
import { smallPractice } from '../testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';
import { StoreUnavailable } from '../store/port.ts';
import { createTestLog } from '../testing/fake-clock.ts';
import { startPruning } from './prune-log.ts';

const hourMs = 60 * 60 * 1000;
const quiet = () => undefined;

test('the log is pruned an hour after the start, then four times a day, until it is stopped', async () => {
  const server = await TestServer.create();
  await server.write(...smallPractice());
  const clock = new FakeClock();
  const after = vi.spyOn(clock, 'after');
  const writes = vi.spyOn(server.store, 'write');
  const stop = startPruning({ store: server.store, clock, log: { info: quiet, error: quiet, debug: quiet } });
  const delays = () => after.mock.calls.map(([delayMs]) => delayMs);
  expect(delays()).toEqual([hourMs]);
  await clock.pass(hourMs - 1);
  expect(writes).not.toHaveBeenCalled();
  await clock.pass(1);
  await expect.poll(delays).toEqual([hourMs, 6 * hourMs]);
  expect(writes).toHaveBeenCalled();
  stop();
  writes.mockClear();
  await clock.pass(24 * hourMs);
  expect(writes).not.toHaveBeenCalled();
  await server.close();
});

test('a round that failed is followed by the next, six hours later', async () => {
  const server = await TestServer.create();
  const [clock, log] = [new FakeClock(), createTestLog()];
  const writes = vi.spyOn(server.store, 'write').mockRejectedValueOnce(new StoreUnavailable('busy'));
  const stop = startPruning({ store: server.store, clock, log });
  await clock.pass(hourMs);
  await expect.poll(() => log.errors).toEqual(['prune-failed {}']);
  expect(writes).toHaveBeenCalledOnce();
  await clock.pass(6 * hourMs);
  // Tombstones, outcomes and registrations.
  await expect.poll(() => writes.mock.calls.length).toBe(4);
  stop();
  await server.close();
});

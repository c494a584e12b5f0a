import { expect, test } from 'vitest';
import { FakeClock } from '../../sync/testing/builders.ts';
import { call, StoreUnavailable } from '../store/port.ts';
import { createTestLog } from '../testing/fake-clock.ts';
import { openServers } from '../testing/open-servers.ts';
import { createTraces, traceWindowMs } from './traces.ts';

const { serverOf } = openServers();

test('[TR-1] where one count could not be written, the others are a quarter of an hour later, though nobody does anything', async () => {
  const { store } = await serverOf();
  const [clock, log] = [new FakeClock(), createTestLog()];
  const traces = createTraces({ store, clock, log, nudge: () => undefined });
  for (const chart of ['c1', 'c1', 'c2', 'c2'])
    await traces.note({ actor: 'ann', action: 'charts.read', subject: { charts: [chart] } });
  const write = store.write.bind(store);
  store.write = () => Promise.reject(new StoreUnavailable('busy'));
  await clock.pass(traceWindowMs);
  expect(log.errors).toEqual(['trace-count-failed {}']);
  store.write = write;
  await clock.pass(traceWindowMs);
  const counted = async () => {
    const rows = await store.read(() => call('unsealedAudit', 100));
    return rows.map(({ subject }) => subject).filter((subject) => subject.includes('more'));
  };
  await expect.poll(counted).toEqual(['{"charts":["c2"],"more":1}']);
  traces.stop();
});

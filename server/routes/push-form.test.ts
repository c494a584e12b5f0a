import { beforeEach, expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { editOf, professionalOf, smallPractice } from '../testing/builders.ts';
import { openServers } from '../testing/open-servers.ts';
import type { TestDevice } from '../testing/test-device.ts';
import type { TestServer } from '../testing/test-server.ts';

const { serverOf } = openServers();
let server: TestServer;
let ann: TestDevice;

beforeEach(async () => {
  server = await serverOf();
  await server.addAccount('ann');
  await server.write(...smallPractice(), professionalOf('ann', 'Dr. Ann'));
  ann = await server.signedIn('ann');
});

const notes = () =>
  server.store.read(() => call('rangeRecords', { collection: 'note', index: 'session', from: '', to: '~' }));

test('a push whose ids leave one out is refused whole, since what is left out would never come', async () => {
  const [first, , third] = [
    ann.seal(editOf('a1', 'one')),
    ann.seal(editOf('a1', 'two')),
    ann.seal(editOf('a1', 'three')),
  ];
  const rows = [first, third].filter((row) => row !== undefined);
  const answer = await ann.pushRaw(rows);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('Ids follow one another.');
  expect(await notes()).toEqual([]);
  expect((await ann.pushRaw(rows.slice(0, 1))).status).toBe(200);
  expect(await notes()).toHaveLength(1);
});

test.each([
  ['the highest id', (id: number) => ({ highest: id })],
  ['what is confirmed', (id: number) => ({ at: { cursor: '', confirmed: id } })],
])('a number beyond 2^53 is none: %s', async (_what, change) => {
  const body = (id: number) => ({ protocol: 2, clientId: ann.clientId, highest: 0, rows: [], ...change(id) });
  const answer = await ann.call('POST', '/api/sync/v1/push', body(2 ** 53));
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining('Expected whole numbers below 2^53.'),
  ]);
  expect((await ann.call('POST', '/api/sync/v1/push', body(0))).status).toBe(200);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { settle } from '../../sync/testing/builders.ts';
import { call, StoreUnavailable } from '../store/port.ts';
import { editOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;
beforeEach(async () => {
  server = await TestServer.create();
  await server.addAccount('ann');
  await server.write(...smallPractice());
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

/** Holds up one of the writes that follow, by its turn; says whether the push was answered before it was let go. */
async function isAnsweredWithout(turn: number, push: () => Promise<Response>): Promise<boolean> {
  const { store } = server;
  const write = store.write.bind(store);
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  let turns = 0;
  store.write = async (plan) => {
    turns += 1;
    if (turns === turn) await held;
    return write(plan);
  };
  let isAnswered = false;
  const answered = push().then((response) => {
    isAnswered = true;
    return response.status;
  });
  await settle();
  const wasAnswered = isAnswered;
  go();
  expect(await answered).toBe(200);
  store.write = write;
  return wasAnswered;
}

test('[OB-2] what a device has taken in is written down before its push is answered', async () => {
  await ann.push([ann.seal({ name: 'note.nothing', args: {} })]);
  await ann.pullPage();
  const at = { cursor: ann.cursor ?? '', confirmed: 1 };
  const body = { protocol: 2, clientId: ann.clientId, highest: 1, rows: [], at };
  // After what applies its rows, of which there are none.
  expect(await isAnsweredWithout(2, () => ann.call('POST', '/api/sync/v1/push', body))).toBe(false);
  expect(await server.store.read(() => call('unconfirmedOf', ann.clientId, 10))).toEqual([]);
});

test('what a device delivers without its person is counted before it is applied', async () => {
  ann.cookies.clear();
  const headers = { authorization: `Bearer ${ann.depositToken}` };
  const rows = [ann.seal(editOf('a1', 'text'))];
  expect(await isAnsweredWithout(1, () => ann.pushRaw(rows, headers))).toBe(false);
  const key = await server.store.read(() => call('getDepositKey', ann.keyId));
  expect(key?.rowsLeft).toBe(19_999);
});

test('[SE-4] where the page could not be read, the push is answered as it is', async () => {
  await ann.pullAll();
  const { store } = server;
  const [read, write] = [store.read.bind(store), store.write.bind(store)];
  let isBusy = false;
  store.read = (plan) => (isBusy ? Promise.reject(new StoreUnavailable('busy')) : read(plan));
  store.write = (plan) => write(plan).finally(() => (isBusy = true));
  const at = { cursor: ann.cursor ?? '', confirmed: 0 };
  const rows = [ann.seal(editOf('a1', 'text'), 1)];
  const body = { protocol: 2, clientId: ann.clientId, highest: 1, rows, at };
  const response = await ann.call('POST', '/api/sync/v1/push', body);
  [store.read, store.write] = [read, write];
  expect(response.status).toBe(200);
  const answer = (await response.json()) as object;
  expect(answer).toMatchObject({ kind: 'ok', mark: 1 });
  expect(answer).not.toHaveProperty('page');
});

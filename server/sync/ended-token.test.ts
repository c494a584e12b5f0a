import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import type { PushRow } from '../../sync/protocol/push-message.ts';
import { call } from '../store/port.ts';
import { editOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;

beforeEach(async () => {
  server = await TestServer.create();
  for (const sub of ['ann', 'ben']) await server.addAccount(sub);
  await server.write(...smallPractice());
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const bearer = () => ({ authorization: `Bearer ${ann.depositToken}` });
const held = () => server.store.read(() => call('quarantinedOf', ann.clientId, 'waiting'));
const note = () => ann.find('note', noteIdOf('a1'));
const textOf = (text: string) => ann.seal(editOf('a1', text));
const signInAgain = async () => {
  await ann.signIn('ann@test.invalid', '', server.keys.get('ann'));
  await ann.registerKey();
};

/** What whoever copied the token, and not the key behind it, can place: nothing that opens. */
const junk = (id: number, key: string): PushRow => ({ kind: 'sealed', id, key, box: 'AA'.repeat(60) });
const kinds: readonly (readonly [string, (id: number) => PushRow])[] = [
  ['a box that does not open, under the device’s key', (id) => junk(id, ann.keyId)],
  ['a box under a key that nobody knows', (id) => junk(id, 'no-such-key')],
  ['a box of this device, moved to another id', (id) => ({ ...ann.seal(editOf('a1', 'moved'), 77), id })],
];

/** As a build of before kept it: unread, whatever it was. */
const keptBefore = (row: PushRow) =>
  server.store.write(() => {
    if (row.kind !== 'sealed') throw new Error('only boxes are kept');
    const { id, key: keyId, box } = row;
    return call('putQuarantine', { clientId: ann.clientId, id, reason: 'waiting', keyId, box, at: '' });
  });

describe.each(kinds)('[AV-4] an ended token: %s', (_what, garbage) => {
  test('occupies no id, before the sign-in and after it', async () => {
    await ann.push([textOf('delivered')]);
    await ann.call('POST', '/api/login/v1/logout', {});
    const placed = await ann.push([2, 3, 4].map(garbage), bearer());
    expect(placed).toMatchObject({ kind: 'quarantined', mark: 1 });
    expect(await held()).toMatchObject({ rows: 0 });
    // The device's own rows find their place all the same.
    const own = [textOf('two'), textOf('three')];
    expect(await ann.push(own, bearer())).toMatchObject({ kind: 'quarantined' });
    expect(await held()).toMatchObject({ rows: 2 });
    await signInAgain();
    const answer = await ann.push([...own, textOf('four')]);
    const results = [2, 3, 4].map((id) => ({ id, outcome: 'applied' }));
    expect(answer).toMatchObject({ kind: 'ok', mark: 4, results });
    await ann.pullAll();
    expect(note()).toMatchObject({ v: 4, b: { answers: { subjective: 'four' } } });
    expect(await held()).toMatchObject({ rows: 0 });
  });

  test.each(['registration', 'push'])('what a build of before kept of it is dropped by a %s', async (first) => {
    await ann.push([textOf('delivered')]);
    const own = ['two', 'three', 'four'].map(textOf);
    await ann.call('POST', '/api/login/v1/logout', {});
    await keptBefore(garbage(3));
    await ann.push(own, bearer());
    await (first === 'push' ? ann.signIn('ann@test.invalid', '', server.keys.get('ann')) : signInAgain());
    const answer = await ann.push(own);
    expect(answer).toMatchObject({ mark: 4, results: [2, 3, 4].map((id) => ({ id, outcome: 'applied' })) });
    await ann.pullAll();
    expect(note()).toMatchObject({ v: 4, b: { answers: { subjective: 'four' } } });
    expect(await held()).toMatchObject({ rows: 0 });
    expect(await server.store.read(() => call('quarantinedOf', ann.clientId, 'parked'))).toMatchObject({ rows: 0 });
  });
});

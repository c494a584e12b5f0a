import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteIdOf } from '../../sync/collections/appointment.ts';

import * as v from 'valibot';

import { call } from '../store/port.ts';
import { appointmentOf, editOf, smallPractice } from '../testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';
import type { TestDevice } from '../testing/test-device.ts';

let server: TestServer;
let ann: TestDevice;

beforeEach(async () => {
  server = await TestServer.create();
  await server.addAccount('ann');
  await server.addAccount('ben');
  await server.write(...smallPractice());
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const noteText = (device: TestDevice): unknown =>
  (device.find('note', noteIdOf('a1'))?.b as { answers?: { subjective?: string } } | undefined)?.answers?.subjective;

describe('push', () => {
  test('[PU-4] a mutation that was pushed comes back in the pull, with its mark', async () => {
    const answer = await ann.push([ann.seal(editOf('a1', 'slept better'))]);
    expect(answer).toMatchObject({ kind: 'ok', mark: 1, results: [{ id: 1, outcome: 'applied' }] });
    const end = await ann.pullAll();
    expect(noteText(ann)).toBe('slept better');
    expect(end.mark).toBe(1);
    expect(end.sums).toEqual(ann.sums());
  });

  test('each overwritten version of a clinical record is kept', async () => {
    for (const text of ['one', 'two', 'three']) await ann.push([ann.seal(editOf('a1', text))]);
    const kept = await server.store.read(() => call('versionsOf', 'note', noteIdOf('a1')));
    expect(kept.map((record) => record.version)).toEqual([1, 2]);
    expect(JSON.stringify(kept[0]?.body)).toContain('one');
  });

  test('[PU-4] a lost answer: the same push twice is applied once and answered alike', async () => {
    const rows = [ann.seal(editOf('a1', 'first')), ann.seal(editOf('a1', 'second'))];
    const first = await ann.push(rows);
    const again = await ann.push(rows);
    expect(again).toEqual(first);
    await ann.pullAll();
    expect(ann.find('note', noteIdOf('a1'))?.v).toBe(2);
  });

  test('[PU-8] a refusal that was confirmed is told anew to a device that sends its change again', async () => {
    const rows = [ann.seal({ name: 'no.such', args: {} })];
    await ann.push(rows);
    await ann.pullAll();
    await ann.confirm(1);
    expect((await ann.pullAll()).outcomes).toEqual([]);
    await ann.push(rows);
    expect((await ann.pullAll()).outcomes).toMatchObject([{ id: 1, outcome: 'rejected' }]);
  });

  test('[PU-8] a refusal met again under a new client id is told to it, also where the old one has confirmed it', async () => {
    const refused = { name: 'no.such', args: {}, uid: 'u-1' };
    await ann.push([ann.seal(refused)]);
    expect((await ann.pullAll()).outcomes).toMatchObject([{ id: 1, uid: 'u-1', outcome: 'rejected' }]);
    await ann.confirm(1);
    expect((await ann.pullAll()).outcomes).toEqual([]);
    ann.clientId = 'client-two';
    ann.lastId = 0;
    await ann.registerKey();
    await ann.push([ann.seal(refused), ann.seal(editOf('a1', 'applied', { uid: 'u-2' }))]);
    expect((await ann.pullAll()).outcomes).toMatchObject([{ id: 1, uid: 'u-1', outcome: 'rejected' }]);
  });

  test('[PU-4] a replay together with a new row settles the new one', async () => {
    const rows = [ann.seal(editOf('a1', 'first'))];
    await ann.push(rows);
    const answer = await ann.push([...rows, ann.seal(editOf('a1', 'second'))]);
    expect(answer).toMatchObject({ kind: 'ok', mark: 2 });
  });

  test('[PU-3] a push that does not continue at mark + 1 is a gap and changes nothing', async () => {
    await ann.push([ann.seal(editOf('a1', 'first'))]);
    ann.lastId = 4;
    const answer = await ann.push([ann.seal(editOf('a1', 'fifth'))]);
    expect(answer).toMatchObject({ kind: 'gap', mark: 1 });
    await ann.pullAll();
    expect(noteText(ann)).toBe('first');
  });

  test('[PU-3] a restored profile whose ids were used for other mutations gets a gap with the known uids', async () => {
    await ann.push([ann.seal(editOf('a1', 'first', { uid: 'u-1' })), ann.seal(editOf('a1', 'second', { uid: 'u-2' }))]);
    ann.lastId = 0;
    const answer = await ann.push([ann.seal(editOf('a1', 'other', { uid: 'u-other' }))]);
    expect(answer).toMatchObject({
      kind: 'gap',
      mark: 2,
      known: [
        // Not what was settled under this id: nobody's uid.
        { id: 1, uid: '' },
        { id: 2, uid: 'u-2' },
      ],
    });
  });

  test('[PU-3] the same uid with other words is not "applied": it goes back to the person', async () => {
    await ann.push([ann.seal(editOf('a1', 'first words', { uid: 'u-1' }))]);
    ann.lastId = 0;
    const again = await ann.push([ann.seal(editOf('a1', 'first words and more', { uid: 'u-1' }))]);
    expect(again).toMatchObject({ kind: 'gap', mark: 1, known: [{ id: 1, uid: '' }] });
    ann.clientId = 'client-two';
    ann.lastId = 0;
    await ann.registerKey();
    const moved = await ann.push([ann.seal(editOf('a1', 'first words and more', { uid: 'u-1' }))]);
    expect(moved).toMatchObject({ kind: 'ok', results: [{ id: 1, outcome: 'rejected', code: 'sent_differently' }] });
  });

  test('[PU-3] the same uid through another client of the account is not applied twice', async () => {
    await ann.push([ann.seal(editOf('a1', 'first', { uid: 'u-1' }))]);
    ann.clientId = 'client-two';
    ann.lastId = 0;
    await ann.registerKey();
    const answer = await ann.push([ann.seal(editOf('a1', 'first', { uid: 'u-1' }))]);
    expect(answer).toMatchObject({ kind: 'ok', mark: 1, results: [{ id: 1, uid: 'u-1', outcome: 'applied' }] });
    ann.cursor = null;
    await ann.pullAll();
    expect(ann.find('note', noteIdOf('a1'))?.v).toBe(1);
  });

  test('[PU-2] a void row takes its place and nothing waits for it', async () => {
    ann.lastId = 1;
    const answer = await ann.push([{ kind: 'void', id: 1 }, ann.seal(editOf('a1', 'after'))]);
    expect(answer).toMatchObject({ mark: 2, results: [{ outcome: 'void' }, { outcome: 'applied' }] });
  });

  test('[MU-2] a refusal has a code, and what depended on it is refused with it', async () => {
    const answer = await ann.push([
      ann.seal({ name: 'note.sign', args: { appointment_id: 'nowhere', name: 'Dr. Ann', seen: {} }, uid: 'u-1' }),
      ann.seal(editOf('a1', 'dependent', { after: ['u-1'] })),
      ann.seal(editOf('a1', 'independent')),
    ]);
    expect(answer).toMatchObject({
      results: [
        { outcome: 'rejected', code: 'not_found' },
        { outcome: 'rejected', code: 'depends_on_refused' },
        { outcome: 'applied' },
      ],
    });
  });

  test('an unknown deposit key changes nothing', async () => {
    ann.keyId = 'key-nobody-knows';
    const answer = await ann.push([ann.seal(editOf('a1', 'text'))]);
    expect(answer).toMatchObject({ kind: 'unknown-key', key: 'key-nobody-knows' });
    expect((await ann.pullAll()).mark).toBe(0);
  });

  test("another account's deposit key is as unknown as none", async () => {
    const ben = await server.signedIn('ben');
    ann.keyId = ben.keyId;
    expect(await ann.push([ann.seal(editOf('a1', 'text'))])).toMatchObject({ kind: 'unknown-key' });
  });

  test("another account's client id does not exist", async () => {
    await ann.push([ann.seal(editOf('a1', 'text'))]);
    const ben = await server.signedIn('ben');
    ben.clientId = ann.clientId;
    expect((await ben.pushRaw([ben.seal(editOf('a1', 'text'))])).status).toBe(404);
    expect((await ben.call('GET', `/api/sync/v1/pull?client=${ann.clientId}`)).status).toBe(404);
  });

  test('outcomes stay in the pull until the device has processed them', async () => {
    await ann.push([ann.seal({ name: 'note.nothing', args: {} })]);
    const first = await ann.pullPage();
    expect(first.end.outcomes).toMatchObject([{ id: 1, outcome: 'rejected', code: 'unknown_mutation' }]);
    expect((await ann.pullPage()).end.outcomes).toHaveLength(1);
    // A GET changes nothing: what an older client says there is heard, and not written down.
    expect((await ann.pullPage({ ack: '1' })).end.outcomes).toHaveLength(1);
    await ann.confirm(1);
    expect((await ann.pullPage()).end.outcomes).toHaveLength(0);
  });

  test('[OB-2] more outcomes than a page tells are told in turns, and the mark never runs ahead of what was told', async () => {
    const refused = (from: number) =>
      Array.from({ length: 300 }, (_, index) => ann.seal({ name: 'note.nothing', args: {} }, from + index));
    await ann.push(refused(1));
    await ann.push(refused(301));
    const first = await ann.pullPage();
    expect(first.end.outcomes).toHaveLength(500);
    expect(first.end.mark).toBe(500);
    await ann.confirm(500);
    const second = await ann.pullPage();
    expect(second.end.outcomes.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => 501 + index));
    expect(second.end.mark).toBe(600);
  });

  test('[OB-2] only the owner’s session says what was taken in: a copied token hides no refusal, of no device', async () => {
    const headers = { authorization: `Bearer ${ann.depositToken}` };
    await ann.push([ann.seal({ name: 'note.nothing', args: {} })]);
    const at = { cursor: ann.cursor ?? '', confirmed: 999_999 };
    const said = { protocol: 3, clientId: ann.clientId, highest: 0, rows: [], at };
    const thief = server.device();
    await thief.call('POST', '/api/sync/v1/push', said, headers);
    const other = await server.signedIn('ann');
    await other.call('POST', '/api/sync/v1/push', said, { authorization: `Bearer ${other.depositToken}` });
    expect((await ann.pullPage()).end.outcomes).toHaveLength(1);
  });

  test('ids with holes inside a push are not understood', async () => {
    const rows = [ann.seal(editOf('a1', 'one'), 1), ann.seal(editOf('a1', 'three'), 3)];
    expect((await ann.pushRaw(rows)).status).toBe(422);
  });
});

describe('[SE-4] the page in the answer', () => {
  const pushAt = async (device: TestDevice, headers: Record<string, string> = {}, highest = 1) => {
    const at = { cursor: device.cursor ?? '', confirmed: 0 };
    const rows = [device.seal(editOf('a1', 'text'), 1)];
    const body = { protocol: 2, clientId: device.clientId, highest, rows, at };
    const response = await device.call('POST', '/api/sync/v1/push', body, headers);
    return v.parse(v.object({ kind: v.string(), page: v.optional(v.array(v.string())) }), await response.json());
  };

  test('is what a pull from there brings, the push included', async () => {
    await ann.pullAll();
    const twin = await ann.pullPage();
    const { page } = await pushAt(ann);
    const pulled = await ann.pullPage();
    expect(page?.map((line) => JSON.parse(line))).toEqual(pulled.lines);
    expect(pulled.lines.length).toBeGreaterThan(twin.lines.length);
  });

  test('never comes with the upload-only token: that reads nothing', async () => {
    await ann.pullAll();
    const cookies = new Map(ann.cookies);
    ann.cookies.clear();
    expect(await pushAt(ann, { authorization: `Bearer ${ann.depositToken}` })).toEqual({ kind: 'ok' });
    for (const [name, value] of cookies) ann.cookies.set(name, value);
  });

  test.each([
    ['comes', 20, true],
    ['does not come where it would not bring all', 110, false],
  ])('%s with %i other changes ahead', async (_what, count, comes) => {
    await ann.pullAll();
    await server.write(...Array.from({ length: count }, (_one, at) => appointmentOf('c1', `more-${at}`)));
    expect((await pushAt(ann)).page !== undefined).toBe(comes);
  });

  test('does not come while more waits on the device', async () => {
    await ann.pullAll();
    expect((await pushAt(ann, {}, 2)).page).toBeUndefined();
  });
});

describe('values that cannot be', () => {
  const ask = (change: object) =>
    ann.call('POST', '/api/sync/v1/push', { protocol: 2, clientId: ann.clientId, highest: 0, rows: [], ...change });

  test.each([
    ['a number beyond all', { highest: 1e308 }],
    ['one that is not exact', { highest: 2 ** 53 }],
    ['an id that is not', { rows: [{ kind: 'void', id: 2 ** 53 }] }],
    ['a confirmation that is not', { at: { cursor: '', confirmed: 1e308 } }],
  ])('%s is refused', async (_what, change) => {
    expect((await ask(change)).status).toBe(422);
    expect(await server.store.read(() => call('getClient', ann.clientId))).toMatchObject({ mark: 0, highest: 0 });
  });

  test('a push without rows claims no client id', async () => {
    const ben = await server.signedIn('ben');
    // One that nobody has registered a key for; one that somebody has is theirs, whatever is sent.
    const theirs = 'nobodys-outbox-0000001';
    const body = { protocol: 2, clientId: theirs, highest: 0, rows: [] };
    expect(await (await ben.call('POST', '/api/sync/v1/push', body)).json()).toMatchObject({ kind: 'ok', mark: 0 });
    expect(await server.store.read(() => call('getClient', theirs))).toBeUndefined();
    expect((await ben.call('POST', '/api/sync/v1/push', { ...body, clientId: ann.clientId })).status).toBe(404);
    expect(await ann.push([ann.seal(editOf('a1', 'text'))])).toMatchObject({ kind: 'ok', mark: 1 });
  });
});

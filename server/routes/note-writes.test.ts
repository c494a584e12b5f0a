import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chartScope } from '../../sync/collections/classes.ts';
import { errorTexts } from '../../sync/protocol/error-codes.ts';
import { call } from '../store/port.ts';
import { appointmentOf, editOf, membershipOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;
let ben: TestDevice;

beforeEach(async () => {
  server = await TestServer.create();
  for (const sub of ['ann', 'ben', 'cleo']) await server.addAccount(sub);
  await server.addAccount('max', 'member');
  await server.write(
    ...smallPractice(),
    membershipOf(chartScope('c1'), 'max', 'client'),
    membershipOf(chartScope('c1'), 'cleo', 'supervisor'),
  );
  ann = await server.signedIn('ann');
  ben = await server.signedIn('ben');
});
afterEach(() => server.close());

interface Item {
  readonly note_data_id: string;
  readonly note_revision: number;
  readonly applied_revision: number;
  readonly data: Readonly<Record<string, unknown>>;
}

const schema = { note_schema_id: 'soap-note', note_schema_revision: 1 };

function post(device: TestDevice, body: object = {}, headers: Record<string, string> = {}) {
  return device.call('POST', '/api/notes/v1/notes/', { appointment_id: 'a1', ...schema, ...body }, headers);
}

function put(device: TestDevice, note_revision: number, text: string, headers: Record<string, string> = {}) {
  const path = '/api/notes_secure_data/v1/notes/data/note_data?note_data_id=note.a1';
  return device.call('PUT', path, { note_revision, data: { subjective: text } }, headers);
}

async function itemOf(response: Response): Promise<Item> {
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Item;
}

async function stored(): Promise<{ readonly version: number; readonly answers: unknown } | undefined> {
  const record = await server.store.read(() => call('getRecord', 'note', 'note.a1'));
  const body = record?.body as { readonly answers: unknown } | undefined;
  return record && { version: record.version, answers: body?.answers };
}

const detailOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { readonly detail: unknown }).detail;

describe('a note written by REST', () => {
  test('[S-351, S-352] is made and stored, and a device pulls what was written', async () => {
    const made = await itemOf(await post(ann));
    expect(made).toMatchObject({ note_data_id: 'note.a1', note_revision: 1, ...schema, data: {} });
    const saved = await itemOf(await put(ann, 1, 'Slept well.'));
    expect(saved).toMatchObject({ note_revision: 2, applied_revision: 2, data: { subjective: 'Slept well.' } });
    await ann.pullAll();
    expect(ann.find('note', 'note.a1')?.b).toMatchObject({
      answers: { subjective: 'Slept well.' },
      author: 'ann',
      session_start: '2026-11-20T13:00:00.000Z',
    });
    const listed = await ann.call('GET', '/api/notes_secure_data/v1/notes/data/data_info?appointment_id=a1');
    expect(await listed.json()).toMatchObject([{ note_revision: 2, data: { subjective: 'Slept well.' } }]);
  });

  test('[S-351] with its first words; a session has one', async () => {
    expect(await itemOf(await post(ann, { data: { plan: 'Walk daily' } }))).toMatchObject({
      data: { plan: 'Walk daily' },
    });
    const again = await post(ann, { data: { plan: 'Other' } });
    expect([again.status, await detailOf(again)]).toEqual([409, errorTexts.already_exists]);
    expect(await stored()).toEqual({ version: 1, answers: { plan: 'Walk daily' } });
  });

  test('[RW-1][S-179, S-352] over a newer revision is refused with 409 and changes nothing; of two at once one is taken', async () => {
    await post(ann);
    const both = await Promise.all([put(ann, 1, 'one'), put(ann, 1, 'other')]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const before = await stored();
    const stale = await put(ann, 1, 'third');
    expect(stale.status).toBe(409);
    expect(await detailOf(stale)).toEqual([{ msg: expect.any(String), loc: ['body', 'note_revision'] }]);
    expect(await stored()).toEqual(before);
  });

  test.each(['ben', 'max', 'cleo'])(
    'by %s, who does not write notes here, is refused and changes nothing',
    async (sub) => {
      const device = await server.signedIn(sub);
      expect((await post(device)).status).toBe(404);
      await post(ann);
      expect((await put(device, 1, 'not mine')).status).toBe(404);
      expect((await post(device)).status).toBe(sub === 'cleo' ? 409 : 404);
      expect(await stored()).toEqual({ version: 1, answers: {} });
    },
  );

  test('a missing session or note answers as a foreign one; bad values answer 422', async () => {
    expect((await post(ann, { appointment_id: 'a9' })).status).toBe(404);
    expect((await put(ann, 1, 'nowhere')).status).toBe(404);
    await post(ann);
    const bad = [
      { note_revision: 0, data: {} },
      { note_revision: 1, data: { 'No Field': 'x' } },
      { note_revision: 1, data: { subjective: 7 } },
      { note_revision: 1, data: {}, more: 1 },
      { data: {} },
    ];
    for (const body of bad) {
      const path = '/api/notes_secure_data/v1/notes/data/note_data?note_data_id=note.a1';
      expect((await ann.call('PUT', path, body)).status, JSON.stringify(body)).toBe(422);
    }
    expect(await stored()).toEqual({ version: 1, answers: {} });
  });

  test('[S-240] of a session that is cancelled is listed as archived, since when', async () => {
    await itemOf(await post(ann));
    await ann.push([ann.seal({ name: 'appointment.cancel', args: { appointment_id: 'a1' } })]);
    const listed = await ann.call('GET', '/api/notes_secure_data/v1/notes/data/data_info?appointment_id=a1');
    expect(await listed.json()).toMatchObject([{ archived: expect.stringMatching(/^2026-11-\d\dT/), signed: null }]);
  });

  test('[S-352] that is signed stays as it is, in the catalogue’s words', async () => {
    const edit = ann.seal(editOf('a1', 'final', { uid: 'u1' }));
    const sign = { name: 'note.sign', args: { appointment_id: 'a1', name: 'ann', seen: { subjective: 'u1' } } };
    const pushed = await ann.push([edit, ann.seal(sign)]);
    expect(pushed).toMatchObject({ results: [{ outcome: 'applied' }, { outcome: 'applied' }] });
    const refused = await put(ann, 2, 'changed');
    expect([refused.status, await detailOf(refused)]).toEqual([409, errorTexts.note_signed]);
    expect((await stored())?.answers).toEqual({ subjective: 'final' });
    const listed = await ann.call('GET', '/api/notes_secure_data/v1/notes/data/data_info?appointment_id=a1');
    expect(await listed.json()).toMatchObject([
      { data: { subjective: 'final' }, signed: { by: 'ann' }, archived: null },
    ]);
  });

  test('[CF-1] meets what a device wrote offline as two versions: nothing is written over unseen', async () => {
    await ann.push([ann.seal(editOf('a1', 'first', { uid: 'u1' }))]);
    await itemOf(await put(ann, 1, 'by REST'));
    await ann.push([ann.seal(editOf('a1', 'offline', { uid: 'u2', base: { subjective: 'u1' } }))]);
    await ann.pullAll();
    expect(ann.find('note', 'note.a1')?.b).toMatchObject({
      answers: { subjective: 'offline' },
      others: [{ field: 'subjective', value: 'by REST' }],
    });
  });

  test('pokes the others who read it, not the sign-in that wrote, and stands in the audit log without its words', async () => {
    const other = await server.signedIn('ann');
    const heard: string[] = [];
    const { hub } = server.services;
    for (const [name, familyId] of [
      ['writer', ann.session],
      ['other', other.session],
    ] as const)
      hub.join(
        {
          principal: 'ann',
          familyId,
          send: () => undefined,
          change: () => heard.push(name),
          signOut: () => undefined,
          moveTo: () => undefined,
        },
        [],
      );
    await post(ann, { data: { subjective: 'CANARY words' } });
    expect(heard).toEqual(['other']);
    await server.orchid.settle();
    const rows = await server.store.read(() => call('sealedAudit', 0, 1000));
    const row = rows.find(({ action }) => action === 'note.edit');
    expect(row).toMatchObject({ actor: 'ann', subject: expect.stringContaining('"route":"POST notes"') });
    expect(JSON.stringify(rows)).not.toContain('CANARY');
  });
});

describe('an Idempotency-Key', () => {
  const key = (name: string) => ({ 'idempotency-key': name });

  test('[RW-2] asked again, the write happens once and the same outcome is told; others may have written since', async () => {
    const first = await itemOf(await post(ann, { data: { plan: 'Walk' } }, key('k1')));
    const again = await itemOf(await post(ann, { data: { plan: 'Walk' } }, key('k1')));
    expect(again).toEqual(first);
    await itemOf(await put(ann, 1, 'one', key('k2')));
    await itemOf(await put(ann, 2, 'two'));
    expect(await itemOf(await put(ann, 1, 'one', key('k2')))).toMatchObject({
      applied_revision: 2,
      note_revision: 3,
      data: { subjective: 'two' },
    });
    expect((await stored())?.version).toBe(3);
    await server.orchid.settle();
    const rows = await server.store.read(() => call('sealedAudit', 0, 1000));
    const of = (name: string) => rows.filter(({ action }) => action === name).map(({ subject }) => subject);
    // What is told again is a read of what stands there now.
    expect(of('note.read').join()).toContain('note.a1');
    expect(of('note.edit')).toHaveLength(3);
  });

  test('[RW-2] with other words answers 422 and changes nothing', async () => {
    await post(ann, {}, key('k1'));
    const other = await post(ann, { data: { plan: 'Other' } }, key('k1'));
    expect(other.status).toBe(422);
    expect(await detailOf(other)).toEqual([{ msg: expect.any(String), loc: ['header', 'Idempotency-Key'] }]);
    expect(await stored()).toEqual({ version: 1, answers: {} });
  });

  test('[RW-2] for another note answers 422: nobody is told that something was written which was not', async () => {
    await server.write(appointmentOf('c1', 'a2'));
    await post(ann, {});
    await post(ann, { appointment_id: 'a2' });
    expect((await put(ann, 1, 'Tired', key('k1'))).status).toBe(200);
    const path = '/api/notes_secure_data/v1/notes/data/note_data?note_data_id=note.a2';
    const other = await ann.call('PUT', path, { note_revision: 1, data: { subjective: 'Tired' } }, key('k1'));
    expect(other.status).toBe(422);
    const record = await server.store.read(() => call('getRecord', 'note', 'note.a2'));
    expect(record).toMatchObject({ version: 1, body: { answers: {} } });
  });

  test('[RW-2] is one account’s and one route’s, is forgotten after a day, and a refusal is kept with it', async () => {
    await server.write(membershipOf(chartScope('c1'), 'ben', 'treating'), appointmentOf('c1', 'a2'));
    await post(ann, {}, key('k1'));
    expect((await post(ben, { appointment_id: 'a2' }, key('k1'))).status).toBe(201);
    expect((await put(ann, 1, 'text', key('k1'))).status).toBe(200);
    server.clock.pass(24 * 60 * 60 * 1000 + 1);
    ann = await server.signedIn('ann');
    const later = await post(ann, {}, key('k1'));
    expect(later.status).toBe(409);
    const refused = await post(ann, { appointment_id: 'a2', note_schema_revision: 5_000_000 }, key('k3'));
    expect(refused.status).toBe(409);
  });

  test('[RW-2] says nothing any more to who has lost access meanwhile', async () => {
    await server.write(membershipOf(chartScope('c1'), 'ben', 'treating'));
    await post(ben, { data: { plan: 'SECRET' } }, key('k1'));
    const ended = membershipOf(chartScope('c1'), 'ben', 'treating', { ended: '2026-11-20T15:00:00.000Z' });
    await server.write(ended);
    const again = await post(ben, { data: { plan: 'SECRET' } }, key('k1'));
    expect(again.status).toBe(404);
    expect(await again.text()).not.toContain('SECRET');
  });

  test('is pruned from the store when its day is over', async () => {
    await post(ann, { data: { plan: 'CANARY' } }, key('CANARY-key'));
    for (let hour = 0; hour < 31; hour += 1) {
      server.clock.pass(60 * 60 * 1000);
      await server.orchid.settle();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await server.store.write(() => call('pruneIdempotency', Number.MAX_SAFE_INTEGER, 10))).toBe(0);
  });

  test.each(['', 'with space', 'x'.repeat(201), 'ü'])('of a form that is none answers 400: %j', async (name) => {
    const response = await post(ann, {}, key(name)).catch(() => null);
    if (response) expect(response.status).toBe(400);
    expect(await stored()).toBeUndefined();
  });
});

test('[C-592, C-593] the forms of notes are answered by both services', async () => {
  for (const service of ['notes', 'notes_secure_data']) {
    const response = await ann.call('GET', `/api/${service}/v1/notes/schema/`);
    expect(await response.json()).toMatchObject([{ note_schema_id: 'soap-note' }]);
  }
});

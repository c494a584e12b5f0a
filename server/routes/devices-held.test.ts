import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import type { PushRow } from '../../sync/protocol/push-message.ts';
import { call } from '../store/port.ts';
import { editOf } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import type { TestServer } from '../testing/test-server.ts';
import { TwoDevices } from '../testing/two-devices.ts';

let world: TwoDevices;
let server: TestServer;
let other: TestDevice;
let mine: TestDevice;

beforeEach(async () => {
  world = await TwoDevices.create();
  ({ server, mine, other } = world);
});
afterEach(() => server.close());

describe('what is held', () => {
  beforeEach(async () => {
    await world.lost();
    await world.signInThere();
  });

  test('[DV-4] let through applies exactly once, and the device is told so when it sends the same again', async () => {
    const rows = [other.seal(editOf('a1', 'one')), other.seal(editOf('a2', 'two'))];
    await other.push(rows);
    expect(await world.settle({ 1: true })).toEqual({ applied: 1, refused: 0, dropped: 0 });
    const once = await world.noteOf('a1');
    expect(once).toContain('one');
    expect(await world.noteOf('a2')).toBeUndefined();
    expect(await world.settle({ 1: true })).toEqual({ applied: 0, refused: 0, dropped: 0 });
    expect((await world.held()).map(({ id }) => id)).toEqual([2]);
    expect(await world.settle({ 2: true })).toEqual({ applied: 1, refused: 0, dropped: 0 });
    const results = [{ outcome: 'applied' }, { outcome: 'applied' }];
    expect(await other.push(rows)).toMatchObject({ kind: 'ok', mark: 2, results });
    const version = await server.store.read(() => call('getRecord', 'note', noteIdOf('a1')));
    expect([await world.noteOf('a1'), version?.version]).toEqual([once, 1]);
  });

  test('[DV-4] dropped is dropped, with what followed it; the device is told, and nothing is decided out of turn', async () => {
    const uid = 'u'.repeat(22);
    const rows = [
      other.seal(editOf('a1', 'one', { uid })),
      other.seal(editOf('a1', 'one and more', { after: [uid] })),
      other.seal(editOf('a2', 'two')),
    ];
    await other.push(rows);
    // The second is not decided on: the third stays where it is.
    expect(await world.settle({ 1: false, 3: true })).toEqual({ applied: 0, refused: 0, dropped: 1 });
    expect(await world.settle({ 2: true, 3: true })).toEqual({ applied: 1, refused: 1, dropped: 0 });
    expect(await world.noteOf('a1')).toBeUndefined();
    expect(await world.noteOf('a2')).toContain('two');
    expect(await other.push(rows)).toMatchObject({
      kind: 'ok',
      results: [
        { outcome: 'rejected', code: 'reported_lost' },
        { outcome: 'rejected', code: 'depends_on_refused' },
        { outcome: 'applied' },
      ],
    });
    expect(await world.noteOf('a1')).toBeUndefined();
  });

  test('[DV-4] rows that were sent empty hold up nothing', async () => {
    await other.push([{ kind: 'void', id: 1 }, other.seal(editOf('a1', 'one'), 2)]);
    expect((await world.held()).map(({ id }) => id)).toEqual([2]);
    expect(await world.settle({ 2: true })).toEqual({ applied: 1, refused: 0, dropped: 0 });
  });

  test('[DV-4] more than a page of them is decided in one go', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => other.seal(editOf('a1', `text ${index}`)));
    await other.push(rows);
    const all = await world.held();
    expect(all).toHaveLength(60);
    const done = await world.settle(Object.fromEntries(all.map(({ id }) => [id, id % 2 === 1])));
    expect([done.dropped, done.applied + done.refused]).toEqual([30, 30]);
    expect(await world.held()).toEqual([]);
    expect(await other.push(rows)).toMatchObject({ kind: 'ok', mark: 60 });
  });

  test('[DV-4] deciding asks for the password', async () => {
    await other.push([other.seal(editOf('a1', 'one'))]);
    const choices = [{ client: other.clientId, id: 1, is_let_through: true }];
    const body = { device: (await world.otherFacts()).id, choices };
    expect((await world.post(mine, 'settle', { ...body, password: 'k1.wrong' })).status).toBe(400);
    expect((await world.post(other, 'settle', body)).status).toBe(422);
    expect(await world.noteOf('a1')).toBeUndefined();
  });

  test('[DV-5] found asks for the password and for a decision first; then its pushes are applied as before', async () => {
    const row = other.seal(editOf('a1', 'one'));
    await other.push([row]);
    expect((await world.found()).status).toBe(409);
    expect(await world.otherFacts()).toMatchObject({ held: 1 });
    await world.settle({ 1: false });
    const device = (await world.otherFacts()).id;
    expect((await world.post(mine, 'found', { device, password: 'k1.wrong' })).status).toBe(400);
    expect((await world.otherFacts()).lost_at).not.toBeNull();
    expect((await world.found()).status).toBe(200);
    expect(await world.otherFacts()).toMatchObject({ lost_at: null, held: 0 });
    expect(await other.push([row, other.seal(editOf('a2', 'two'))])).toMatchObject({
      kind: 'ok',
      results: [{ outcome: 'rejected' }, { outcome: 'applied' }],
    });
  });

  test('[DV-5] what cannot be decided on keeps no device lost: it has its own copy, and sends it again', async () => {
    const [first, second] = [other.seal(editOf('a1', 'one')), other.seal(editOf('a2', 'two'))];
    // The first is damaged on its way: it takes nobody's place, and the second waits for it.
    await other.push([{ ...first, box: 'AAAA' } as PushRow, second]);
    expect(await world.held()).toEqual([]);
    expect((await world.found()).status).toBe(200);
    expect(await world.noteOf('a2')).toBeUndefined();
    expect(await other.push([first, second])).toMatchObject({ kind: 'ok', mark: 2 });
    expect(await world.noteOf('a2')).toContain('two');
  });

  test('[DV-2, DV-3, DV-4, DV-5] each act is in the audit log, by ids and counts alone', async () => {
    await other.push([other.seal(editOf('a1', 'CANARY'))]);
    await world.settle({ 1: true });
    await world.found();
    await world.putAway();
    const device = JSON.stringify(other.deviceId);
    expect(await world.audited()).toEqual([
      `device.lost {"device":${device}}`,
      `device.settle {"applied":1,"device":${device},"dropped":0,"refused":0}`,
      `device.found {"device":${device}}`,
      `device.put_away {"device":${device}}`,
    ]);
    expect(JSON.stringify(server.log)).not.toMatch(/CANARY|Chrome|Android/);
  });
});

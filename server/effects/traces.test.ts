import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { call, StoreUnavailable } from '../store/port.ts';
import { editOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';
import { rowsOfAccount } from '../audit/rows-of-account.ts';
import { traceWindowMs } from './traces.ts';

let server: TestServer;
let ann: TestDevice;

beforeEach(async () => {
  server = await TestServer.create({ limits: { login: 2 } });
  await server.addAccount('ann');
  await server.write(...smallPractice());
  ann = await server.signedIn('ann');
  await ann.push([ann.seal(editOf('a1', 'SECRET-TEXT'))]);
});
afterEach(() => server.close());

/** Rows of these actions, oldest first. */
async function rowsOf(...actions: readonly string[]) {
  const chained = await server.store.read(() => call('sealedAudit', 0, 10_000));
  const rows = [...chained, ...(await server.store.read(() => call('unsealedAudit', 10_000)))];
  return rows
    .filter((row) => actions.includes(row.action))
    .map(({ actor, action, subject }) => ({ actor, action, subject }));
}

const reads = [
  ['/api/users/v1/patient_chart/', 'charts.read', '{"charts":["c1"]}'],
  ['/api/scheduler/v1/snapshot/appointments_v2', 'calendar.read', '{"appointments":["a1"]}'],
  ['/api/notes_secure_data/v1/notes/data/data_info', 'note.read', '{"notes":["note.a1"]}'],
] as const;

describe('traces', () => {
  test('of one account are read by its id or its e-mail, and only its own', async () => {
    await ann.call('GET', reads[0][0]);
    const [bySub, byEmail] = [
      await rowsOfAccount(server.store, 'ann'),
      await rowsOfAccount(server.store, ' ANN@test.invalid'),
    ];
    expect(bySub?.map((row) => row.action)).toEqual(['session.start', 'note.edit', 'charts.read']);
    expect(byEmail).toEqual(bySub);
    expect(await rowsOfAccount(server.store, 'nobody')).toBeNull();
  });

  test('of one account are found among more rows than are read at once, chained or not yet', async () => {
    const at = new Date(server.clock.now()).toISOString();
    await server.store.write(function* () {
      for (let row = 0; row < 2100; row += 1)
        yield* call('addAudit', {
          at,
          actor: row % 700 === 699 ? 'ann' : 'ben',
          action: 'note.read',
          subject: `${row}`,
        });
    });
    await server.services.sealer.seal();
    await server.store.write(() => call('addAudit', { at, actor: 'ben', action: 'note.read', subject: 'last' }));
    await server.store.write(() => call('addAudit', { at, actor: 'ann', action: 'note.read', subject: 'last' }));
    const found = (await rowsOfAccount(server.store, 'ann')) ?? [];
    expect(found.every((row) => row.actor === 'ann')).toBe(true);
    const subjects = found.filter((row) => row.action === 'note.read').map((row) => row.subject);
    expect(subjects).toEqual(['699', '1399', '2099', 'last']);
    // As many as that wait to be chained.
    await server.store.write(function* () {
      for (let row = 0; row < 1100; row += 1)
        yield* call('addAudit', {
          at,
          actor: row === 1099 ? 'ann' : 'ben',
          action: 'note.read',
          subject: `later ${row}`,
        });
    });
    expect((await rowsOfAccount(server.store, 'ann'))?.at(-1)?.subject).toBe('later 1099');
  });

  test.each(reads)(
    '[TR-1] %s leaves one, without content, and the same again a count',
    async (path, action, subject) => {
      for (let turn = 0; turn < 4; turn += 1) await ann.call('GET', path);
      expect(await rowsOf(action)).toEqual([{ actor: 'ann', action, subject }]);
      await server.services.traces.settle();
      const counted = canonicalJson({ ...(JSON.parse(subject) as object), more: 3 });
      expect(await rowsOf(action)).toEqual([
        { actor: 'ann', action, subject },
        { actor: 'ann', action, subject: counted },
      ]);
    },
  );

  test('[TR-1] the same after a quarter of an hour is told anew', async () => {
    const [path, action] = reads[0];
    await ann.call('GET', path);
    server.clock.pass(traceWindowMs);
    await ann.call('POST', '/api/login/v1/renew_access_token', {});
    await ann.call('GET', path);
    expect(await rowsOf(action)).toHaveLength(2);
  });

  test('[TR-1] each for itself: where one begins anew, another goes on being counted', async () => {
    const look = (path: string) => ann.call('GET', path);
    const pass = async (ms: number) => {
      server.clock.pass(ms);
      await ann.call('POST', '/api/login/v1/renew_access_token', {});
    };
    const [charts, calendar] = [reads[0][0], reads[1][0]];
    await look(charts);
    await pass(60_000);
    await look(calendar);
    await pass(traceWindowMs - 60_000);
    await pass(30_000);
    await look(charts);
    await pass(60_000);
    await look(calendar);
    await pass(30_000);
    await look(charts);
    expect((await rowsOf('charts.read', 'calendar.read')).map(({ action }) => action)).toEqual([
      'charts.read',
      'calendar.read',
      'charts.read',
      'calendar.read',
    ]);
  });

  test('[TR-1] a first sync and a whole collection taken again leave one, an ordinary pull none', async () => {
    await ann.pullAll();
    await ann.pullPage();
    expect((await rowsOf('sync.first', 'sync.whole')).map((row) => row.action)).toEqual(['sync.first']);
    await ann.pullPage({ heal: 'note' });
    const [, whole] = await rowsOf('sync.first', 'sync.whole');
    expect(JSON.parse(whole?.subject ?? '')).toMatchObject({ client: ann.clientId, collection: 'note' });
  });

  test('[TR-1] a first sync of a client of somebody else’s leaves none; one whose trace cannot be written brings nothing', async () => {
    await ann.pullAll();
    const ben = await server.addAccount('ben').then(() => server.signedIn('ben'));
    const { end: own } = await ben.pullPage();
    for (const more of ['', `&cursor=${own.cursor}`, `&cursor=${own.cursor}&heal=note`]) {
      const foreign = await ben.call('GET', `/api/sync/v1/pull?client=${ann.clientId}${more}`);
      expect([foreign.status, await foreign.text()]).toEqual([404, expect.not.stringContaining('"kind"')]);
    }
    const traced = await rowsOf('sync.first', 'sync.whole');
    expect(traced.map(({ actor, subject }) => [actor, JSON.parse(subject).client])).toEqual([
      ['ann', ann.clientId],
      ['ben', ben.clientId],
    ]);

    const other = await server.signedIn('ben');
    const { write } = server.store;
    server.store.write = () => Promise.reject(new StoreUnavailable('write failed'));
    const first = await other.call('GET', `/api/sync/v1/pull?client=${other.clientId}`);
    const { end } = await ann.pullPage({ cursor: ann.cursor ?? '' });
    const whole = await ann.call('GET', `/api/sync/v1/pull?client=${ann.clientId}&heal=note&cursor=${end.cursor}`);
    server.store.write = write;
    for (const untold of [first, whole])
      expect([untold.status, await untold.text()]).toEqual([503, expect.not.stringContaining('"kind"')]);
    // Asked once more it is told: what could not be written is not taken for written.
    const before = (await rowsOf('sync.first', 'sync.whole')).length;
    const again = [
      await other.call('GET', `/api/sync/v1/pull?client=${other.clientId}`),
      await ann.call('GET', `/api/sync/v1/pull?client=${ann.clientId}&heal=note&cursor=${end.cursor}`),
    ];
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    expect((await rowsOf('sync.first', 'sync.whole')).slice(before).map(({ action }) => action)).toEqual([
      'sync.first',
      'sync.whole',
    ]);
  });

  test.each([['is written', true] as const, ['fails', false] as const])(
    '[TR-1] two that leave the same trace at once both wait for it: it %s',
    async (_how, isWritten) => {
      const { write } = server.store;
      let go = (): void => undefined;
      const held = new Promise<void>((resolve) => (go = resolve));
      server.store.write = async (plan) => {
        await held;
        if (!isWritten) throw new StoreUnavailable('write failed');
        return write.call(server.store, plan) as never;
      };
      const trace = { actor: 'ann', action: 'charts.read', subject: { charts: ['c9'] } };
      const said: unknown[] = [];
      const noted = [1, 2].map(() =>
        server.services.traces.note(trace).then(
          (isFirst) => said.push(isFirst),
          (error: unknown) => said.push(error instanceof StoreUnavailable),
        ),
      );
      for (let step = 0; step < 20; step += 1) await Promise.resolve();
      expect(said).toEqual([]);
      go();
      await Promise.all(noted);
      server.store.write = write;
      expect(said).toEqual(isWritten ? [true, false] : [true, true]);
      const left = (await rowsOf('charts.read')).filter(({ subject }) => subject.includes('c9'));
      expect(left).toHaveLength(isWritten ? 1 : 0);
      expect(await server.services.traces.note(trace)).toBe(!isWritten);
    },
  );

  test('[TR-1] failed and refused sign-ins leave whose account it was, and never an e-mail, an address or a password', async () => {
    const stranger = server.device();
    for (const email of ['ann@test.invalid', 'nobody@test.invalid'])
      for (let turn = 0; turn < 3; turn += 1)
        await stranger.signIn(email, '', { auth: 'k1.SECRET', kek: new Uint8Array(32) });
    const rows = await rowsOf('sign-in.failed', 'sign-in.limited');
    expect(rows.map((row) => `${row.actor} ${row.action}`)).toEqual([
      'ann sign-in.failed',
      'ann sign-in.limited',
      'nobody sign-in.failed',
      'nobody sign-in.limited',
    ]);
    const text = JSON.stringify([rows, server.log.infos]);
    for (const secret of ['nobody@', 'test.invalid', 'SECRET', '"local"']) expect(text).not.toContain(secret);
    expect(server.log.infos.filter((line) => line.startsWith('sign-in.limited'))).toHaveLength(2);
  });
});

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beatEveryMs, depositOwner, type LeaderRow } from '../sync/core/leader-term.ts';
import { readIsolation } from '../sync/client/push/isolation.ts';
import { sessionLock } from '../sync/client/session/session-debt.ts';
import { depositOutbox } from './deposit.ts';
import { paySessionDebt } from './session-debt.ts';
import { elsewhere, json, taken, WorkerWorld } from './testing/worker-world.ts';

describe('the service worker', () => {
  let world: WorkerWorld;
  beforeEach(async () => {
    world = await WorkerWorld.create(12);
  });
  afterEach(() => {
    world.close();
    vi.unstubAllGlobals();
  });

  it('[PU-1] delivers what waits and draws the line before', async () => {
    const lines: Promise<unknown>[] = [];
    world.answer = (_path, push) => {
      lines.push(world.meta(world.replica, 'sent'));
      return taken(push);
    };
    expect(await depositOutbox()).toBe('delivered');
    expect(await world.meta(world.replica, 'mark')).toEqual({ mark: 12 });
    expect(await Promise.all(lines)).toEqual([{ through: 12 }]);
  });

  it('[PU-7] a mark beyond its own batch settles the batch, where a page had sent as much; else it stops, and does not send the same again', async () => {
    const many = await WorkerWorld.create(1200);
    await many.put(many.replica, 'meta', [{ k: 'sent', m: { through: 1200 } }]);
    many.answer = () => json(200, { kind: 'ok', mark: 1200, results: [] });
    expect(await depositOutbox()).toBe('delivered');
    expect([await many.meta(many.replica, 'mark'), many.pushes.length]).toEqual([{ mark: 1200 }, 3]);
    many.close();

    const other = await WorkerWorld.create(1200);
    other.answer = () => json(200, { kind: 'ok', mark: 1200, results: [] });
    expect(await depositOutbox()).toBe('waiting');
    expect([await other.meta(other.replica, 'mark'), other.pushes.length]).toEqual([undefined, 1]);
    other.close();
  });

  describe('[LD-3] leads while it delivers', () => {
    const leader = () => world.meta(world.replica, 'leader');
    const lead = (row: LeaderRow) => world.put(world.replica, 'meta', [{ k: 'leader', m: row }]);

    it('as long as nobody leads, and gives the lead back', async () => {
      await lead({ owner: 'gone', term: 3, beat: 8 });
      const during: unknown[] = [];
      world.answer = (_path, push) => {
        during.push(leader());
        return taken(push);
      };
      expect(await depositOutbox()).toBe('delivered');
      expect(await Promise.all(during)).toEqual([{ owner: depositOwner, term: 4, beat: 1 }]);
      expect(await leader()).toEqual({ owner: '', term: 4, beat: 1 });
    });

    it('with a term of its own where another delivery was not ended', async () => {
      await lead({ owner: depositOwner, term: 3, beat: 8 });
      world.answer = (_path, push) => taken(push);
      expect(await depositOutbox()).toBe('delivered');
      expect(await leader()).toMatchObject({ owner: '', term: 4 });
    });

    it('remembers no refusal of ids that a tab has given anew meanwhile', async () => {
      let tookOver = Promise.resolve();
      world.answer = () => {
        tookOver = lead({ owner: 'tab', term: 9, beat: 1 });
        return json(422, {});
      };
      expect(await depositOutbox()).toBe('nothing');
      await tookOver;
      expect(await world.meta(world.replica, 'isolation')).toBeUndefined();
    });

    it('says what became of the rows also where the lead cannot be given back', async () => {
      world.answer = (_path, push) => taken(push);
      const { transaction } = IDBDatabase.prototype;
      const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
        this: IDBDatabase,
        ...args
      ) {
        if (args[1] === 'readwrite' && args[2]?.durability === 'relaxed')
          throw new DOMException('full', 'QuotaExceededError');
        return transaction.apply(this, args);
      });
      expect(await depositOutbox()).toBe('delivered');
      failing.mockRestore();
    });

    it('gives it back where the network fails', async () => {
      expect(await depositOutbox()).toBe('waiting');
      expect(await leader()).toMatchObject({ owner: '', term: 1 });
    });

    it('sends nothing where a tab leads', async () => {
      await lead({ owner: 'tab', term: 3, beat: 8 });
      const outcome = depositOutbox();
      await new Promise((resolve) => setTimeout(resolve, beatEveryMs));
      await lead({ owner: 'tab', term: 3, beat: 9 });
      expect([await outcome, world.calls]).toEqual(['nothing', []]);
      expect(await leader()).toEqual({ owner: 'tab', term: 3, beat: 9 });
    });

    it('stops after the batch during which a tab took over, and leaves it the lead', async () => {
      const many = await WorkerWorld.create(1200);
      let tookOver = Promise.resolve();
      many.answer = (_path, push) => {
        tookOver = many.put(many.replica, 'meta', [{ k: 'leader', m: { owner: 'tab', term: 2, beat: 1 } }]);
        return taken(push);
      };
      await depositOutbox();
      await tookOver;
      // [LD-1] What the server answered is heard again by the tab that leads.
      expect(await many.meta(many.replica, 'mark')).toBeUndefined();
      expect([many.pushes.length, await many.meta(many.replica, 'leader')]).toEqual([
        1,
        { owner: 'tab', term: 2, beat: 1 },
      ]);
      many.close();
    });
  });

  it.each([413, 422])(
    '[PU-6] %i: finds the one row that cannot pass; the others arrive, locked or not',
    async (status) => {
      world.answer = (_path, { rows }) =>
        rows.some((row) => row.kind === 'sealed' && row.id === 5) ? json(status, {}) : taken({ rows });
      expect(await depositOutbox()).toBe('delivered');
      expect(await world.meta(world.replica, 'mark')).toEqual({ mark: 12 });
      expect(world.pushes.at(-1)?.rows.filter((row) => row.kind === 'void')).toEqual([{ kind: 'void', id: 5 }]);
      // Its bytes are still here: the page moves them to needs attention when it hears the outcome.
      const kept = await world.replica.read(function* () {
        const [rows] = yield [{ op: 'get', table: 'outbox', keys: ['000000000005'] }];
        return rows?.[0]?.z?.length;
      });
      expect(kept).toBe(40);
      expect(await world.meta(world.replica, 'isolation')).toBeUndefined();
    },
  );

  it.each([401, 403, 413, 422])(
    '[PU-6] %i of a proxy says nothing of a row or of the token: all wait as they are',
    async (status) => {
      world.answer = () => new Response('<html>', { status, headers: { 'content-type': 'text/html' } });
      expect(await depositOutbox()).toBe('waiting');
      expect([world.pushes.length, await world.meta(world.replica, 'isolation')]).toEqual([1, undefined]);
    },
  );

  it.each([401, 403])('%i of our server is a word on the token: no attempt with it brings anything', async (status) => {
    world.answer = () => json(status, {});
    expect(await depositOutbox()).toBe('refused');
    expect([world.pushes.length, await world.meta(world.replica, 'mark')]).toEqual([1, undefined]);
  });

  it('[PU-6] a server that refuses everything: nothing is settled, and the next attempt is small', async () => {
    world.answer = () => json(422, {});
    expect(await depositOutbox()).toBe('refused');
    expect(await world.meta(world.replica, 'mark')).toBeUndefined();
    expect(readIsolation(await world.meta(world.replica, 'isolation'))).toMatchObject({
      isDoubtful: true,
      voidId: null,
    });
    world.pushes.length = 0;
    await depositOutbox();
    expect(world.pushes.map(({ rows }) => rows.length)).toEqual([1, 1]);
  });

  describe('[LO-1] a log-out that the server has not heard of', () => {
    const owe = () => world.put(world.device, 'meta', [{ k: 'pending-logout', m: true }]);
    const isOwed = async () => (await world.meta(world.device, 'pending-logout')) !== undefined;

    it('is carried out without a page, once', async () => {
      await owe();
      world.answer = () => json(200, { ok: true });
      expect(await paySessionDebt()).toBe('paid');
      expect(await isOwed()).toBe(false);
      expect(await paySessionDebt()).toBe('nothing');
      expect(world.calls).toEqual(['/api/login/v1/logout']);
    });

    it('waits its turn behind a page in which a session begins or ends', async () => {
      const turns: string[] = [];
      const request = (name: string, run: () => unknown): unknown => {
        turns.push(name);
        return run();
      };
      vi.stubGlobal('navigator', { locks: { request } });
      await owe();
      world.answer = () => json(200, { ok: true });
      expect(await paySessionDebt()).toBe('paid');
      expect(turns).toEqual([sessionLock]);
    });

    it('a lock is carried out as one', async () => {
      await world.put(world.device, 'meta', [{ k: 'pending-logout', m: 'lock' }]);
      world.answer = () => json(200, { ok: true });
      expect(await paySessionDebt()).toBe('paid');
      expect(world.calls).toEqual(['/api/login/v1/lock']);
    });

    it.each([
      ['no network', () => null],
      ['a server that fails', () => json(503, {})],
      ["a portal's page", () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
      ['an answer from where a portal sent it', elsewhere],
    ])('stays owed: %s', async (_name, answer) => {
      await owe();
      world.answer = answer;
      expect(await paySessionDebt()).toBe('owed');
      expect(await isOwed()).toBe(true);
    });

    it('waits while somebody signs in here, so that the new session is not the one that ends, and no longer than that', async () => {
      await owe();
      const hold = (untilMs: number) => world.put(world.device, 'meta', [{ k: 'pending-logout-held', m: untilMs }]);
      await hold(Date.now() + 30_000);
      world.answer = () => json(200, { ok: true });
      expect([await paySessionDebt(), world.calls]).toEqual(['owed', []]);
      expect(await isOwed()).toBe(true);
      await hold(Date.now() - 1);
      expect([await paySessionDebt(), world.calls]).toEqual(['paid', ['/api/login/v1/logout']]);
    });

    it('is nothing where nobody logged out, and makes no database', async () => {
      expect(await paySessionDebt()).toBe('nothing');
      world.close();
      indexedDB = new IDBFactory();
      expect(await paySessionDebt()).toBe('nothing');
      expect(await indexedDB.databases()).toEqual([]);
      expect(world.calls).toEqual([]);
    });
  });
});

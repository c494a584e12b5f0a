import { vi } from 'vitest';
import type { ReplicaRow, ReplicaStore } from '../../sync/ports.ts';
import { openIndexedDbStore } from '../../sync/store/indexeddb-store.ts';

export interface Push {
  readonly rows: readonly { readonly kind: 'sealed' | 'void'; readonly id: number }[];
}

/** A device as the service worker finds it, and a server that answers as the test says. */
export class WorkerWorld {
  readonly device: ReplicaStore;
  readonly replica: ReplicaStore;
  readonly calls: string[] = [];
  readonly pushes: Push[] = [];
  answer: (path: string, push: Push) => Response | null = () => null;

  constructor(name: string) {
    indexedDB = new IDBFactory();
    this.device = openIndexedDbStore({ name: 'orchid-device' });
    this.replica = openIndexedDbStore({ name });
    vi.stubGlobal('fetch', (path: string, init: { body: string }) => this.#fetch(path, init.body));
    // One caller in a test: there is nobody to wait for.
    vi.stubGlobal('navigator', { locks: { request: (_name: string, run: () => unknown) => run() } });
  }

  /** A locked device with this many rows waiting. */
  static async create(rows: number): Promise<WorkerWorld> {
    const world = new WorkerWorld('replica-1');
    await world.put(world.device, 'meta', [
      { k: 'current', m: { sub: 'pro-1' } },
      { k: 'account:pro-1', m: { replicaName: 'replica-1' } },
    ]);
    await world.put(world.replica, 'meta', [
      { k: 'client', m: { clientId: 'c1', lastId: rows } },
      { k: 'deposit', m: { clientId: 'c1', token: 'upload-only', keyId: 'd1' } },
    ]);
    const outbox = Array.from({ length: rows }, (_, index) => ({
      k: String(index + 1).padStart(12, '0'),
      m: {
        id: index + 1,
        uid: `u${index + 1}`,
        name: 'note.edit',
        at: '2026-11-21T09:00:00.000Z',
        key: 'd1',
        wrote: [],
        loaded: [],
      },
      z: new Uint8Array(40),
    }));
    await world.put(world.replica, 'outbox', outbox);
    return world;
  }

  put(store: ReplicaStore, table: 'meta' | 'outbox', rows: readonly ReplicaRow[]): Promise<void> {
    return store.tx('strict', function* () {
      yield [{ op: 'put', table, rows }];
    });
  }

  meta(store: ReplicaStore, key: string): Promise<unknown> {
    return store.read(function* () {
      const [rows] = yield [{ op: 'get', table: 'meta', keys: [key] }];
      return rows?.[0]?.m;
    });
  }

  close(): void {
    this.device.close();
    this.replica.close();
  }

  #fetch(path: string, body: string): Promise<Response> {
    this.calls.push(path);
    const push = JSON.parse(body) as Push;
    if (path.endsWith('/push')) this.pushes.push(push);
    const answer = this.answer(path, push);
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('no network'));
  }
}

export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
/** What a portal hands on after it has sent the request elsewhere. */
export const elsewhere = (): Response => Object.defineProperty(json(200, { ok: true }), 'redirected', { value: true });
export const taken = (push: Push): Response => json(200, { kind: 'ok', mark: push.rows.at(-1)?.id ?? 0, results: [] });

import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { compareText } from '../../sync/core/compare-text.ts';
import { readMeta } from '../../sync/client/replica/meta.ts';
import { pendingRows, rebase } from '../../sync/client/write/rebase.ts';
import { rowToRecord } from '../../sync/client/replica/replica.ts';
import { overlayMetaOf } from '../../sync/client/replica/row-meta.ts';
import { StoreError } from '../../sync/store/store-error.ts';
import { call } from '../../server/store/port.ts';
import type { SimDevice } from './sim-device.ts';
import type { SimServer } from './sim-server.ts';

/** What a device showed when it was last looked at. */
export interface Probe {
  readonly generation: number;
  readonly restarts: number;
  readonly versions: ReadonlyMap<string, number>;
}

/** Rules that must hold at every moment, looked at in the middle of a schedule. */
export async function probe(
  server: SimServer,
  device: SimDevice,
  before: Map<SimDevice, Probe>,
): Promise<readonly string[]> {
  const found: string[] = [...(await settledTooSoon(server, device))];
  if (!(await replaysAlike(device))) found.push(`${device.name}: a replay gave another overlay`);
  found.push(...refusedShown(device));
  const now = await look(device);
  const last = before.get(device);
  if (now && last) found.push(...wentBack(device, last, now));
  if (now) before.set(device, now);
  return found;
}

/** [MU-1, RB-1] Replaying what is pending over an unchanged base must give the overlay that is there. */
async function replaysAlike(device: SimDevice): Promise<boolean> {
  const { replica } = device;
  if (!replica) return true;
  const show = (): string =>
    JSON.stringify(
      device.disk
        .dump()
        .overlay.map((row) => rowToRecord(replica, 'overlay', row))
        .map(({ id, body }) => `${id} ${canonicalJson(body)}`)
        .sort(compareText),
    );
  const before = show();
  try {
    await replica.store.tx('strict', function* () {
      const [client, cursor] = yield* readMeta('client', 'cursor');
      if (!client || !cursor) return;
      const pending = yield* pendingRows(cursor.confirmed);
      yield* rebase(replica, pending, {
        clientId: client.clientId,
        complete: cursor.complete,
        onProblem: () => undefined,
      });
    });
  } catch (error) {
    if (error instanceof StoreError) return true;
    throw error;
  }
  return show() === before;
}

/** [PU-4] No device takes for settled what the server has not settled. */
async function settledTooSoon(server: SimServer, device: SimDevice): Promise<readonly string[]> {
  const { meta } = device.disk.dump();
  const valueOf = (name: string): unknown => meta.find((row) => row.k === name)?.m;
  const { clientId = '' } = (valueOf('client') ?? {}) as { clientId?: string };
  const { mark = 0 } = (valueOf('mark') ?? {}) as { mark?: number };
  const client = await server.store.read(() => call('getClient', clientId));
  const settled = client?.mark ?? 0;
  return mark > settled ? [`${device.name}: takes ${mark} for settled, and ${settled} is`] : [];
}

/** [OB-2] What the server refused is not on screen as if it were true. */
function refusedShown(device: SimDevice): readonly string[] {
  const { attention, overlay } = device.disk.dump();
  const refused = new Set(attention.map((row) => row.k));
  return overlay.flatMap((row) => {
    const { uid = '' } = overlayMetaOf(row) ?? {};
    return refused.has(uid) ? [`${device.name}: shows ${uid}, which was refused`] : [];
  });
}

async function look(device: SimDevice): Promise<Probe | null> {
  const { replica } = device;
  if (!replica) return null;
  const { base, meta } = device.disk.dump();
  const cursor = meta.find((row) => row.k === 'cursor')?.m as { generation?: number } | undefined;
  return {
    generation: cursor?.generation ?? 0,
    restarts: device.restarts,
    versions: new Map(base.map((row) => [row.k, row.v ?? 0])),
  };
}

/** [PL-3] Within one generation of a replica that was not turned back, nobody sees an older version than before. */
function wentBack(device: SimDevice, last: Probe, now: Probe): readonly string[] {
  if (last.generation !== now.generation || last.restarts !== now.restarts) return [];
  return [...now.versions].flatMap(([key, version]) => {
    const before = last.versions.get(key);
    return before !== undefined && version < before ? [`${device.name}: ${key} went back to ${version}`] : [];
  });
}

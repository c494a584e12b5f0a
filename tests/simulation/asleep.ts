import * as v from 'valibot';
import { rangeSeen } from '../../sync/client/read/reads.ts';
import { LockedError, rowToRecord, type Replica } from '../../sync/client/replica/replica.ts';
import { listPending } from '../../sync/client/status/work-list.ts';
import { StoreError } from '../../sync/store/store-error.ts';
import type { SimDevice } from './sim-device.ts';

/** Hours without a word from the server after which a device closes: what others share, and everything. */
const hoursOpen = { delegated: 72, own: 30 * 24 } as const;

const heldMembership = v.object({ account: v.string(), access: v.string(), ended: v.optional(v.string()) });

/**
 * [AC-3] What a device shows, after it has slept for so many hours without contact, and should not; and what it has written itself
 * and does not open. By the memberships that lie there, and hours that are written down here once more.
 */
export async function wronglyShown(device: SimDevice, hours: number): Promise<readonly string[]> {
  const { replica } = device;
  // A clock that was set since says nothing certain.
  if (!replica || device.clock.skewMs !== 0 || device.isStorageFailing) return [];
  try {
    return [...(await shownThough(device, replica, hours)), ...(await unopened(device, replica))];
  } catch (error) {
    if (error instanceof StoreError || error instanceof LockedError) return [];
    throw error;
  }
}

async function shownThough(device: SimDevice, replica: Replica, hours: number): Promise<readonly string[]> {
  const notes = await rangeSeen(replica, { collection: 'note', index: 'session', from: '', to: '~' });
  const sessions = await rangeSeen(replica, { collection: 'appointment', index: 'start', from: '', to: '~' });
  const [owned, shared] = scopesOf(device, replica);
  return [...notes, ...sessions].flatMap(({ collection, id, scope }) => {
    const isShared = shared.has(scope) && !owned.has(scope);
    const isOpen = hours <= (isShared ? hoursOpen.delegated : hoursOpen.own);
    return isOpen ? [] : [`${device.name}: shows ${collection}|${id} after ${hours} hours`];
  });
}

/** Scopes in which the account has a role of its own, and those that were shared with it. */
function scopesOf(device: SimDevice, replica: Replica): readonly [ReadonlySet<string>, ReadonlySet<string>] {
  const [owned, shared] = [new Set<string>(), new Set<string>()];
  for (const row of device.disk.dump().base) {
    if (!row.k.startsWith('membership|')) continue;
    const { scope, body } = rowToRecord(replica, 'base', row);
    const { account, access, ended } = v.parse(heldMembership, body);
    if (account !== device.sub || ended !== undefined) continue;
    (access === 'delegated' ? shared : owned).add(scope);
  }
  return [owned, shared];
}

/** Own work that waits opens however long nobody has been heard of. */
async function unopened(device: SimDevice, replica: Replica): Promise<readonly string[]> {
  const pending = await listPending(replica);
  return pending.flatMap(({ uid, state }) =>
    state === 'unreadable' && device.saved.has(uid) ? [`${device.name}: does not open ${uid}`] : [],
  );
}

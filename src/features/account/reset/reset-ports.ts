import { deviceStoreName } from '../../../../sync/client/replica/device.ts';
import type { ResetPorts } from '../../../../sync/client/session/reset-password.ts';
import type { ReplicaStore } from '../../../../sync/ports.ts';
import { openIndexedDbStore } from '../../../../sync/store/indexeddb-store.ts';
import { fetchApi } from '../../../../sync/web/fetch-api.ts';
import { pushSealed } from '../../../../sync/web/push-sealed.ts';
import { systemClock } from '../../../../sync/web/system-ports.ts';
import { deriveRoot, loadSodium } from '../../../lib/key-derivation.ts';

/** What a reset is made of in a browser. */
export const resetPorts: ResetPorts = {
  api: fetchApi,
  clock: systemClock,
  loadSodium,
  deriveRoot,
  openStore: (name, events) => openIndexedDbStore({ name, clock: systemClock, ...events }),
  pushSealed,
};

/** What lies on this device of whom, for as long as `use` takes. */
export async function withDeviceStore<T>(use: (device: ReplicaStore) => Promise<T>): Promise<T> {
  const device = openIndexedDbStore({ name: deviceStoreName, clock: systemClock });
  try {
    return await use(device);
  } finally {
    device.close();
  }
}

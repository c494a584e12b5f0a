import type { Fence } from '../replica/fence.ts';
import { healRecords } from './heal-record.ts';
import { heal, type HealPorts } from './heal.ts';
import { readMeta } from '../replica/meta.ts';
import type { Pulled } from '../status/sync-status.ts';

/** Mends what a complete pull has left broken or not summed up; answers what of it is well now. [BR-4, IN-1] */
export async function mend(
  ports: HealPorts,
  fence: Fence,
  what: { readonly collections: readonly string[]; readonly signal: AbortSignal },
): Promise<Pick<Pulled, 'isAgreed' | 'isMended'>> {
  await healRecords(ports, fence, what.signal);
  // What is healed in whole brings its broken records along.
  const isAgreed = await heal(ports, fence, what);
  const [broken] = await ports.replica.store.read(() => readMeta('broken'));
  return { isAgreed, isMended: (broken ?? []).length === 0 };
}

import type { Transport } from '../../ports.ts';
import { protocolVersion } from '../../protocol/version.ts';
import type { PushRequest } from '../../protocol/push-message.ts';
import type { PulledPage } from './apply-pull.ts';
import { readMeta } from '../replica/meta.ts';
import type { Replica } from '../replica/replica.ts';

/**
 * [OB-2] Tells the server that what a page refused or held lies here on stable storage: by a push without rows, since a pull
 * changes nothing there. Only after a page that brought such outcomes; a word that is lost is said again after the next one.
 */
export async function confirmOutcomes(
  { replica, transport }: { readonly replica: Replica; readonly transport: Transport },
  page: PulledPage,
  signal: AbortSignal,
): Promise<void> {
  if (!page.end.outcomes.some(({ outcome }) => outcome !== 'applied')) return;
  const [cursor] = await replica.store.read(() => readMeta('cursor'));
  const confirmed = cursor?.confirmed ?? 0;
  if (!cursor?.cursor || confirmed === 0) return;
  const request: PushRequest = {
    protocol: protocolVersion,
    clientId: page.clientId,
    principal: replica.actor.principal,
    highest: confirmed,
    rows: [],
    at: { cursor: cursor.cursor, confirmed },
  };
  await transport.push(request, signal);
}

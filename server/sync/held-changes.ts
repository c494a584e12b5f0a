import type { HeldChange } from '../../sync/protocol/device-message.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { Services } from '../services.ts';
import type { QuarantineRow } from '../store/client-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { turnOfLoop } from '../turn-of-loop.ts';
import { openRows, type OpenKeys } from './open-boxes.ts';
import type { OpenedRow } from './opened-row.ts';
import { applyInPieces, openKeys, readWaiting, toPushRow, type Applicant } from './take-push.ts';

/** What a device that was reported lost has sent: the account's own device, and whose outboxes are looked at. */
export type HeldPlace = Pick<Applicant, 'principal' | 'sub' | 'deviceId'>;

/** Most that one answer lists; what follows is listed once these are decided. */
const most = { changes: 100, characters: 400_000 } as const;

/** What is held of a device, the oldest of each outbox first, as far as it continues the outbox and opens. */
export async function listHeld(
  services: Services,
  place: HeldPlace,
): Promise<{ readonly changes: readonly HeldChange[]; readonly more: boolean }> {
  const changes: HeldChange[] = [];
  let characters = 0;
  for (const clientId of await outboxesOf(services, place)) {
    let page = await heldPage(services, place.principal, clientId);
    for (;;) {
      for (const { row, opened } of page.found) {
        if (opened.kind !== 'mutation') continue;
        characters += row.box.length;
        const isFull = changes.length >= most.changes || characters > most.characters;
        if (isFull && changes.length > 0) return { changes, more: true };
        const { name, args } = opened.message;
        changes.push({ client: clientId, id: row.id, at: toInstant(Date.parse(row.at)), name, args });
      }
      const last = page.found.at(-1);
      if (page.isLast || !last) break;
      await turnOfLoop();
      page = await heldPage(services, place.principal, clientId, last.row.id);
    }
  }
  return { changes, more: false };
}

/** What became of changes that were held. */
interface Settled {
  readonly applied: number;
  /** Let through, and refused by the rules that hold for every change. */
  readonly refused: number;
  readonly dropped: number;
}

/**
 * [DV-4] Does with held changes what their owner has chosen, in the order of each outbox, up to the first of which nothing was
 * said. Each is settled once for good: its device is told the outcome, and what it sends again is answered by that.
 */
export async function settleHeld(
  services: Services,
  place: HeldPlace,
  choices: readonly { readonly client: string; readonly id: number; readonly is_let_through: boolean }[],
): Promise<Settled> {
  const done = { applied: 0, refused: 0, dropped: 0 };
  for (const clientId of await outboxesOf(services, place)) {
    const chosen = new Map(
      choices.filter(({ client }) => client === clientId).map((one) => [one.id, one.is_let_through]),
    );
    const dropped = new Set([...chosen.keys()].filter((id) => chosen.get(id) === false));
    while (chosen.size > 0) {
      const { found, keys, isLast } = await heldPage(services, place.principal, clientId);
      const open = found.findIndex(({ row, opened }) => opened.kind === 'mutation' && !chosen.has(row.id));
      const rows = (open < 0 ? found : found.slice(0, open)).map(({ row }) => toPushRow(row));
      const last = rows.at(-1);
      if (!last) break;
      const push = { clientId, highest: last.id, rows, keys, ruling: { dropped } };
      const result = await applyInPieces(services, { ...place, familyId: null }, push);
      if (result.kind !== 'ok') break;
      await services.store.write(() => call('dropWaiting', clientId, last.id));
      for (const { id, outcome } of result.results) {
        if (dropped.has(id)) done.dropped += 1;
        else if (outcome === 'applied') done.applied += 1;
        else if (outcome !== 'void') done.refused += 1;
      }
      if (isLast || open >= 0) break;
    }
  }
  return done;
}

interface HeldPage {
  readonly found: readonly { readonly row: QuarantineRow; readonly opened: OpenedRow }[];
  readonly keys: OpenKeys;
  /** Nothing more follows that could be decided on. */
  readonly isLast: boolean;
}

/** Kept rows that follow one another after this id, opened; up to the first that is missing or does not open. */
async function heldPage(services: Services, principal: string, clientId: string, after?: number): Promise<HeldPage> {
  const { store, sodium } = services;
  const { mark, rows, isLast, keys: keyRows } = await store.read(() => readWaiting(clientId, principal, after));
  const keys = openKeys(services, keyRows);
  const first = (after ?? mark) + 1;
  const dense = rows.filter((row, index) => row.id === first + index);
  const opened = openRows(sodium, { principal, clientId }, dense.map(toPushRow), keys);
  const found = dense.flatMap((row, index) => {
    const one = opened[index];
    return one ? [{ row, opened: one }] : [];
  });
  const junk = found.findIndex((one) => one.opened.kind === 'unreadable');
  const good = junk < 0 ? found : found.slice(0, junk);
  return { found: good, keys, isLast: isLast || good.length < rows.length };
}

/** How many rows of a device lie there, whether they can be decided on or not. */
export function* countKept({ principal, deviceId }: HeldPlace): Plan<number> {
  let rows = 0;
  for (const { clientId } of yield* call('clientsOn', principal, deviceId))
    rows += (yield* call('quarantinedOf', clientId, 'waiting')).rows;
  return rows;
}

async function outboxesOf({ store }: Services, { principal, deviceId }: HeldPlace): Promise<readonly string[]> {
  return (await store.read(() => call('clientsOn', principal, deviceId))).map(({ clientId }) => clientId);
}

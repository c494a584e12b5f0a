import * as v from 'valibot';
import type { Body, ReplicaRow } from '../../ports.ts';
import { brokenAfter, brokenCommands } from '../replica/broken-records.ts';
import { examine } from '../pull/examine-record.ts';
import { assertLeads, type Fence } from '../replica/fence.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { aside } from '../pull/patch-base.ts';
import { assertUnlocked, rowToRecord, rowsWithHome, sealedRecord, type Replica } from '../replica/replica.ts';
import { together } from '../replica/together.ts';
import { baseMetaOf, classOf, isAside } from '../replica/row-meta.ts';

/** Rows sealed in one transaction: some milliseconds of a worker that has nothing else to do. */
const pageRows = 100;

/**
 * [BR-5] Seals rows of before once more, with the scope and class that they have now, from the key `from` on. Answers where
 * to go on; null once all are done, and from then on none opens by the old rule.
 */
export function* sealAnewPage(replica: Replica, fence: Fence, from: string): Body<string | null> {
  const [, , [lock, brokenNow], rows] = yield* together(
    assertUnlocked(replica),
    assertLeads(fence),
    readMeta('lock', 'broken'),
    rowsFrom(from),
  );
  if (lock?.rows === rowsWithHome) return null;
  const before = brokenNow ?? [];
  const made = rows.filter((row) => classOf(row) === undefined).map((row) => sealedAnew(replica, row));
  const broken = made.flatMap(({ row, isWell }) => (isWell ? [] : [row.k]));
  yield [
    { op: 'put', table: 'base', rows: made.map(({ row }) => row) },
    ...brokenCommands(before, brokenAfter(before, { found: broken })),
  ];
  const last = rows.at(-1);
  if (last && rows.length === pageRows) return `${last.k}\0`;
  yield [putMeta('lock', { ...lock, epoch: lock?.epoch ?? 0, rows: rowsWithHome })];
  return null;
}

function* rowsFrom(from: string): Body<readonly ReplicaRow[]> {
  const [rows] = yield [{ op: 'range', table: 'base', by: 'k', from, to: '~', limit: pageRows }];
  return (rows ?? []).filter((row) => row !== undefined);
}

/** A row that does not open stays as it lies, and is asked for again; so is one that is no record of its place. */
function sealedAnew(replica: Replica, row: ReplicaRow): { readonly row: ReplicaRow; readonly isWell: boolean } {
  const { k, v: version = 0, s: scope = '' } = row;
  try {
    const content = v.parse(sealedRecord, replica.sealer.open('base', k, version, row.z));
    const { k: cls } = content;
    const value = { k: cls, h: content.h, b: content.b, t: content.t };
    const z = replica.sealer.seal('base', k, version, value, { scope, cls });
    const anew = { ...row, z, m: { ...(baseMetaOf(row) ?? { g: 0 }), c: cls } };
    return isRecord(replica, anew) ? { row: anew, isWell: true } : { row: aside(anew), isWell: false };
  } catch {
    return { row, isWell: false };
  }
}

function isRecord(replica: Replica, row: ReplicaRow): boolean {
  if (isAside(row)) return true;
  try {
    return examine(replica.registry, rowToRecord(replica, 'base', row)) === 'good';
  } catch {
    // Builds of before laid down whatever came.
    return false;
  }
}

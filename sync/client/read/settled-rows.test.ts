import { expect, it } from 'vitest';
import type { ReplicaRow, ShownRow } from '../../ports.ts';
import { isNewer, newerOf } from './range-rows.ts';
import type { SeenRow } from './seen-rows.ts';

const pending = (uid: string): SeenRow => ({
  table: 'overlay',
  row: { k: 'note|1', m: { id: 4, uid, first: 4, loaded: 4 } },
});
const told = (table: ShownRow['table'], row: Partial<ReplicaRow> = {}): ShownRow => ({
  table,
  row: { k: 'note|1', v: 2, ...row },
});
const settled = new Set(['m1', 'm2']);

it.each([
  ['the server’s word over the very change that it settles', told('base'), pending('m1'), settled, true],
  ['not over a younger change of this tab', told('base'), pending('m3'), settled, false],
  ['not where nothing is settled', told('base'), pending('m1'), undefined, false],
  ['not what is pending elsewhere over what is pending here', told('overlay'), pending('m1'), settled, false],
  [
    'not over what says nothing of its change',
    told('base'),
    { table: 'overlay', row: { k: 'note|1' } },
    settled,
    false,
  ],
  [
    'not an older version that is confirmed',
    told('base'),
    { table: 'base', row: { k: 'note|1', v: 2 } },
    settled,
    false,
  ],
] as const)('[RD-2] another tab’s word shows %s', (_name, found, shown, uids, isShown) => {
  expect(isNewer(found, shown, uids ? { settled: uids } : {})).toBe(isShown);
  const change = {
    tables: new Set(['base'] as const),
    collections: new Set(['note']),
    keys: new Set(['note|1']),
    shown: new Map([['note|1', found]]),
    isForeign: true,
    ...(uids ? { settled: uids } : {}),
  };
  expect(newerOf(change, ['note|1'], [shown])).toEqual(isShown ? new Map([['note|1', found]]) : null);
});

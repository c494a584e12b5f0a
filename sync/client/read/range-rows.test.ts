import { describe, expect, it } from 'vitest';
import type { StoreChange } from '../../ports.ts';
import { seededRandom } from '../../testing/builders.ts';
import { rowsAfter, toldOf, touches, type RowChanges } from './range-rows.ts';
import { inOrder, type EntryRange, type SeenRow } from './seen-rows.ts';

const entry = (place: number): string => `session|start|${String(place).padStart(3, '0')}`;
const row = (id: string, places: readonly number[], table: SeenRow['table'] = 'base'): SeenRow => ({
  table,
  row: { k: `session|${id}`, x: places.map(entry) },
});
const range = (change: Partial<EntryRange> = {}): EntryRange => ({ from: entry(10), to: entry(50), ...change });
const names = (rows: readonly SeenRow[] | null): readonly string[] | null =>
  rows && rows.map((seen) => seen.row.k.slice('session|'.length));
const changes = (...rows: readonly (SeenRow | string)[]): RowChanges =>
  new Map(rows.map((one) => (typeof one === 'string' ? [`session|${one}`, undefined] : [one.row.k, one])));

describe('[RD-2] a range after some of its rows changed', () => {
  const before = [row('a', [10]), row('b', [20]), row('c', [30])];

  it('has those that entered and moved in their place, and none that left', () => {
    expect(names(rowsAfter(range(), before, changes(row('d', [25]))))).toEqual(['a', 'b', 'd', 'c']);
    expect(names(rowsAfter(range(), before, changes(row('a', [40]))))).toEqual(['b', 'c', 'a']);
    expect(names(rowsAfter(range(), before, changes(row('b', [60]), 'c')))).toEqual(['a']);
    expect(names(rowsAfter(range({ reverse: true }), before.toReversed(), changes(row('d', [25]))))).toEqual([
      'c',
      'd',
      'b',
      'a',
    ]);
  });

  it('keeps the very rows that did not change', () => {
    const after = rowsAfter(range(), before, changes(row('b', [20], 'overlay')));
    expect(after?.[0]).toBe(before[0]);
    expect(after?.[1]?.table).toBe('overlay');
  });

  it('cut at its limit says nothing where a row beyond it may come in', () => {
    const cut = range({ limit: 3 });
    expect(names(rowsAfter(cut, before, changes(row('d', [25]))))).toEqual(['a', 'b', 'd']);
    expect(rowsAfter(cut, before, changes('b'))).toBeNull();
    expect(rowsAfter(cut, before, changes(row('b', [45])))).toBeNull();
    expect(names(rowsAfter(range({ limit: 4 }), before, changes('b')))).toEqual(['a', 'c']);
  });

  it('is what sorting everything anew gives, whatever changes', () => {
    const random = seededRandom(8);
    for (let trial = 0; trial < 300; trial += 1) {
      const reverse = random.chance(0.5);
      const limit = random.chance(0.5) ? 1 + random.below(6) : undefined;
      const asked = range({ reverse, ...(limit === undefined ? {} : { limit }) });
      const places = new Map<string, number>();
      for (let count = random.below(10); count > 0; count -= 1) places.set(`r${random.below(12)}`, random.below(60));
      const whole = (): readonly SeenRow[] =>
        inOrder(
          asked,
          [...places].flatMap(([id, place]) => (place >= 10 && place < 50 ? [row(id, [place])] : [])),
        );
      const cut = (): readonly SeenRow[] => (limit === undefined ? whole() : whole().slice(0, limit));
      const held = cut();
      const changed = new Map<string, SeenRow | undefined>();
      for (let count = 1 + random.below(3); count > 0; count -= 1) {
        const id = `r${random.below(12)}`;
        if (random.chance(0.3)) {
          places.delete(id);
          changed.set(`session|${id}`, undefined);
        } else {
          places.set(id, random.below(60));
          changed.set(`session|${id}`, row(id, [places.get(id) ?? 0]));
        }
      }
      const after = rowsAfter(asked, held, changed);
      if (after) expect(names(after)).toEqual(names(cut()));
      if (!touches(asked, held, changed) && after) expect(names(after)).toEqual(names(held));
    }
  });
});

describe('what a commit tells', () => {
  const change = (shown: readonly SeenRow[], more: Partial<StoreChange> = {}): StoreChange => ({
    tables: new Set(['overlay']),
    collections: new Set(['session']),
    keys: new Set(['session|a', 'session|b']),
    shown: new Map(shown.map((seen) => [seen.row.k, seen])),
    ...more,
  });

  it('is taken where it tells every row, and never from another tab, whose word may come late', () => {
    const both = [row('a', [10]), row('b', [20])];
    const keys = both.map((seen) => seen.row.k);
    expect(toldOf(change(both), keys)?.size).toBe(2);
    expect(toldOf(change(both.slice(1)), keys)).toBeNull();
    expect(toldOf(change(both, { isForeign: true }), keys)).toBeNull();
  });
});

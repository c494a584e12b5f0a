import { describe, expect, it } from 'vitest';
import type { ReplicaRow } from '../../ports.ts';
import { writerAhead } from './mutate.ts';

const usual = {
  lock: { epoch: 3, registry: 'a1' },
  client: { clientId: 'device', lastId: 12 },
  sent: { through: 10 },
  cursor: { cursor: 'c1', epoch: 'e', complete: true, generation: 1, confirmed: 9, resetting: false },
};
type Small = { readonly [Name in keyof typeof usual]?: unknown };

const { metas } = writerAhead({ closed: false });
const rowsOf = (small: Small): readonly (ReplicaRow | undefined)[] =>
  metas.map((name) => {
    const m = small[name as keyof typeof usual];
    return m === undefined ? undefined : { k: name, m };
  });
const isSame = (before: Small, now: Small, closed = false): boolean | undefined =>
  writerAhead({ closed }).isSame?.(rowsOf(before), rowsOf(now));

describe('[ST-32] what a change rests on', () => {
  it('is the lock, the last number of this device, what was sent, and whether all is here', () => {
    expect(metas).toEqual(['lock', 'client', 'sent', 'cursor']);
    expect(isSame(usual, structuredClone(usual))).toBe(true);
    expect(isSame({ client: usual.client }, { client: usual.client })).toBe(true);
  });

  it('is another once this tab has let go of its keys', () => {
    expect(isSame(usual, structuredClone(usual), true)).toBe(false);
  });

  const harmless: Readonly<Record<string, Small>> = {
    'more was sent': { ...usual, sent: { through: 12 } },
    'more was taken in': { ...usual, cursor: { ...usual.cursor, cursor: 'c2', confirmed: 12 } },
  };
  it.each(Object.entries(harmless))('is the same after %s', (_, now) => {
    expect(isSame(usual, now)).toBe(true);
  });

  const other: Readonly<Record<string, Small>> = {
    'the device was locked': { ...usual, lock: { ...usual.lock, epoch: 4 } },
    'another build has claimed the replica': { ...usual, lock: { ...usual.lock, registry: 'b2' } },
    'the lock is gone': { ...usual, lock: undefined },
    'another tab has taken a number': { ...usual, client: { ...usual.client, lastId: 13 } },
    'the device goes by another name': { ...usual, client: { ...usual.client, clientId: 'other' } },
    'the replica was emptied': {},
    'less was sent': { ...usual, sent: { through: 9 } },
    'nothing is said to be sent': { ...usual, sent: undefined },
    'what is not here is not known to be absent any more': { ...usual, cursor: { ...usual.cursor, complete: false } },
    'where it stands does not read': { ...usual, cursor: 'torn' },
  };
  it.each(Object.entries(other))('is another after %s', (_, now) => {
    expect(isSame(usual, now)).toBe(false);
  });
});

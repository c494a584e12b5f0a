/** Seeded chance for demo data (mulberry32): the same seed makes the same practice. Never for keys or ids that must be secret. */
export interface Seeded {
  next(): number;
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** 22 characters, like a real id. */
  id(): string;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function createSeeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    id: () => Array.from({ length: 22 }, () => letters[below(64)]).join(''),
  };
}

import { useSyncExternalStore } from 'react';
import { keptIds } from '../../lib/kept-ids.ts';

/** Pairs of charts of which somebody has said that they are two people's: ids alone, for each account, on this device. */
export const notTheSame = keptIds('orchid.not-the-same', 200);

/** One name for a pair, whichever is named first. */
export function pairOf(one: string, other: string): string {
  return [one, other].toSorted().join(' ');
}

/** Remembers that these are two people. */
export function keepApart(sub: string, one: string, other: string): void {
  const pair = pairOf(one, other);
  notTheSame.write(sub, [pair, ...notTheSame.read(sub).filter((kept) => kept !== pair)]);
}

/** Takes that back: they may be one person after all. */
export function askAgain(sub: string, one: string, other: string): void {
  const pair = pairOf(one, other);
  notTheSame.write(
    sub,
    notTheSame.read(sub).filter((kept) => kept !== pair),
  );
}

/** The pairs that are kept apart, redrawn as they change. */
export function useNotTheSame(sub: string): readonly string[] {
  return useSyncExternalStore(notTheSame.watch, () => notTheSame.read(sub));
}

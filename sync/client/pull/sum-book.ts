import { addToChecksum, emptyChecksum, isSameChecksum, type Checksum } from '../../core/checksum.ts';
import type { PullEnd } from '../../protocol/pull-message.ts';
import type { Meta } from '../replica/meta.ts';

/** Sums per collection while a page is applied. */
export class SumBook {
  readonly #sums: Map<string, Checksum>;

  constructor(entries: Meta<'sums'>) {
    this.#sums = new Map(Object.entries(entries).map(([name, [count, a, b]]) => [name, { count, a, b }]));
  }

  change(collection: string, id: string, version: number, sign: 1 | -1): void {
    this.#sums.set(collection, addToChecksum(this.#sums.get(collection) ?? emptyChecksum, id, version, sign));
  }

  clear(collection: string): void {
    this.#sums.delete(collection);
  }

  get entries(): Meta<'sums'> {
    return Object.fromEntries(
      [...this.#sums].map(([name, sum]): [string, [number, number, number]] => [name, [sum.count, sum.a, sum.b]]),
    );
  }

  /** Collections that do not sum up to what the server says. */
  differences(server: NonNullable<PullEnd['sums']>): readonly string[] {
    const names = new Set([...this.#sums.keys(), ...Object.keys(server)]);
    return [...names].filter((name) => {
      const [count, a, b] = server[name] ?? [0, 0, 0];
      return !isSameChecksum(this.#sums.get(name) ?? emptyChecksum, { count, a, b });
    });
  }
}

import sodium from 'libsodium-wrappers';
import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../testing/builders.ts';
import { createRowSealer, SealError, type RowSealer } from './row-sealer.ts';

const home = { scope: 'chart/1', cls: 'clinical' };
const value = { b: { text: 'Reports sleeping better' }, h: 1 };
let sealer: RowSealer;

beforeAll(() => sodium.ready);

function sealed(): Uint8Array {
  sealer = createRowSealer(sodium, new Uint8Array(32).fill(7), seededRandom(1));
  return sealer.seal('base', 'note|1', 3, value, home);
}

describe('[BR-5] a row that was opened', () => {
  it('is opened once: the same bytes answer the very same value', () => {
    const bytes = sealed();
    const first = sealer.open('base', 'note|1', 3, bytes, home);
    expect(first).toEqual(value);
    expect(sealer.open('base', 'note|1', 3, bytes, home)).toBe(first);
    const copied = sealer.open('base', 'note|1', 3, bytes.slice(), home);
    expect(copied).toEqual(value);
    expect(copied).not.toBe(first);
  });

  it.each([
    ['table', (bytes: Uint8Array) => sealer.open('overlay', 'note|1', 3, bytes, home)],
    ['key', (bytes: Uint8Array) => sealer.open('base', 'note|2', 3, bytes, home)],
    ['version', (bytes: Uint8Array) => sealer.open('base', 'note|1', 4, bytes, home)],
    ['scope', (bytes: Uint8Array) => sealer.open('base', 'note|1', 3, bytes, { ...home, scope: 'chart/2' })],
    ['class', (bytes: Uint8Array) => sealer.open('base', 'note|1', 3, bytes, { ...home, cls: 'shared' })],
    ['home', (bytes: Uint8Array) => sealer.open('base', 'note|1', 3, bytes)],
  ])('does not open in another place for that: another %s', (_, open) => {
    const bytes = sealed();
    sealer.open('base', 'note|1', 3, bytes, home);
    expect(() => open(bytes)).toThrow(SealError);
  });

  it('does not open any more once the key is gone', () => {
    const bytes = sealed();
    sealer.open('base', 'note|1', 3, bytes, home);
    sealer.forget();
    expect(() => sealer.open('base', 'note|1', 3, bytes, home)).toThrow(SealError);
  });

  it('of no record is opened each time: keys do not stay', () => {
    sealed();
    const bytes = sealer.seal('meta', 'ring', 1, value);
    const first = sealer.open('meta', 'ring', 1, bytes);
    expect(sealer.open('meta', 'ring', 1, bytes)).toEqual(first);
    expect(sealer.open('meta', 'ring', 1, bytes)).not.toBe(first);
  });

  it('without a home does not open any more once the old rule is over, though it did', () => {
    sealed();
    const bytes = sealer.seal('base', 'note|1', 3, value);
    sealer.open('base', 'note|1', 3, bytes);
    sealer.endOldRule();
    expect(() => sealer.open('base', 'note|1', 3, bytes)).toThrow(SealError);
  });
});

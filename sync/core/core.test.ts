import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDelayMs, socketRetryDelayMs } from './backoff.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { canonicalJson } from './canonical-json.ts';
import { addToChecksum, emptyChecksum, isSameChecksum } from './checksum.ts';
import { compareText } from './compare-text.ts';
import { indexKey, prefixRange } from './index-key.ts';
import { isInstant, toInstant } from './instant.ts';
import { depositOwner, nextBeat, observe } from './leader-term.ts';

describe('small pure parts', () => {
  it('base64url is that of the platform, both ways', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = toBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect(fromBase64Url(text)).toEqual(bytes);
      }),
    );
  });

  it('base64url refuses what is not of its alphabet', () => {
    for (const text of ['a', 'ab+d', 'ab=d', 'äb']) expect(() => fromBase64Url(text)).toThrow();
  });

  it('[IN-2] a checksum does not depend on order, and taking away undoes adding', () => {
    const row = fc.record({ id: fc.string(), version: fc.nat() });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const sum = (list: typeof rows) =>
          list.reduce((total, item) => addToChecksum(total, item.id, item.version, 1), emptyChecksum);
        expect(isSameChecksum(sum(rows), sum([...rows].reverse()))).toBe(true);
        const none = rows.reduce((total, item) => addToChecksum(total, item.id, item.version, -1), sum(rows));
        expect(none).toEqual(emptyChecksum);
      }),
    );
  });

  it('[IN-2] one changed version changes the sum', () => {
    const one = addToChecksum(emptyChecksum, 'a', 1, 1);
    const other = addToChecksum(emptyChecksum, 'a', 2, 1);
    expect(isSameChecksum(one, other)).toBe(false);
  });

  it('[IX-1] keys under a prefix, and only those, lie in its range', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9_.~:-]{0,6}$/);
    fc.assert(
      fc.property(part, part, part, (one, other, rest) => {
        const { from, to } = prefixRange(one);
        const key = indexKey(other, rest);
        const inside = compareText(key, from) >= 0 && compareText(key, to) < 0;
        expect(inside).toBe(one === other);
      }),
    );
  });

  it('[IX-1] a part outside plain ASCII is a bug', () => {
    for (const part of ['a|b', 'Zoë', 'a b', '}']) expect(() => indexKey(part)).toThrow();
  });

  it('instants have one form', () => {
    expect(isInstant(toInstant(0))).toBe(true);
    expect(isInstant('2026-11-21T23:59:59.999Z')).toBe(true);
    const late = ['2026-11-21T24:00:00.000Z', '2026-11-21T23:60:00.000Z', '2026-11-21T23:59:60.000Z'];
    for (const text of ['2026-11-21', '2026-11-21T09:00:00Z', '2026-02-30T00:00:00.000Z', ...late])
      expect(isInstant(text)).toBe(false);
  });

  it('an instant is what the platform writes, and nothing else of its form', () => {
    const two = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
    const year = fc.integer({ min: 0, max: 9999 }).map((value) => String(value).padStart(4, '0'));
    fc.assert(
      fc.property(year, two(13), two(32), two(25), two(61), two(61), (y, month, day, hour, minute, second) => {
        const text = `${y}-${month}-${day}T${hour}:${minute}:${second}.007Z`;
        const ms = Date.parse(text);
        expect(isInstant(text)).toBe(Number.isFinite(ms) && new Date(ms).toISOString() === text);
      }),
      { numRuns: 2000 },
    );
  });

  it('canonical JSON does not depend on the order of fields', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
  });

  it('waits grow, stay under their cap, and follow the spec for sockets', () => {
    expect([1, 2, 3, 20].map((attempt) => retryDelayMs(attempt, 3000, 0))).toEqual([500, 1000, 2000, 3000]);
    expect(retryDelayMs(9, 3000, 1)).toBe(3600);
    expect([1, 2, 3, 50].map(socketRetryDelayMs)).toEqual([500, 2000, 4500, 60_000]);
  });

  it('[LD-2] a silent leader is succeeded after 1.5 s with a higher term, a beating one never', () => {
    const row = { owner: 'one', term: 3, beat: 7 };
    const seen = observe(null, row, 1000);
    expect(nextBeat(observe(seen, row, 2499), 'two', 2499)).toBeNull();
    expect(nextBeat(observe(seen, row, 2500), 'two', 2500)).toEqual({ owner: 'two', term: 4, beat: 1 });
    expect(nextBeat(observe(seen, { ...row, beat: 8 }, 2500), 'two', 2500)).toBeNull();
  });

  it('[LD-3] a tab waits half a second for a delivery of the service worker, and not at all once it is over', () => {
    const row = { owner: depositOwner, term: 3, beat: 1 };
    const seen = observe(null, row, 1000);
    expect(nextBeat(observe(seen, row, 1499), 'two', 1499)).toBeNull();
    expect(nextBeat(observe(seen, row, 1500), 'two', 1500)).toEqual({ owner: 'two', term: 4, beat: 1 });
    // However many batches it has.
    expect(nextBeat(observe(seen, { ...row, beat: 9 }, 1500), 'two', 1500)).toMatchObject({ owner: 'two', term: 4 });
    const over = { ...row, owner: '' };
    expect(nextBeat(observe(seen, over, 1100), 'two', 1100)).toEqual({ owner: 'two', term: 4, beat: 1 });
  });

  it('[LD-2] a clock that jumps back starts the silence anew instead of freezing it', () => {
    const row = { owner: 'one', term: 3, beat: 7 };
    const seen = observe(null, row, 10_000);
    const back = observe(seen, row, 500);
    expect(nextBeat(observe(back, row, 2000), 'two', 2000)).toMatchObject({ owner: 'two' });
  });
});

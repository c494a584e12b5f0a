import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeCents, freeUntil, lateFeeCents, type LateSession } from './late-fee.ts';

const flat = (cents: number) => ({ kind: 'flat', cents }) as const;
const percent = (share: number) => ({ kind: 'percent', percent: share }) as const;
const session = (change: Partial<LateSession> = {}): LateSession => ({
  local_start: '2026-12-10T10:00',
  zone: 'America/New_York',
  start: '2026-12-10T15:00:00.000Z',
  price_cents: 15_000,
  booked_at: '2026-11-01T12:00:00.000Z',
  late: { hours: 24, fee: flat(8000) },
  ...change,
});

describe('a late fee', () => {
  it('[C-031] may be a flat amount, and is never more than the session costs', () => {
    expect(feeCents(flat(8000), 15_000)).toBe(8000);
    expect(feeCents(flat(8000), 5000)).toBe(5000);
    expect(feeCents(flat(8000), 0)).toBe(0);
    expect(feeCents(flat(8000), undefined)).toBe(8000);
  });

  it.each([
    [15_000, 50, 7500],
    [101, 50, 51],
    [99, 50, 50],
    [3333, 33, 1100],
    [149, 1, 1],
    [150, 1, 2],
    [12_345, 100, 12_345],
  ])('[C-032] may be a part of the price, half up to the cent: %i at %i %%', (price, share, cents) => {
    expect(feeCents(percent(share), price)).toBe(cents);
  });

  it('[C-032] of a price that nobody has said is nothing', () => {
    expect(feeCents(percent(50), undefined)).toBe(0);
  });

  it('[C-032] is never above the price, whatever the terms', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 100 }), (price, share) => {
        const fee = feeCents(percent(share), price);
        expect(fee).toBeLessThanOrEqual(price);
        expect(Math.abs(fee - (price * share) / 100)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it.each([
    ['at the limit itself', '2026-12-09T15:00:00.000Z', 0],
    ['a moment after it', '2026-12-09T15:00:00.001Z', 8000],
    ['long before', '2026-12-01T09:00:00.000Z', 0],
    ['after the beginning', '2026-12-10T16:00:00.000Z', 8000],
  ])('[C-033] %s', (_when, at, cents) => {
    expect(lateFeeCents(session(), at)).toBe(cents);
  });

  it('[C-033] a limit of no hours is the beginning itself; no terms are no fee', () => {
    const late = { hours: 0, fee: flat(8000) };
    expect(lateFeeCents(session({ late }), '2026-12-10T15:00:00.000Z')).toBe(0);
    expect(lateFeeCents(session({ late }), '2026-12-10T15:00:00.001Z')).toBe(8000);
    expect(lateFeeCents(session({ late: undefined }), '2026-12-10T16:00:00.000Z')).toBe(0);
    expect(freeUntil(session({ late: undefined }))).toBeNull();
  });

  it.each([
    ['in spring', '2026-03-08T10:00', '2026-03-08T14:00:00.000Z', '2026-03-07T15:00:00.000Z'],
    ['in autumn', '2026-11-01T10:00', '2026-11-01T15:00:00.000Z', '2026-10-31T14:00:00.000Z'],
  ])('[C-033] a day before ten is ten, also where clocks change in between: %s', (_when, local_start, start, limit) => {
    expect(freeUntil(session({ local_start, start }))).toBe(limit);
  });

  it('[C-033] in a zone that this machine has never heard of: so many hours before', () => {
    expect(freeUntil(session({ zone: 'Mars/Olympus' }))).toBe('2026-12-09T15:00:00.000Z');
  });

  it('nobody pays within five minutes of the booking, and from then on they do', () => {
    const late = session({ booked_at: '2026-12-10T12:00:00.000Z' });
    expect(lateFeeCents(late, '2026-12-10T12:05:00.000Z')).toBe(0);
    expect(lateFeeCents(late, '2026-12-10T12:05:00.001Z')).toBe(8000);
  });
});

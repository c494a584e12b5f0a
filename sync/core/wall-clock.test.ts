import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { instantOf } from './wall-clock.ts';

const zones = [
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
];

/** As another implementation says: an hour left out is taken as that much later, one that comes twice as the first. */
const oracle = (local: string, zone: string): string =>
  Temporal.PlainDateTime.from(local)
    .toZonedDateTime(zone, { disambiguation: 'compatible' })
    .toInstant()
    .toString({ fractionalSecondDigits: 3 });

describe('[TZ-1] the instant of a local time', () => {
  it.each(zones)('%s: each quarter of an hour around every change of clocks in two years', (zone) => {
    const wrong: string[] = [];
    let at = Temporal.Instant.from('2026-01-01T00:00:00Z').toZonedDateTimeISO(zone);
    const end = Temporal.Instant.from('2028-01-01T00:00:00Z').toZonedDateTimeISO(zone);
    const changes = [at];
    for (;;) {
      const next = at.getTimeZoneTransition('next');
      if (!next || Temporal.ZonedDateTime.compare(next, end) > 0) break;
      changes.push(next);
      at = next;
    }
    for (const change of changes) {
      const from = change.toPlainDateTime().subtract({ hours: 5 });
      for (let step = 0; step < 40; step += 1) {
        const local = from
          .add({ minutes: 15 * step })
          .toString()
          .slice(0, 16);
        if (instantOf(local, zone) !== oracle(local, zone)) wrong.push(`${local} ${String(instantOf(local, zone))}`);
      }
    }
    expect(changes.length).toBeGreaterThan(zone.startsWith('America') || zone.startsWith('Europe') ? 4 : 0);
    expect(wrong).toEqual([]);
  });

  it('none for a date, a time or a zone that there is not', () => {
    expect(instantOf('2026-02-30T10:00', 'UTC')).toBeNull();
    expect(instantOf('2026-02-20T24:00', 'UTC')).toBeNull();
    expect(instantOf('2026-02-20T10:00', 'Nowhere/At_All')).toBeNull();
    expect(instantOf('2026-02-20T10:00', '+01:00')).toBeNull();
  });
});

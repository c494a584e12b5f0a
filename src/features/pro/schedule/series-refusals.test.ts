import 'temporal-polyfill/global';
import { describe, expect, it } from 'vitest';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import type { Json } from '../../../../sync/core/record.ts';
import { refusedSeries, seriesAgain, seriesRefusalWords } from './series-refusals.ts';

const args = {
  chart_id: 'c1',
  clinician: 'pro-1',
  appointment_type_label: 'Talk',
  place: 'telehealth',
  local_start: '2026-12-01T09:00',
  zone: 'America/New_York',
  minutes: 50,
  rule: { unit: 'week', every: 2, ends: { kind: 'count', count: 4 } },
  sessions: [{ date: '2026-12-01' }, { date: '2026-12-29' }, { date: '2027-01-12' }],
};
const itemOf = (change: { readonly args?: Json } & Partial<AttentionItem> = {}): AttentionItem =>
  ({
    uid: 'u1',
    name: 'appointment_series.book',
    args,
    code: 'conflicting_session',
    message: 'Oops...There is a conflicting session!',
    at: '2026-11-24T10:00:00.000Z',
    kind: 'rejected',
    ...change,
  }) as unknown as AttentionItem;

describe('a series of which nothing was booked', () => {
  it('[S-371] says why behind the words of the spec', () => {
    expect(seriesRefusalWords(itemOf())).toBe(
      'failed to post appointment series: Oops...There is a conflicting session!',
    );
  });

  it('is found among what was refused, the oldest first, where this build reads it', () => {
    const found = refusedSeries([
      itemOf({ uid: 'late', at: '2026-11-25T10:00:00.000Z' }),
      itemOf(),
      itemOf({ uid: 'other', name: 'appointment.book' }),
      itemOf({ uid: 'newer', args: { ...args, sessions: 'all' } }),
    ]);
    expect(found.map(({ item }) => item.uid)).toEqual(['u1', 'late']);
  });

  it('[CA-12] is taken up again with what was said with it', () => {
    const place = itemOf({
      uid: 'place',
      name: 'series_place.say',
      code: 'depends_on_refused',
      args: { series_id: 's1', client_state: 'WA', license_reason: 'A term away' },
      base: { client_state: '', start: 'u1' },
    });
    const [one] = refusedSeries([itemOf(), place]);
    expect(one && seriesAgain(one).said).toMatchObject({ client_state: 'WA', license_reason: 'A term away' });
  });

  it('is taken up again with how it repeats and with what was left away', () => {
    const [one] = refusedSeries([itemOf()]);
    expect(one && seriesAgain(one)).toMatchObject({
      zone: 'America/New_York',
      said: { repeats: '2 weeks', ends: 'count', count: '4', ticks: expect.stringContaining('2026-12-15') as unknown },
    });
  });
});

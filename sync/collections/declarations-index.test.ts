import { describe, expect, it } from 'vitest';
import type { Json } from '../core/record.ts';
import { registry } from './index.ts';

/** Of a record what its indexes look at, and by which keys each finds it: none where it is not to be found. */
interface Indexed {
  readonly what: string;
  readonly body: Readonly<Record<string, Json>>;
  /** Where in time it belongs; absent: nowhere. */
  readonly at?: string;
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

const start = '2026-11-30T08:00:00.000Z';
const later = '2026-12-01T10:00:00.000Z';
const removed = '2026-11-20T09:00:00.000Z';
const series = { id: 's1', date: '2026-11-29' };
const session = { clinician: 'pro-1', start, end: '2026-11-30T08:50:00.000Z' };
const note = { session_start: start, author: 'pro-1', others: [] };
const laid = { clinician: 'pro-1', laid_through: '2027-11-29' };
const wish = { seen_start: start, state: 'asked' };
const transfer = { to: 'pro-3', from: 'pro-1', state: 'proposed' };
const unplaced = { ...session, series, state: 'open' };

/** Every record is `r1` in `chart:c1`, whatever its collection: neither its id nor its scope stands for the other. */
const table: Readonly<Record<string, readonly Indexed[]>> = {
  account: [{ what: 'one', body: {}, keys: {} }],
  addendum: [
    { what: 'one', body: { appointment_id: 'a1', written: start }, at: start, keys: { session: [`a1|${start}`] } },
  ],
  appointment: [
    {
      what: 'one by itself',
      body: session,
      at: start,
      keys: { start: [start], clinician_start: [`pro-1|${start}`], scope_start: [`chart:c1|${start}`], series: [] },
    },
    {
      what: 'one of a series',
      body: { ...session, series, sample: 'shown' },
      at: start,
      keys: {
        start: [start],
        clinician_start: [`pro-1|${start}`],
        scope_start: [`chart:c1|${start}`],
        series: ['s1|2026-11-29'],
      },
    },
    {
      what: '[SD-2] a sample that was put away',
      body: { ...session, sample: 'removed' },
      at: start,
      keys: { start: [], clinician_start: [], scope_start: [], series: [] },
    },
  ],
  appointment_series: [
    { what: 'one that goes on', body: laid, keys: { scope: ['chart:c1|r1'], clinician_end: ['pro-1|2027-11-29|r1'] } },
    {
      what: 'one of which the rest was cancelled',
      body: { ...laid, until: '2026-12-05' },
      keys: { scope: ['chart:c1|r1'], clinician_end: ['pro-1|2026-12-05|r1'] },
    },
  ],
  appointment_type: [
    { what: 'one', body: { label: 'Talk' }, keys: { practice: ['chart:c1|r1'] } },
    { what: 'a removed one', body: { label: 'Talk', removed }, keys: { practice: [] } },
  ],
  assessment: [{ what: 'one', body: { taken: start }, at: start, keys: { scope_taken: [`chart:c1|${start}`] } }],
  availability_opening: [
    {
      what: 'one',
      body: session,
      at: start,
      keys: { start: [start], clinician_start: [`chart:c1|pro-1|${start}`] },
    },
    { what: 'a closed one', body: { ...session, removed }, at: start, keys: { start: [], clinician_start: [] } },
  ],
  availability_period: [
    { what: 'one', body: { clinician: 'pro-1' }, keys: { clinician: ['chart:c1|pro-1|r1'] } },
    { what: 'a removed one', body: { clinician: 'pro-1', removed }, keys: { clinician: [] } },
  ],
  blocked_interval: [
    { what: 'one', body: session, at: start, keys: { start: [start], clinician_start: [`pro-1|${start}`] } },
    { what: 'a removed one', body: { ...session, removed }, at: start, keys: { start: [], clinician_start: [] } },
  ],
  booking_rules: [{ what: 'one', body: { clinician: 'pro-1' }, keys: {} }],
  busy_time: [
    { what: 'one', body: { ...session, free: false }, at: start, keys: { clinician_start: [`pro-1|${start}`] } },
    {
      what: 'one that is free again',
      body: { ...session, free: true },
      at: start,
      keys: { clinician_start: [`pro-1|${start}`] },
    },
  ],
  cancellation_policy: [{ what: 'one', body: {}, keys: {} }],
  chart: [
    { what: 'one', body: { practice_id: 'p1' }, keys: { practice: ['p1|r1'] } },
    { what: 'a sample', body: { practice_id: 'p1', sample: 'shown' }, keys: { practice: ['p1|r1'] } },
    { what: '[SD-2] one put away', body: { practice_id: 'p1', sample: 'removed' }, keys: { practice: [] } },
  ],
  chart_invite: [{ what: 'one', body: { chart_id: 'c9', made: start }, keys: { chart: [`c9|${start}`] } }],
  chart_person: [{ what: 'one', body: { chart_id: 'c9' }, keys: { chart: ['c9|r1'] } }],
  client_card: [
    { what: 'one', body: { practice_id: 'p1' }, keys: { practice: ['p1|r1'] } },
    { what: '[SD-2] one put away', body: { practice_id: 'p1', sample: 'removed' }, keys: { practice: [] } },
  ],
  client_info: [{ what: 'one', body: {}, keys: {} }],
  contact: [
    { what: 'one', body: { name: 'Dr. Far' }, keys: { practice: ['chart:c1|r1'] } },
    { what: 'a removed one', body: { name: 'Dr. Far', removed }, keys: { practice: [] } },
  ],
  joining: [{ what: 'one', body: { since: start }, keys: { since: [start] } }],
  license: [{ what: 'one', body: {}, keys: { account: ['chart:c1|r1'] } }],
  member_profile: [{ what: 'one', body: {}, keys: {} }],
  membership: [
    { what: 'one', body: { account: 'pro-1' }, keys: { account: ['pro-1|chart:c1'], scope: ['chart:c1|r1'] } },
    {
      what: 'an ended one',
      body: { account: 'pro-1', ended: removed },
      keys: { account: ['pro-1|chart:c1'], scope: ['chart:c1|r1'] },
    },
  ],
  message: [{ what: 'one', body: { messageTimetoken: start }, at: start, keys: { scope_time: [`chart:c1|${start}`] } }],
  note: [
    {
      what: 'a draft',
      body: note,
      at: start,
      keys: { scope_session: [`chart:c1|${start}`], session: [start], unsigned: [start] },
    },
    {
      what: 'a signed one',
      body: { ...note, signed: { at: later } },
      at: start,
      keys: { scope_session: [`chart:c1|${start}`], session: [start], unsigned: [] },
    },
    {
      what: 'an archived one',
      body: { ...note, archived: later },
      at: start,
      keys: { scope_session: [`chart:c1|${start}`], session: [start], unsigned: [] },
    },
    {
      what: '[SD-1] one of a sample',
      body: { ...note, sample: 'shown' },
      at: start,
      keys: { scope_session: [`chart:c1|${start}`], session: [start], unsigned: [] },
    },
    {
      what: '[SD-2] one put away',
      body: { ...note, sample: 'removed' },
      at: start,
      keys: { scope_session: [], session: [], unsigned: [] },
    },
  ],
  office_location: [{ what: 'one', body: {}, keys: { practice: ['chart:c1|r1'] } }],
  orchid_pro_type: [{ what: 'one', body: {}, keys: { account: ['chart:c1|r1'] } }],
  person_proposal: [{ what: 'one', body: { chart_id: 'c9' }, keys: { chart: ['c9|r1'] } }],
  practice: [{ what: 'one', body: {}, keys: {} }],
  professional: [{ what: 'one', body: { cognito_sub: 'pro-1' }, keys: { practice: ['chart:c1|r1'] } }],
  professional_record: [{ what: 'one', body: {}, keys: {} }],
  profile_photo: [{ what: 'one', body: {}, keys: {} }],
  public_profile: [{ what: 'one', body: {}, keys: {} }],
  series_place: [{ what: 'one', body: {}, keys: {} }],
  session_billing: [{ what: 'one', body: {}, keys: {} }],
  session_office: [{ what: 'one', body: { office_location_id: 'place-1' }, keys: { office: ['place-1|r1'] } }],
  session_place: [{ what: 'one', body: {}, keys: {} }],
  session_transfer: [
    { what: 'a proposed one', body: transfer, keys: { waits_for: ['pro-3|r1'], scope: ['chart:c1|r1'] } },
    ...['taken', 'declined', 'withdrawn'].map((state) => ({
      what: `a ${state} one`,
      body: { ...transfer, state },
      keys: { waits_for: [], scope: ['chart:c1|r1'] },
    })),
  ],
  session_wish: [
    { what: 'one that is asked', body: wish, at: start, keys: { waiting: [`${start}|r1`], scope: ['chart:c1|r1'] } },
    ...['taken', 'declined', 'withdrawn'].map((state) => ({
      what: `a ${state} one`,
      body: { ...wish, state },
      at: start,
      keys: { waiting: [], scope: ['chart:c1|r1'] },
    })),
  ],
  unavailability: [
    {
      what: 'one',
      body: { clinician: 'pro-1', from_date: '2026-12-24', to_date: '2027-01-02' },
      keys: { clinician_from: ['chart:c1|pro-1|2026-12-24'] },
    },
    {
      what: 'one taken back',
      body: { clinician: 'pro-1', from_date: '2026-12-24', to_date: '2027-01-02', removed },
      keys: { clinician_from: [] },
    },
  ],
  unplaced_session: [
    {
      what: 'one that waits',
      body: unplaced,
      at: start,
      keys: { waiting: [`pro-1|${start}`], series: ['s1|2026-11-29'] },
    },
    ...['placed', 'dropped'].map((state) => ({
      what: `a ${state} one`,
      body: { ...unplaced, state },
      at: start,
      keys: { waiting: [], series: ['s1|2026-11-29'] },
    })),
  ],
};

describe('each record lies in the indexes that are written here, and nowhere else', () => {
  it('the table names every collection', () => {
    expect([...registry.collections.keys()].toSorted()).toEqual(Object.keys(table));
  });

  const rows = Object.entries(table).flatMap(([name, records]) => records.map((one) => ({ name, ...one })));

  it.each(rows)('$name: $what', ({ name, body, at = '', keys }) => {
    const collection = registry.collections.get(name);
    const input = { id: 'r1', scope: 'chart:c1', body };
    const found = Object.entries(collection?.indexes ?? {}).map(([index, keysOf]) => [index, keysOf(input)]);
    expect(Object.fromEntries(found)).toEqual(keys);
    expect(collection?.at(body)).toBe(at);
  });
});

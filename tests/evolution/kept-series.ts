import { chartScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import type { Json } from '../../sync/core/record.ts';
import { appointmentOf, cardOf, chartOf, membershipOf } from '../../server/testing/builders.ts';

const practice_id = 'p1';
const modify_datetime = '2026-11-19T09:00:00.000Z';
const held = { clinician: 'ann', clinician_name: 'Dr. Ann', zone: 'UTC' } as const;

const seriesOf = (id: string) => ({
  collection: 'appointment_series',
  id,
  scope: chartScope('c1'),
  cls: classes.scheduling,
  body: {
    clinician: 'ann',
    clinician_name: 'Dr. Ann',
    practice_id,
    first: '2028-05-01',
    rule: { unit: 'week', every: 1, ends: { kind: 'count', count: 6 } },
    plan: [
      {
        from: '2028-05-01',
        days: 0,
        time: id === 'ks1' ? '08:00' : '18:00',
        zone: 'UTC',
        minutes: 50,
        facts: { appointment_type_label: 'Talk', place: 'telehealth' },
      },
    ],
    laid_through: '2028-06-05',
    ...(id === 'ks2' ? { until: '2028-04-30', cancels: [{ uid: 'kept-cancel', date: '2028-04-30' }] } : {}),
    create_datetime: modify_datetime,
    modify_datetime,
  },
});

const sessionOf = (id: string, date: string, change: object = {}) => ({
  ...appointmentOf('c1', `appointment.${id}.${date}`, {
    ...held,
    local_start: `${date}T08:00`,
    start: `${date}T08:00:00.000Z`,
    end: `${date}T08:50:00.000Z`,
    series: { id, date },
    ...change,
  }),
});

const unplacedOf = (date: string) => ({
  collection: 'unplaced_session',
  id: `unplaced.ks1.${date}`,
  scope: chartScope('c1'),
  cls: classes.scheduling,
  body: {
    series: { id: 'ks1', date },
    local_start: `${date}T08:00`,
    zone: 'UTC',
    minutes: 50,
    start: `${date}T08:00:00.000Z`,
    end: `${date}T08:50:00.000Z`,
    clinician: 'ann',
    clinician_name: 'Dr. Ann',
    practice_id,
    appointment_type_label: 'Talk',
    why: 'conflicting_session',
    taken: [],
    state: 'open',
    modify_datetime,
  },
});

const toCome = (chart: string, id: string, hour: string, clinician: string) =>
  appointmentOf(chart, id, {
    clinician,
    zone: 'UTC',
    local_start: `${hour}:00`,
    start: `${hour}:00:00.000Z`,
    end: `${hour}:50:00.000Z`,
  });

const wishOf = (chart: string, session: string, hour: string) => ({
  collection: 'session_wish',
  id: `wish.${session}`,
  scope: chartScope(chart),
  cls: classes.scheduling,
  body: {
    appointment_id: session,
    asked_by: 'mia',
    times: [{ local_start: '2029-07-09T10:00', zone: 'UTC', start: '2029-07-09T10:00:00.000Z' }],
    seen_start: `${hour}:00:00.000Z`,
    state: 'asked',
    modify_datetime,
  },
});

const hours = (collection: string, id: string, body: Json) => ({
  collection,
  id,
  scope: practiceScope(practice_id),
  cls: classes.colleagues,
  body: { ...(body as object), clinician: 'ann', modify_datetime },
});

/** Two series of Ann's, what of one could not be had, when she can be booked; and, far ahead, what clients have asked. She is a client herself, of Ben. */
export const seriesRecords = [
  seriesOf('ks1'),
  seriesOf('ks2'),
  {
    collection: 'series_place',
    id: 'place.ks2',
    scope: chartScope('c1'),
    cls: classes.careTeam,
    body: { series_id: 'ks2', client_state: 'OR', said_by: 'ann', modify_datetime },
  },
  sessionOf('ks1', '2028-05-01'),
  sessionOf('ks1', '2028-05-08'),
  sessionOf('ks1', '2028-05-15'),
  unplacedOf('2028-05-22'),
  unplacedOf('2028-05-29'),
  sessionOf('ks2', '2028-05-01', {
    local_start: '2028-05-01T18:00',
    start: '2028-05-01T18:00:00.000Z',
    end: '2028-05-01T18:50:00.000Z',
    status: 'cancelled_orchid_pro',
    cancelled_from: 'booked',
  }),
  membershipOf(chartScope('c3'), 'ann', 'client'),
  membershipOf(chartScope('c3'), 'ben', 'treating'),
  chartOf('c3'),
  cardOf('c3'),
  toCome('c3', 'a8', '2029-07-02T15', 'ben'),
  toCome('c3', 'a9', '2029-07-03T15', 'ben'),
  toCome('c1', 'a10', '2029-07-04T15', 'ann'),
  wishOf('c3', 'a9', '2029-07-03T15'),
  wishOf('c1', 'a10', '2029-07-04T15'),
  hours('availability_period', 'kp1', { weekday: 1, from: 540, to: 1020, zone: 'America/New_York' }),
  hours('availability_opening', 'ko1', {
    local_start: '2028-05-05T09:00',
    zone: 'UTC',
    minutes: 180,
    start: '2028-05-05T09:00:00.000Z',
    end: '2028-05-05T12:00:00.000Z',
  }),
  hours('unavailability', 'ku1', { from_date: '2029-12-24', to_date: '2030-01-02', zone: 'America/New_York' }),
  hours('booking_rules', 'booking.ann', { buffer_minutes: 10, notice_minutes: 0, horizon_days: 365, step_minutes: 30 }),
];

/** What Ann changes of all this on her device while it is offline. */
export const seriesChanges: readonly (readonly [string, Json])[] = [
  [
    'appointment_series.book',
    {
      chart_id: 'c1',
      clinician: 'ann',
      appointment_type_label: 'Weekly',
      place: 'telehealth',
      local_start: '2029-08-06T09:00',
      zone: 'America/New_York',
      minutes: 50,
      rule: { unit: 'week', every: 2, ends: { kind: 'count', count: 3 } },
      sessions: [{ date: '2029-08-06' }, { date: '2029-08-20', minutes: 80 }, { date: '2029-09-03' }],
    },
  ],
  ['series_place.say', { series_id: 'ks1', client_state: 'WA', license_reason: 'PSYPACT' }],
  ['series_office.say', { series_id: 'ks1', office_location_id: 'o1' }],
  ['unplaced_session.drop', { unplaced_id: 'unplaced.ks1.2028-05-22', dropped: true }],
  [
    'unplaced_session.place',
    {
      unplaced_id: 'unplaced.ks1.2028-05-29',
      local_start: '2028-05-30T12:00',
      zone: 'UTC',
      minutes: 50,
      start: '2028-05-30T12:00:00.000Z',
    },
  ],
  [
    'appointment_series.edit',
    {
      appointment_id: 'appointment.ks1.2028-05-08',
      reach: 'following',
      local_start: '2028-05-09T10:00',
      place: 'outside',
    },
  ],
  ['appointment_series.cancel', { appointment_id: 'appointment.ks1.2028-05-15', reach: 'following' }],
  ['appointment_series.restore', { series_id: 'ks2', cancelled: 'kept-cancel' }],
  ['appointment_series.let_end', { series_id: 'ks2', ends_well: true }],
  ['appointment_series.extend', { series_id: 'ks2', ends: { kind: 'count', count: 7 }, through: '2028-06-12' }],
  [
    'session_wish.ask',
    {
      appointment_id: 'a8',
      times: [{ local_start: '2029-07-09T10:00', zone: 'UTC', start: '2029-07-09T10:00:00.000Z' }],
      words: 'Mornings suit better.',
    },
  ],
  ['session_wish.withdraw', { appointment_id: 'a9' }],
  [
    'session_wish.answer',
    {
      appointment_id: 'a10',
      answer: 'take',
      local_start: '2029-07-09T10:00',
      zone: 'UTC',
      start: '2029-07-09T10:00:00.000Z',
    },
  ],
  [
    'availability_period.save',
    {
      practice_id,
      weekday: 2,
      from: 600,
      to: 900,
      zone: 'America/New_York',
      place: 'telehealth',
      appointment_type_ids: ['kt1'],
    },
  ],
  ['availability_period.save', { practice_id, period_id: 'kp1', removed: true }],
  [
    'availability_opening.save',
    { practice_id, local_start: '2028-06-02T09:00', zone: 'UTC', minutes: 60, start: '2028-06-02T09:00:00.000Z' },
  ],
  ['availability_opening.save', { practice_id, opening_id: 'ko1', minutes: 120 }],
  ['unavailability.save', { practice_id, from_date: '2029-08-10', to_date: '2029-08-12', zone: 'UTC' }],
  ['unavailability.save', { practice_id, unavailability_id: 'ku1', to_date: '2030-01-06' }],
  ['booking_rules.save', { practice_id, notice_minutes: 120 }],
];

import { describe, expect, it } from 'vitest';
import type { JobPlan } from '../core/define.ts';
import type { Json, StoredRecord } from '../core/record.ts';
import { registry } from './index.ts';

type Body = Readonly<Record<string, Json>>;

/** The record `r1` in `chart:c1` with this body: what follows from it looks at nothing else. */
function recordOf(collection: string, body: Body): StoredRecord {
  return { collection, id: 'r1', scope: 'chart:c1', cls: 'scheduling', version: 1, shape: 1, body, stamps: {} };
}

function jobsOf(collection: string, now: Body, before?: Body): JobPlan | undefined {
  const jobs = registry.collections.get(collection)?.jobs;
  return jobs?.(recordOf(collection, now), before && recordOf(collection, before));
}

function projectedOf(collection: string, body: Body) {
  return registry.collections.get(collection)?.project?.(recordOf(collection, body));
}

function derivedOf(collection: string, body: Body): Json | undefined {
  return registry.collections.get(collection)?.derive?.(body);
}

it('of these collections something follows, and of no other', () => {
  const saying = (what: 'jobs' | 'project' | 'derive'): readonly string[] =>
    [...registry.collections.values()].filter((one) => one[what] !== undefined).map(({ name }) => name);
  expect({ jobs: saying('jobs'), project: saying('project'), derive: saying('derive') }).toEqual({
    jobs: ['appointment', 'appointment_series', 'chart', 'chart_invite', 'membership', 'office_location'],
    project: ['appointment', 'blocked_interval', 'chart_invite'],
    derive: ['appointment', 'availability_opening', 'blocked_interval'],
  });
});

const times = { local_start: '2026-11-30T08:00', zone: 'America/Denver', minutes: 50 };
const start = '2026-11-30T15:00:00.000Z';
const end = '2026-11-30T15:50:00.000Z';
const session = {
  ...times,
  start,
  end,
  clinician: 'pro-1',
  practice_id: 'p1',
  place: 'office_location',
  status: 'booked',
};

describe('[CA-13] the office of a session is told anew where it may have missed what was said of it', () => {
  const carries: JobPlan = {
    plan: [{ kind: 'carry-office', key: 'carry-office.of.r1', payload: { session: 'r1' } }],
  };

  it.each<readonly [what: string, change: Body, JobPlan]>([
    ['as it was', {}, {}],
    ['at another price now', { price_cents: 1 }, {}],
    ['later now', { start: '2026-11-30T16:00:00.000Z' }, carries],
    ['no more at the office now', { place: 'telehealth' }, {}],
    ['cancelled now', { status: 'cancelled_patient' }, {}],
  ])('%s', (_what, change, plan) => {
    expect(jobsOf('appointment', { ...session, ...change }, session)).toEqual(plan);
  });

  it.each<readonly [what: string, before: Body, JobPlan]>([
    ['later before', { start: '2026-11-30T16:00:00.000Z' }, {}],
    ['earlier before', { start: '2026-11-30T14:59:59.999Z' }, carries],
    ['by video before', { place: 'telehealth' }, carries],
    ['held by somebody else before', { clinician: 'pro-2' }, carries],
    ['cancelled before', { status: 'cancelled_orchid_pro' }, carries],
    ['missed by its clinician before', { status: 'cancelled_pro_no_join' }, carries],
    ['asked for before', { status: 'invited' }, {}],
  ])('%s', (_what, before, plan) => {
    expect(jobsOf('appointment', session, { ...session, ...before })).toEqual(plan);
  });

  it('a new one asks for nothing, nor one that is still off', () => {
    expect(jobsOf('appointment', session)).toEqual({});
    const off = { ...session, status: 'cancelled_patient' };
    expect(jobsOf('appointment', off, { ...session, status: 'cancelled_orchid_pro' })).toEqual({});
  });

  const office = {
    office_name: 'Elm Street',
    session_location_type: 'in-person',
    office_address_line1: '1 Elm St',
    office_address_line2: '',
    office_city: 'Denver',
    office_state: 'CO',
    office_zipcode: '80202',
    video_link: '',
    is_default: false,
  };

  it.each([
    ['office_name', 'Oak Street', true],
    ['session_location_type', 'telehealth', true],
    ['office_address_line1', '2 Elm St', true],
    ['office_address_line2', 'Rear', true],
    ['office_city', 'Boulder', true],
    ['office_state', 'WA', true],
    ['office_zipcode', '80203', true],
    ['video_link', 'https://video.invalid', false],
    ['is_default', true, false],
  ] as const)('an office of which %s is another one: %s', (name, value, isTold) => {
    const plan = { plan: [{ kind: 'carry-office', key: 'carry-office.r1', payload: { office: 'r1' } }] };
    expect(jobsOf('office_location', { ...office, [name]: value }, office)).toEqual(isTold ? plan : {});
  });

  it('a new office is told nobody', () => {
    expect(jobsOf('office_location', office)).toEqual({});
  });
});

describe('[CA-9] a series that goes on looks ahead a month before it lies less than a year ahead', () => {
  const plan = [{ zone: 'UTC' }, { zone: 'America/Denver' }];
  const open = { rule: { ends: { kind: 'open' } }, plan, laid_through: '2027-11-29' };
  const extended = (at: string): JobPlan => ({
    plan: [{ kind: 'extend-series', key: 'extend-series.r1', payload: { series: 'r1' }, when: { at } }],
  });

  it.each<readonly [what: string, change: Body, JobPlan]>([
    ['at three in the night, where it is held last', {}, extended('2026-12-01T10:00:00.000Z')],
    ['over the turn of a year', { laid_through: '2027-01-15' }, extended('2026-02-01T10:00:00.000Z')],
    ['in a zone that nobody knows', { plan: [{ zone: 'No/Where' }] }, extended('2026-12-01T03:00:00.000Z')],
    ['one that ends by its rule', { rule: { ends: { kind: 'count', count: 3 } } }, { drop: ['extend-series.r1'] }],
    ['one that was ended', { until: '2026-12-05' }, { drop: ['extend-series.r1'] }],
    ['one that could not go on', { stopped: { why: 'is_sample', at: start } }, { drop: ['extend-series.r1'] }],
  ])('%s', (_what, change, expected) => {
    expect(jobsOf('appointment_series', { ...open, ...change })).toEqual(expected);
  });

  it('one of which the dates were put together by hand never does', () => {
    expect(jobsOf('appointment_series', { plan, laid_through: '2027-11-29' })).toEqual({ drop: ['extend-series.r1'] });
  });
});

describe('what is planned of access and invites', () => {
  it.each<readonly [what: string, body: Body, JobPlan]>([
    [
      '[AC-6] one with a last day ends after it',
      { until: '2026-12-01' },
      {
        plan: [
          {
            kind: 'end-access',
            key: 'end-access.r1',
            payload: { membership: 'r1' },
            when: { afterDate: '2026-12-01' },
          },
        ],
      },
    ],
    ['one without a last day ends by hand', {}, { drop: ['end-access.r1'] }],
    ['one that has ended does not end again', { until: '2026-12-01', ended: start }, { drop: ['end-access.r1'] }],
  ])('%s', (_what, body, plan) => {
    expect(jobsOf('membership', body)).toEqual(plan);
  });

  const opens = { plan: [{ kind: 'open-invite', key: 'open-invite.r1', payload: { invite: 'r1' } }] };
  const drops = { drop: ['open-invite.r1', 'mail.invite.r1'] };

  it.each<readonly [what: string, body: Body, before: Body | undefined, JobPlan]>([
    ['a new invite is opened', { state: 'open' }, undefined, opens],
    ['one that was there stays as it is', { state: 'open' }, { state: 'open' }, {}],
    ['one that was used is mailed no more', { state: 'asks_birth_date' }, { state: 'open' }, drops],
    ['one that was withdrawn neither', { state: 'withdrawn' }, { state: 'open' }, drops],
  ])('%s', (_what, body, before, plan) => {
    expect(jobsOf('chart_invite', body, before)).toEqual(plan);
  });

  const kept = '2026-11-20T09:00:00.000Z';
  const ends = {
    plan: [
      {
        kind: 'end-sample',
        key: 'end-sample.r1',
        payload: { chart: 'r1' },
        when: { at: '2026-12-20T09:00:00.000Z' },
      },
    ],
  };

  it.each<readonly [what: string, body: Body, before: Body | undefined, JobPlan]>([
    ['[SD-2] a sample put away ends after 30 days', { sample: 'removed', sample_removed: kept }, undefined, ends],
    ['one brought back stays', { sample: 'shown' }, { sample: 'removed' }, { drop: ['end-sample.r1'] }],
    ['one that is shown plans nothing', { sample: 'shown' }, { sample: 'shown' }, {}],
    ['one of which nobody says when it was put away', { sample: 'removed' }, undefined, {}],
    ['a chart that is none', {}, undefined, {}],
  ])('%s', (_what, body, before, plan) => {
    expect(jobsOf('chart', body, before)).toEqual(plan);
  });
});

describe('what others see of it', () => {
  const place = { collection: 'busy_time', id: 'busy.r1', scope: 'practice:p1', cls: 'colleagues' };

  it.each<readonly [what: string, change: Body, isFree: boolean]>([
    ['a session takes its time', {}, false],
    ['a proposed one too', { status: 'invited' }, false],
    ['one that its clinician missed too', { status: 'cancelled_pro_no_join' }, false],
    ['a cancelled one does not', { status: 'cancelled_patient' }, true],
    ['[SD-1] nor a sample', { sample: 'shown' }, true],
  ])('%s', (_what, change, free) => {
    const body = { clinician: 'pro-1', start, end, free };
    expect(projectedOf('appointment', { ...session, ...change })).toEqual([{ ...place, body }]);
  });

  it('[CA-2] a block takes its time until it is removed, and says that it is one', () => {
    const body = { clinician: 'pro-1', start, end, free: false, blocked: true };
    expect(projectedOf('blocked_interval', session)).toEqual([{ ...place, body }]);
    const gone = { ...session, removed: '2026-11-20T09:00:00.000Z' };
    expect(projectedOf('blocked_interval', gone)).toEqual([{ ...place, body: { ...body, free: true } }]);
  });

  const invite = { made_by_name: 'Dr. One', made: start, joined_as: 'member-1', joined_at: end };
  const joining = { collection: 'joining', id: 'r1', scope: 'account:member-1', cls: 'own' };

  it.each<readonly [what: string, change: Body, body: Json]>([
    ['is asked when they were born', { state: 'asks_birth_date' }, { asks: 'birth_date', since: end }],
    ['waits for the clinician', { state: 'asks_clinician' }, { asks: 'clinician', since: end }],
    ['is in', { state: 'member' }, null],
    ['was sent away', { state: 'undone' }, null],
  ])('who has used an invite %s', (_what, change, body) => {
    const told = body === null ? null : { invited_by: 'Dr. One', ...Object(body) };
    expect(projectedOf('chart_invite', { ...invite, ...change })).toEqual([{ ...joining, body: told }]);
  });

  it('an invite that nobody has used is seen by nobody', () => {
    expect(projectedOf('chart_invite', { made_by_name: 'Dr. One', made: start, state: 'open' })).toEqual([]);
  });

  it('where nothing says since when, it is since the invite was made', () => {
    const { joined_at: _, ...undated } = invite;
    const asked = projectedOf('chart_invite', { ...undated, state: 'asks_clinician' });
    expect(asked?.[0]?.body).toMatchObject({ since: start });
  });
});

describe('what follows from the table of zones is derived anew where it is another', () => {
  it.each(['appointment', 'availability_opening', 'blocked_interval'])('%s', (collection) => {
    expect(derivedOf(collection, session)).toBeNull();
    const stale = { ...session, start: '2026-11-30T14:00:00.000Z', end: '2026-11-30T14:50:00.000Z' };
    expect(derivedOf(collection, stale)).toEqual(session);
    expect(derivedOf(collection, { ...stale, zone: 'No/Where' })).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { record } from '../testing/call-records.ts';
import { runPure } from '../testing/run-pure.ts';
import { note as noteRecords } from './note.ts';
import { appointment, noteIdOf, type Appointment } from './appointment.ts';
import { accountScope, chartScope, classes, practiceScope } from './classes.ts';
import { registry } from './index.ts';
import { sampleIdsOf } from './sample.ts';

const ids = sampleIdsOf('pro-1');
const form = { note_schema_id: 'soap-note', note_schema_revision: 1 };
const accountIn = (timezone: string): StoredRecord =>
  record({
    collection: 'account',
    id: 'pro-1',
    scope: accountScope('pro-1'),
    cls: classes.own,
    body: {
      user_type: 'orchid_pro',
      first_name: 'Ann',
      last_name: 'One',
      display_name: 'Dr. One',
      timezone,
      practice_id: 'p1',
      modify_datetime: '2026-11-20T09:00:00.000Z',
    },
  });
const known = record({
  collection: 'professional',
  id: 'pro-1',
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: { cognito_sub: 'pro-1', display_name: 'Dr. One', medical_degree: 'PhD' },
});
const roles = { 'pro-1 practice:p1': ['professional'], [`pro-1 ${chartScope(ids.chart)}`]: ['treating'] };

interface Call {
  readonly zone?: string;
  readonly now?: string;
  readonly held?: readonly StoredRecord[];
  readonly receivedAt?: string;
  readonly sub?: string;
}

function run(
  name: string,
  { zone = 'UTC', now = '2026-11-21T09:00:00.000Z', held = [], receivedAt = now, sub = 'pro-1' }: Call = {},
) {
  const args: Json = name === 'sample.seed' ? form : {};
  const records = [accountIn(zone), known, ...held];
  return runPure({ records, roles }, { sub, name, args, ctx: { now }, receivedAt });
}

function written(outcome: ReturnType<typeof run>): readonly StoredRecord[] {
  if (outcome.outcome !== 'applied') throw new Error(JSON.stringify(outcome));
  return outcome.records;
}

const bodies = (records: readonly StoredRecord[], collection: string) =>
  records.filter((one) => one.collection === collection).map(({ body }) => body as Readonly<Record<string, Json>>);
const after = (before: readonly StoredRecord[], next: readonly StoredRecord[]): readonly StoredRecord[] => [
  ...before.filter((old) => !next.some((one) => one.collection === old.collection && one.id === old.id)),
  ...next,
];
const indexed = (one: StoredRecord): readonly string[] =>
  Object.values(registry.collections.get(one.collection)?.indexes ?? {}).flatMap((keysOf) => keysOf(one));

describe('[SD-1] somebody to look around with', () => {
  test('[S-250, S-251, S-254] one client, three sessions of 25 minutes, two drafts, all marked, under ids of the account', () => {
    const records = written(run('sample.seed'));
    expect(bodies(records, 'client_card')).toMatchObject([{ sample: 'shown', timezone: 'UTC' }]);
    expect(bodies(records, 'chart')).toMatchObject([{ sample: 'shown', patient_type: 'individual' }]);
    expect(bodies(records, 'membership')).toMatchObject([{ account: 'pro-1', role: 'treating', access: 'own' }]);
    const sessions = records.filter(({ collection }) => collection === 'appointment');
    expect(sessions.map(({ id }) => id)).toEqual(ids.sessions);
    expect(sessions.map(({ body }) => body)).toMatchObject(
      [0, 1, 2].map(() => ({ minutes: 25, sample: 'shown', clinician: 'pro-1' })),
    );
    const notes = records.filter(({ collection }) => collection === 'note');
    expect(notes.map(({ id }) => id)).toEqual(ids.sessions.slice(0, 2).map((id) => noteIdOf(id)));
    for (const { body } of notes) {
      expect(body).toMatchObject({ ...form, sample: 'shown', author: 'pro-1', others: [] });
      expect(body).not.toHaveProperty('signed');
    }
    // Made of the account, not of the change.
    expect(sampleIdsOf('pro-2').chart).not.toBe(ids.chart);
  });

  test.each([
    ['America/Los_Angeles', '2026-11-21T09:00:00.000Z', ['2026-11-19T17:00', '2026-11-20T19:00', '2026-11-22T19:00']],
    // In the evening of the 20th there, and the 21st in London.
    ['America/Los_Angeles', '2026-11-21T04:00:00.000Z', ['2026-11-18T17:00', '2026-11-19T19:00', '2026-11-21T19:00']],
    // The clocks went back on 1 November 2026: two days before is by summer time.
    ['America/New_York', '2026-11-02T17:00:00.000Z', ['2026-10-31T13:00', '2026-11-01T16:00', '2026-11-03T16:00']],
    // And forward on 8 March.
    ['America/New_York', '2026-03-08T17:00:00.000Z', ['2026-03-06T14:00', '2026-03-07T16:00', '2026-03-09T15:00']],
    ['Australia/Lord_Howe', '2026-10-03T20:00:00.000Z', ['2026-10-01T22:30', '2026-10-03T00:30', '2026-10-05T00:00']],
    ['Asia/Kathmandu', '2026-12-31T20:00:00.000Z', ['2026-12-30T03:15', '2026-12-31T05:15', '2027-01-02T05:15']],
  ])(
    '[S-252] two days before at nine, the day before and the day after at eleven, in %s at %s',
    (zone, now, starts) => {
      const sessions = bodies(
        written(run('sample.seed', { zone, now })),
        'appointment',
      ) as unknown as readonly Appointment[];
      expect(sessions.map(({ start }) => start.slice(0, 16))).toEqual(starts);
      expect(sessions.map(({ local_start }) => local_start.slice(11))).toEqual(['09:00', '11:00', '11:00']);
      for (const { start, end } of sessions) expect(Date.parse(end) - Date.parse(start)).toBe(25 * 60_000);
    },
  );

  test('made once: asked again it does nothing, shown or put away', () => {
    const first = written(run('sample.seed'));
    expect(written(run('sample.seed', { held: first, now: '2026-12-01T09:00:00.000Z' }))).toEqual([]);
    const away = after(first, written(run('sample.remove', { held: first })));
    expect(written(run('sample.seed', { held: away }))).toEqual([]);
  });

  test('by a professional of a practice alone, and nowhere but in her own', () => {
    expect(run('sample.seed', { sub: 'member-1' })).toMatchObject({ outcome: 'rejected', code: 'not_found' });
    const elsewhere = { ...known, scope: practiceScope('p2') };
    const outcome = runPure(
      { records: [accountIn('UTC'), elsewhere], roles },
      { sub: 'pro-1', name: 'sample.seed', args: form },
    );
    expect(outcome).toMatchObject({ outcome: 'rejected', code: 'not_found' });
  });

  test('[S-384] in a zone that nobody knows nothing is made', () => {
    expect(run('sample.seed', { zone: 'Moon/Crater' })).toMatchObject({
      outcome: 'rejected',
      code: 'invalid_arguments',
    });
  });

  test('takes nobody’s time, and no note of it is owed', () => {
    const records = written(run('sample.seed'));
    for (const one of records.filter(({ collection }) => collection === 'appointment'))
      expect(appointment.project?.(one as never)).toMatchObject([{ body: { free: true } }]);
    for (const one of records.filter(({ collection }) => collection === 'note'))
      expect(noteRecords.indexes.unsigned(one as never)).toEqual([]);
    const wanted = { chart_id: 'c1', clinician: 'pro-1', appointment_type_label: 'Follow-up' };
    const time = {
      local_start: '2026-11-22T11:00',
      start: '2026-11-22T11:00:00.000Z',
      zone: 'UTC',
      minutes: 50,
      place: 'telehealth',
    };
    const card = record({
      collection: 'client_card',
      id: 'c1',
      cls: classes.scheduling,
      body: { first_name: 'Ada', last_name: 'Test', timezone: 'UTC', practice_id: 'p1' },
    });
    const member = record({
      collection: 'membership',
      id: 'm.chart:c1.pro-1.treating',
      cls: classes.access,
      body: {
        account: 'pro-1',
        account_name: 'Dr. One',
        role: 'treating',
        from: '2026-01-01T00:00:00.000Z',
        access: 'own',
      },
    });
    const world = {
      records: [accountIn('UTC'), known, card, member, ...records],
      roles: { ...roles, 'pro-1 chart:c1': ['treating'] },
    };
    expect(runPure(world, { sub: 'pro-1', name: 'appointment.book', args: { ...wanted, ...time } })).toMatchObject({
      outcome: 'applied',
    });
    // Cancelled and restored, it asks nobody for the time.
    const mine = records.filter(({ id }) => id === ids.sessions[2]);
    const cancelled = mine.map((one) => ({
      ...one,
      body: { ...(one.body as object), status: 'cancelled_orchid_pro' },
    }));
    const taken = { ...mine[0], id: 'real', scope: chartScope('c1') } as StoredRecord;
    const { sample: _mark, ...real } = taken.body as Readonly<Record<string, Json>>;
    const busy = { records: [...cancelled, { ...taken, body: real }], roles };
    const restored = runPure(busy, {
      sub: 'pro-1',
      name: 'appointment.restore',
      args: { appointment_id: ids.sessions[2] },
    });
    expect(restored).toMatchObject({ outcome: 'applied' });
  });

  test.each([
    [
      'appointment.book',
      {
        chart_id: ids.chart,
        clinician: 'pro-1',
        appointment_type_label: 'X',
        local_start: '2026-12-01T10:00',
        start: '2026-12-01T10:00:00.000Z',
        zone: 'UTC',
        minutes: 50,
        place: 'telehealth',
      },
    ],
    ['note.sign', { appointment_id: ids.sessions[0], name: 'Dr. One', seen: {} }],
    ['chart.invite', { chart_id: ids.chart, person_id: ids.person, way: 'mail', email: 'sam@test.invalid' }],
    ['chart.archive', { chart_id: ids.chart }],
    ['membership.grant', { scope: chartScope(ids.chart), account: 'pro-2', account_name: 'Dr. Two', role: 'treating' }],
  ])('%s is for real clients', (name, args) => {
    const records = [accountIn('UTC'), known, ...written(run('sample.seed'))];
    const world = { records, roles: { ...roles, [`pro-1 person:${ids.person}`]: ['chart.treating'] } };
    expect(runPure(world, { sub: 'pro-1', name, args: args })).toMatchObject({
      outcome: 'rejected',
      code: 'is_sample',
    });
  });
});

test('[SD-1] a note that somebody begins in a sample is one too', () => {
  const records = [accountIn('UTC'), known, ...written(run('sample.seed'))];
  const args = { appointment_id: ids.sessions[2], author_name: '', ...form, answers: { plan: 'Mine' } };
  const outcome = runPure({ records, roles }, { sub: 'pro-1', name: 'note.edit', args });
  expect(bodies(written(outcome), 'note')).toMatchObject([{ sample: 'shown', answers: { plan: 'Mine' } }]);
});

describe('[SD-2] what was made up goes, and comes back', () => {
  const shown = written(run('sample.seed'));
  const sevenMarks = (records: readonly StoredRecord[], mark: string): void => {
    const marked = records.filter(({ body }) => (body as { sample?: string }).sample === mark);
    expect(marked).toHaveLength(7);
  };

  test('out of every list, with what was written into it, and back as it was', () => {
    const typed = shown.map((one) =>
      one.id === noteIdOf(ids.sessions[0])
        ? { ...one, body: { ...(one.body as object), answers: { plan: 'My own words' } } }
        : one,
    ) as readonly StoredRecord[];
    const gone = written(run('sample.remove', { held: typed }));
    sevenMarks(gone, 'removed');
    expect(gone.flatMap(indexed)).toEqual([]);
    expect(bodies(gone, 'note')[0]).toMatchObject({ answers: { plan: 'My own words' } });
    const away = after(typed, gone);
    expect(written(run('sample.remove', { held: away }))).toEqual([]);
    const back = written(run('sample.bring_back', { held: away }));
    sevenMarks(back, 'shown');
    const before = new Map(typed.map(({ collection, id, body }) => [`${collection} ${id}`, body]));
    for (const { collection, id, body } of back) expect(body).toEqual(before.get(`${collection} ${id}`));
  });

  test('for 30 days by the server’s clock', () => {
    const removed = written(run('sample.remove', { held: shown, receivedAt: '2026-11-21T10:00:00.000Z' }));
    const away = after(shown, removed);
    const back = (receivedAt: string) =>
      run('sample.bring_back', { held: away, receivedAt, now: '2026-11-21T11:00:00.000Z' });
    expect(back('2026-12-21T10:00:00.000Z')).toMatchObject({ outcome: 'applied' });
    expect(back('2026-12-21T10:00:00.001Z')).toMatchObject({ outcome: 'rejected', code: 'not_found' });
    const one = removed.find(({ collection }) => collection === 'chart');
    const plan = registry.collections.get('chart')?.jobs?.(one as never, undefined).plan;
    expect(plan).toMatchObject([{ kind: 'end-sample', when: { at: '2026-12-21T10:00:00.000Z' } }]);
  });

  test('who has none removes none', () => {
    expect(run('sample.remove')).toMatchObject({ outcome: 'rejected', code: 'not_found' });
    expect(run('sample.bring_back')).toMatchObject({ outcome: 'rejected', code: 'not_found' });
  });
});

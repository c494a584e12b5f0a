import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { sampleCall } from '../testing/sample-calls.ts';

const { records } = sampleCall('chart.merge');
const both = { 'pro-1 chart:c1': ['treating'], 'pro-1 chart:c2': ['treating'] };
const act = (
  name: string,
  args: Json,
  held: readonly StoredRecord[] = records,
  roles: Readonly<Record<string, readonly string[]>> = both,
) => runPure({ records: held, roles }, { sub: 'pro-1', name, args });
const cardWith = (id: string, more: object, from = records): readonly StoredRecord[] =>
  from.map((one) =>
    one.collection === 'client_card' && one.id === id ? { ...one, body: { ...(one.body as object), ...more } } : one,
  );
const archived = '2026-11-01T09:00:00.000Z';

describe('[CH-3] how a client stands', () => {
  test('any state may follow any other, and the same again changes nothing', () => {
    expect(act('chart.set_status', { chart_id: 'c1', client_status: 'discharged' })).toMatchObject({
      records: [{ collection: 'chart', body: { client_status: 'discharged' } }],
    });
    expect(act('chart.set_status', { chart_id: 'c1', client_status: 'active' })).toMatchObject({
      outcome: 'applied',
      records: [],
    });
  });

  test('archived once, restored as it was; no session and no note is touched', () => {
    expect(act('chart.archive', { chart_id: 'c1' })).toMatchObject({
      records: [{ collection: 'client_card', id: 'c1', body: { archived: '2026-11-21T09:00:00.000Z' } }],
    });
    expect(act('chart.archive', { chart_id: 'c1' }, cardWith('c1', { archived }))).toMatchObject({ records: [] });
    const back = act('chart.restore', { chart_id: 'c1' }, cardWith('c1', { archived, merged_into: 'c2' }));
    const before = records.find(({ collection, id }) => collection === 'client_card' && id === 'c1');
    expect(back.outcome === 'applied' && back.records.map(({ body }) => body)).toEqual([before?.body]);
    expect(act('chart.restore', { chart_id: 'c1' })).toMatchObject({ outcome: 'applied', records: [] });
  });

  test('nothing is booked for who is archived, and nobody invited', () => {
    const booking = sampleCall('appointment.book');
    const withArchived = booking.records.map((one) =>
      one.collection === 'client_card' ? { ...one, body: { ...(one.body as object), archived } } : one,
    );
    expect(
      act('appointment.book', booking.args, withArchived, { ...both, 'pro-1 practice:p1': ['professional'] }),
    ).toMatchObject({
      outcome: 'rejected',
      code: 'chart_archived',
    });
    const old = sampleCall('appointment.create');
    const mine = { ...both, 'pro-1 practice:p1': ['professional'] };
    expect(act('appointment.create', old.args, cardWith('c1', { archived }), mine)).toMatchObject({
      code: 'chart_archived',
    });
    const restoring = sampleCall('appointment.restore');
    expect(
      act('appointment.restore', restoring.args, [...restoring.records, ...cardWith('c1', { archived })], mine),
    ).toMatchObject({ outcome: 'rejected', code: 'chart_archived' });
    const invite = sampleCall('chart.invite');
    const roles = { ...both, 'pro-1 person:c1.1': ['chart.treating'] };
    expect(act('chart.invite', invite.args, cardWith('c1', { archived }, invite.records), roles)).toMatchObject({
      outcome: 'rejected',
      code: 'chart_archived',
    });
  });
});

describe('[CH-4] two charts of one client', () => {
  const merge = (held = records, roles: Readonly<Record<string, readonly string[]>> = both) =>
    act('chart.merge', { chart_id: 'c1', other_chart_id: 'c2' }, held, roles);

  test('the other is archived and says where one goes on; nothing of the kept one changes', () => {
    expect(merge()).toMatchObject({
      records: [
        { collection: 'client_card', id: 'c2', body: { archived: '2026-11-21T09:00:00.000Z', merged_into: 'c1' } },
      ],
    });
    const outcome = merge();
    expect(outcome.outcome === 'applied' && outcome.records).toHaveLength(1);
    expect(merge(cardWith('c2', { archived, merged_into: 'c1' }))).toMatchObject({ outcome: 'applied', records: [] });
    expect(merge(cardWith('c2', { archived }))).toMatchObject({ records: [{ body: { archived, merged_into: 'c1' } }] });
  });

  test('by who treats in both, in one practice, of one kind, and never into one that is archived', () => {
    expect(merge(records, { 'pro-1 chart:c1': ['treating'] })).toMatchObject({
      outcome: 'rejected',
      code: 'not_found',
    });
    expect(merge(records, { ...both, 'pro-1 chart:c2': ['supervisor'] })).toMatchObject({
      outcome: 'rejected',
      code: 'not_found',
    });
    expect(merge(cardWith('c2', { practice_id: 'p2' }))).toMatchObject({ outcome: 'rejected', code: 'not_found' });
    expect(merge(cardWith('c1', { archived }))).toMatchObject({ outcome: 'rejected', code: 'chart_archived' });
    expect(merge(cardWith('c2', { sample: 'shown' }))).toMatchObject({ outcome: 'rejected', code: 'is_sample' });
    const couple = records.map((one) =>
      one.collection === 'chart' && one.id === 'c2'
        ? { ...one, body: { ...(one.body as object), patient_type: 'couple' } }
        : one,
    );
    expect(merge(couple)).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
    expect(act('chart.merge', { chart_id: 'c1', other_chart_id: 'c1' })).toMatchObject({
      outcome: 'rejected',
      code: 'not_found',
    });
  });

  test('merged elsewhere meanwhile, it is not merged again unseen', () => {
    expect(merge(cardWith('c2', { archived, merged_into: 'c9' }))).toMatchObject({
      outcome: 'rejected',
      code: 'changed_meanwhile',
    });
  });
});

test('[CH-3, IV-2] an invite that nobody has used is withdrawn with the chart; one that was used stays', () => {
  const open = sampleCall('chart.withdraw_invite').records;
  const invites = open.flatMap((one) => [
    one,
    {
      ...one,
      id: 'i2',
      body: { ...(one.body as object), state: 'member', joined_as: 'm', made: '2026-11-20T09:00:00.001Z' },
    },
  ]) as readonly StoredRecord[];
  const outcome = act('chart.archive', { chart_id: 'c1' }, [...records, ...invites]);
  expect(outcome.outcome === 'applied' && outcome.records.map(({ collection, id }) => `${collection} ${id}`)).toEqual([
    'client_card c1',
    'chart_invite i1',
  ]);
  const moved = invites.map((one) => ({
    ...one,
    scope: 'chart:c2',
    body: { ...(one.body as object), chart_id: 'c2' },
  })) as readonly StoredRecord[];
  const merged = act('chart.merge', { chart_id: 'c1', other_chart_id: 'c2' }, [...records, ...moved]);
  expect(merged).toMatchObject({ records: [{ id: 'c2' }, { id: 'i1', body: { state: 'withdrawn' } }] });
});

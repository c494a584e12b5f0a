import { describe, expect, test } from 'vitest';
import type { Json } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { sampleCall } from '../testing/sample-calls.ts';

const { records, args: sample } = sampleCall('chart.create');
const ada = { first_name: 'Ada', last_name: 'Lovelace', dob: '1990-01-02', email: 'ada@test.invalid' };
const ben = { first_name: 'Ben', last_name: 'Holt' };
const inPractice = { 'pro-1 practice:p1': ['professional'] };
const create = (more: Json = {}, roles: Readonly<Record<string, readonly string[]>> = inPractice, held = records) =>
  runPure(
    { records: held, roles },
    { sub: 'pro-1', name: 'chart.create', args: { ...(sample as object), ...(more as object) } },
  );

function madeBy(outcome: ReturnType<typeof create>) {
  if (outcome.outcome !== 'applied') throw new Error(JSON.stringify(outcome));
  return new Map(outcome.records.map((one) => [`${one.collection} ${one.id.replace(/^.*(\.\d)$/, '$1')}`, one]));
}
const bodyOf = (outcome: ReturnType<typeof create>, collection: string) => {
  const all = outcome.outcome === 'applied' ? outcome.records : [];
  return all.filter((one) => one.collection === collection).map(({ body }) => body);
};

describe('[CH-1] a chart is begun', () => {
  test('with card, person and access of who makes it, all under one id that follows from the mutation', () => {
    const outcome = create({ people: [ada] });
    if (outcome.outcome !== 'applied') throw new Error(JSON.stringify(outcome));
    const chart = outcome.records.find(({ collection }) => collection === 'chart');
    const id = chart?.id ?? '';
    expect(id).toMatch(/^[\w-]{20,}$/);
    expect(outcome.records.map(({ collection, scope }) => `${collection} ${scope}`).toSorted()).toEqual(
      [
        `chart chart:${id}`,
        `chart_person person:${id}.1`,
        `client_card chart:${id}`,
        `membership chart:${id}`,
      ].toSorted(),
    );
    expect(chart?.body).toMatchObject({ patient_type: 'individual', client_status: 'active', practice_id: 'p1' });
    expect(bodyOf(outcome, 'client_card')).toEqual([{ ...ada, timezone: 'America/Denver', practice_id: 'p1' }]);
    expect(bodyOf(outcome, 'chart_person')).toEqual([{ ...ada, chart_id: id }]);
    expect(bodyOf(outcome, 'membership')).toMatchObject([{ account: 'pro-1', role: 'treating', access: 'own' }]);
  });

  test('of a couple: two people, and a card that says no more than their names', () => {
    const outcome = create({ people: [ada, ben] });
    expect(madeBy(outcome).size).toBe(5);
    expect(bodyOf(outcome, 'client_card')).toEqual([
      { first_name: 'Ada and Ben', last_name: 'Lovelace and Holt', timezone: 'America/Denver', practice_id: 'p1' },
    ]);
    expect(bodyOf(outcome, 'chart_person')).toMatchObject([ada, ben]);
    expect(bodyOf(outcome, 'chart')).toMatchObject([{ patient_type: 'couple' }]);
  });

  test('by a professional of that practice alone', () => {
    for (const roles of [
      {},
      { 'pro-1 practice:p1': ['scheduler'] },
      { 'pro-1 practice:p1': ['owner'] },
      { 'pro-1 practice:p2': ['professional'] },
    ])
      expect(create({}, roles)).toMatchObject({ outcome: 'rejected' });
    // A role alone is not enough where the practice knows nobody of that name.
    expect(create({ practice_id: 'p2' }, { ...inPractice, 'pro-1 practice:p2': ['professional'] })).toMatchObject({
      outcome: 'rejected',
      code: 'not_found',
    });
  });

  test('[AP-1] not before she is approved', () => {
    const waits = records.map((one) =>
      one.collection === 'account'
        ? { ...one, body: { ...(one.body as object), profile_approved_to_use_the_platform: false } }
        : one,
    );
    expect(create({}, inPractice, waits)).toMatchObject({ outcome: 'rejected', code: 'not_approved' });
  });

  test('with what can be right: nobody is born tomorrow, and one or two come', () => {
    for (const people of [
      [],
      [ada, ben, ada],
      [{ ...ada, dob: '2099-01-01' }],
      [{ ...ada, first_name: ' ' }],
      [{ ...ada, email: 'ada' }],
    ])
      expect(create({ people })).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
  });

  test('by the server’s clock, where a device’s own says that it is another year', () => {
    const call = {
      sub: 'pro-1',
      name: 'chart.create',
      args: { ...(sample as object), people: [{ ...ada, dob: '2040-01-01' }] },
    };
    const late = { ...call, ctx: { now: '2045-01-01T09:00:00.000Z' } };
    expect(runPure({ records, roles: inPractice }, late)).toMatchObject({ code: 'invalid_arguments' });
  });
});

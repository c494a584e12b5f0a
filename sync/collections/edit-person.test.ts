import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { chart, record } from '../testing/call-records.ts';
import { sampleCall } from '../testing/sample-calls.ts';
import { classes, personScope } from './classes.ts';

const { records } = sampleCall('chart_person.edit');
const roles = {
  'pro-1 chart:c1': ['treating'],
  'pro-1 person:c1.1': ['chart.treating'],
  'pro-1 person:c1.2': ['chart.treating'],
};

function edit(said: Json, { held = records, base = {}, receivedAt = '2026-11-21T09:00:00.000Z' } = {}) {
  const args = { chart_id: 'c1', person_id: 'c1.1', ...(said as object) } as Json;
  return runPure(
    { records: held, roles },
    { sub: 'pro-1', name: 'chart_person.edit', args, ctx: { base }, receivedAt },
  );
}

const bodyOf = (outcome: ReturnType<typeof edit>, collection: string) =>
  outcome.outcome === 'applied' ? outcome.records.find((one) => one.collection === collection)?.body : outcome;

describe('[CH-2] what is known of a client', () => {
  test('fact by fact: what is not named stays, an empty text takes one away, and the card follows', () => {
    const outcome = edit({ phone_number: '3035550100', dob: '', pronouns: 'she/her', insurance_provider: 'Aetna' });
    expect(bodyOf(outcome, 'chart_person')).toEqual({
      chart_id: 'c1',
      first_name: 'Ada',
      last_name: 'Test',
      phone_number: '3035550100',
      pronouns: 'she/her',
      insurance_provider: 'Aetna',
    });
    expect(bodyOf(outcome, 'client_card')).toEqual({
      first_name: 'Ada',
      last_name: 'Test',
      phone_number: '3035550100',
      timezone: 'UTC',
      practice_id: 'p1',
    });
  });

  test('what says the same, or is not on the card, writes no more than it changes', () => {
    expect(edit({ first_name: 'Ada' })).toMatchObject({ outcome: 'applied', records: [] });
    const outcome = edit({ home_city: 'Denver' });
    expect(outcome.outcome === 'applied' && outcome.records.map(({ collection }) => collection)).toEqual([
      'chart_person',
    ]);
    expect(edit({ timezone: 'America/Denver' })).toMatchObject({
      records: [{ collection: 'client_card', body: { timezone: 'America/Denver' } }],
    });
  });

  test('nobody is without a name, and nobody is born later than today', () => {
    for (const said of [{ first_name: ' ' }, { last_name: '' }, { dob: '2026-11-22' }, { email: 'nobody' }])
      expect(edit(said), JSON.stringify(said)).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
    expect(edit({ dob: '2026-11-21' }, { receivedAt: '2026-11-21T00:00:00.000Z' })).toMatchObject({
      outcome: 'applied',
    });
  });

  test('[CF-1] a fact that was changed elsewhere meanwhile is not written over; one that says the same is no quarrel', () => {
    const held = records.map((one) =>
      one.collection === 'chart_person'
        ? {
            ...one,
            body: { ...(one.body as object), phone_number: '111' },
            stamps: { phone_number: 'u2' },
          }
        : one,
    );
    const typed = (said: Json, seen: string) => edit(said, { held, base: { phone_number: seen } });
    expect(typed({ phone_number: '222' }, 'u1')).toMatchObject({ outcome: 'rejected', code: 'changed_meanwhile' });
    expect(typed({ phone_number: '222' }, '')).toMatchObject({ outcome: 'rejected', code: 'changed_meanwhile' });
    expect(typed({ phone_number: '222' }, 'u2')).toMatchObject({ outcome: 'applied' });
    // The card alone, which did not know it yet.
    expect(typed({ phone_number: '111' }, 'u1')).toMatchObject({ records: [{ collection: 'client_card' }] });
    // Another fact is nobody's business.
    expect(typed({ home_city: 'Denver' }, 'u1')).toMatchObject({ outcome: 'applied' });
  });

  test('of a couple the card says the names of both and nothing else', () => {
    const other = record({
      collection: 'chart_person',
      id: 'c1.2',
      scope: personScope('c1.2'),
      cls: classes.contact,
      body: { chart_id: 'c1', first_name: 'Ben', last_name: 'Holt' },
    });
    const couple = { ...chart, body: { ...(chart.body as object), patient_type: 'couple' } } as StoredRecord;
    const held = [...records.filter(({ collection }) => collection !== 'chart'), couple, other];
    const outcome = edit({ preferred_first_name: 'Addie', phone_number: '3035550100', dob: '1990-01-01' }, { held });
    expect(bodyOf(outcome, 'client_card')).toEqual({
      first_name: 'Addie and Ben',
      last_name: 'Test and Holt',
      timezone: 'UTC',
      practice_id: 'p1',
    });
    expect(edit({ phone_number: '3035550101' }, { held })).toMatchObject({ records: [{ collection: 'chart_person' }] });
  });

  test('of a person of another chart nothing is said', () => {
    const args = { chart_id: 'c2', person_id: 'c1.1', pronouns: 'they' };
    const world = { records, roles: { ...roles, 'pro-1 chart:c2': ['treating'] } };
    expect(runPure(world, { sub: 'pro-1', name: 'chart_person.edit', args })).toMatchObject({
      outcome: 'rejected',
      code: 'not_found',
    });
  });

  test('[AC-1] the front desk, which reads no chart, tells the card of a couple no more than a clinician does', () => {
    const other = record({
      collection: 'chart_person',
      id: 'c1.2',
      scope: personScope('c1.2'),
      cls: classes.contact,
      body: { chart_id: 'c1', first_name: 'Ben', last_name: 'Holt' },
    });
    const desk = {
      'desk-1 chart:c1': ['practice.scheduler'],
      'desk-1 person:c1.1': ['practice.scheduler'],
      'desk-1 person:c1.2': ['practice.scheduler'],
    };
    const said = { chart_id: 'c1', person_id: 'c1.1', phone_number: '3035550100', first_name: 'Adele' };
    const call = { sub: 'desk-1', name: 'chart_person.edit', args: said };
    const two = runPure({ records: [...records, other], roles: desk }, call);
    expect(bodyOf(two, 'client_card')).toEqual({
      first_name: 'Adele and Ben',
      last_name: 'Test and Holt',
      timezone: 'UTC',
      practice_id: 'p1',
    });
    expect(bodyOf(runPure({ records, roles: desk }, call), 'client_card')).toMatchObject({
      phone_number: '3035550100',
    });
  });

  test('nobody lives in a zone that nobody knows', () => {
    expect(edit({ timezone: 'Moon/Crater' })).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
    for (const [name, args] of [
      ['account.set_timezone', { timezone: 'Moon/Crater' }],
      ['client_info.save', { timezone: 'Moon/Crater' }],
      ['chart.create', { ...(sampleCall('chart.create').args as object), timezone: 'Moon/Crater' }],
    ] as const) {
      const world = { records: sampleCall(name).records, roles: { 'pro-1 practice:p1': ['professional'] } };
      expect(runPure(world, { sub: 'pro-1', name, args }), name).toMatchObject({
        outcome: 'rejected',
        code: 'invalid_arguments',
      });
    }
  });

  test('the zone has a version too', () => {
    const held = records.map((one) =>
      one.collection === 'client_card' ? { ...one, stamps: { timezone: 'u2' } } : one,
    );
    const moved = (seen: string) => edit({ timezone: 'America/Denver' }, { held, base: { timezone: seen } });
    expect(moved('u1')).toMatchObject({ outcome: 'rejected', code: 'changed_meanwhile' });
    expect(moved('u2')).toMatchObject({ outcome: 'applied' });
  });

  test('what is said again puts a card right that says something else', () => {
    const held = records.map((one) =>
      one.collection === 'chart_person' ? { ...one, body: { ...(one.body as object), phone_number: '999' } } : one,
    ) as readonly StoredRecord[];
    expect(edit({ phone_number: '999' }, { held })).toMatchObject({
      records: [{ collection: 'client_card', body: { phone_number: '999' } }],
    });
  });

  test('[SD-1] nobody makes a sample real by editing it', () => {
    const held = records.map((one) =>
      one.collection === 'client_card' ? { ...one, body: { ...(one.body as object), sample: 'shown' } } : one,
    ) as readonly StoredRecord[];
    expect(edit({ first_name: 'Real' }, { held })).toMatchObject({ outcome: 'rejected', code: 'is_sample' });
  });
});

import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { membershipOf } from '../testing/builders.ts';
import { runPure } from '../testing/run-pure.ts';
import { chart, record, scope } from '../testing/call-records.ts';
import { sampleCall } from '../testing/sample-calls.ts';
import { classes, personScope } from './classes.ts';
import { membershipId } from './membership.ts';
import type { PersonProposal } from './person-proposal.ts';

const now = '2026-11-21T09:00:00.000Z';
const before = '2026-11-20T09:00:00.000Z';
const [account] = sampleCall('member_profile.save').records;

type Facts = Readonly<Record<string, Json>>;

const person = (facts: Facts = {}, id = 'c1.1'): StoredRecord =>
  record({
    collection: 'chart_person',
    id,
    scope: personScope(id),
    cls: classes.contact,
    body: { chart_id: 'c1', first_name: 'Ada', last_name: 'Test', cognito_sub: 'someone', ...facts },
  });
const reader = (id = 'c1.1', change: Partial<Parameters<typeof membershipOf>[1]> = {}): StoredRecord =>
  record({
    collection: 'membership',
    id: membershipId(personScope(id), 'someone', 'person'),
    scope: personScope(id),
    cls: classes.access,
    body: membershipOf('someone', { role: 'person', ...change }),
  });
const proposal = (told: PersonProposal['told'], id = 'c1.1'): StoredRecord =>
  record({
    collection: 'person_proposal',
    id,
    scope: personScope(id),
    cls: classes.contact,
    body: { chart_id: 'c1', told },
  });
const card = (facts: Facts = {}): StoredRecord =>
  record({
    collection: 'client_card',
    id: 'c1',
    cls: classes.scheduling,
    body: { first_name: 'Ada', last_name: 'Test', timezone: 'UTC', practice_id: 'p1', ...facts },
  });

function written(
  outcome: ReturnType<typeof runPure>,
  collection: string,
): readonly { readonly id: string; readonly body: Json }[] {
  if (outcome.outcome !== 'applied') throw new Error(JSON.stringify(outcome));
  return outcome.records.filter((one) => one.collection === collection);
}

describe('[PP-1] what a member says of themselves reaches their practices as something told', () => {
  const save = (records: readonly StoredRecord[], args: Json, onDevice = false) =>
    runPure(
      { records: [...(account ? [account] : []), ...records], roles: {} },
      {
        sub: 'someone',
        name: 'member_profile.save',
        args,
        ...(onDevice ? { onDevice } : {}),
      },
    );
  const toldBy = (records: readonly StoredRecord[], args: Json) =>
    written(save(records, args), 'person_proposal').map(({ id, body }) => [id, (body as PersonProposal).told]);

  test('each fact that differs from what the practice keeps, and only those; its record stays as it is', () => {
    const records = [person({ home_city: 'Denver' }), reader()];
    const args = {
      first_name: 'Ada',
      last_name: 'Lovelace',
      home_city: 'Denver',
      home_zipcode: '80202',
      gender: 'Female',
    };
    expect(toldBy(records, args)).toEqual([
      ['c1.1', { last_name: { value: 'Lovelace', at: now }, home_zipcode: { value: '80202', at: now } }],
    ]);
    expect(written(save(records, args), 'chart_person')).toEqual([]);
    expect(written(save(records, args), 'client_card')).toEqual([]);
  });

  test('a phone number by its digits, a preferred first name, the country that every form begins with: nothing new', () => {
    const records = [person({ phone_number: '+1 (303) 555-0100', preferred_first_name: 'Addie' }), reader()];
    expect(toldBy(records, { phone_number: '3035550100', first_name: 'Addie', country: 'US' })).toEqual([]);
    expect(toldBy(records, { phone_number: '3035550101' })).toHaveLength(1);
    expect(toldBy(records, { country: 'CA' })).toHaveLength(1);
  });

  test('every practice that keeps them, none that has ended, and nobody else’s', () => {
    const others = [
      person({}, 'c2.1'),
      reader('c2.1'),
      person({}, 'c3.1'),
      reader('c3.1', { ended: before }),
      person({}, 'c4.1'),
    ];
    expect(toldBy([person(), reader(), ...others], { home_city: 'Reno' }).map(([id]) => id)).toEqual(['c1.1', 'c2.1']);
  });

  test('told anew it waits anew; word for word it does not; back to what is kept, or to nothing, it goes', () => {
    const had = { home_city: { value: 'Reno', at: before, answer: 'kept', answered: before } } as const;
    const records = [person({ home_city: 'Denver' }), reader(), proposal(had)];
    expect(toldBy(records, { home_city: 'Reno' })).toEqual([]);
    expect(toldBy(records, { home_city: 'Boise' })).toEqual([['c1.1', { home_city: { value: 'Boise', at: now } }]]);
    expect(toldBy(records, { home_city: 'Denver' })).toEqual([['c1.1', {}]]);
    expect(toldBy(records, { home_city: ' ' })).toEqual([['c1.1', {}]]);
    expect(toldBy(records, { home_zipcode: '80202' })).toEqual([
      ['c1.1', { ...had, home_zipcode: { value: '80202', at: now } }],
    ]);
  });

  test('of an address and of a name the whole is told, as it is after the change', () => {
    const profile = record({
      collection: 'member_profile',
      id: 'someone',
      scope: 'account:someone',
      cls: classes.own,
      body: { home_city: 'Reno', home_address_line1: '1 Elm St', signup_form_finished: true, modify_datetime: before },
    });
    expect(toldBy([profile, person(), reader()], { home_address_line1: '2 Oak St' })).toEqual([
      ['c1.1', { home_address_line1: { value: '2 Oak St', at: now }, home_city: { value: 'Reno', at: now } }],
    ]);
    const other = person({ last_name: 'Byron' });
    expect(toldBy([profile, other, reader()], { first_name: 'Ida' })).toEqual([
      ['c1.1', { first_name: { value: 'Ida', at: now }, last_name: { value: 'Test', at: now } }],
    ]);
    expect(toldBy([profile, person(), reader()], { gender: 'Female' })).toEqual([]);
  });

  test('a device, which may not know its practices, leaves it to the server', () => {
    expect(written(save([person(), reader()], { home_city: 'Reno' }, true), 'person_proposal')).toEqual([]);
  });
});

describe('[PP-2] the answer', () => {
  const told = { last_name: { value: 'Lovelace', at: before }, home_city: { value: 'Reno', at: before } };
  const roles = { [`pro-1 ${scope}`]: ['treating'], 'pro-1 person:c1.1': ['chart.treating'] };
  const answer = (records: readonly StoredRecord[], args: object) =>
    runPure(
      { records, roles },
      {
        sub: 'pro-1',
        name: 'person_proposal.answer',
        args: { chart_id: 'c1', person_id: 'c1.1', ...args },
      },
    );
  const whole = [chart, card(), person(), proposal(told)];

  test('taken over, it stands in the person’s record, and on the card what the card keeps too', () => {
    const outcome = answer(whole, { told: { last_name: 'Lovelace', home_city: 'Reno' }, answer: 'taken' });
    expect(written(outcome, 'chart_person')).toMatchObject([{ body: { last_name: 'Lovelace', home_city: 'Reno' } }]);
    const [onCard] = written(outcome, 'client_card');
    expect(onCard?.body).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' });
    expect(onCard?.body).not.toHaveProperty('home_city');
    expect(written(outcome, 'person_proposal')).toMatchObject([
      { body: { told: { last_name: { answer: 'taken', answered: now }, home_city: { answer: 'taken' } } } },
    ]);
  });

  test('left, only the answer is written; of two facts the one that was named', () => {
    const outcome = answer(whole, { told: { last_name: 'Lovelace' }, answer: 'kept' });
    expect(written(outcome, 'chart_person')).toEqual([]);
    expect(written(outcome, 'client_card')).toEqual([]);
    const [{ body } = { body: null }] = written(outcome, 'person_proposal');
    expect(body).toMatchObject({ told: { last_name: { answer: 'kept' }, home_city: told.home_city } });
  });

  test('what was told anew since it was on screen is not answered', () => {
    const outcome = answer(whole, { told: { last_name: 'Byron' }, answer: 'taken' });
    expect(outcome).toMatchObject({ outcome: 'applied', records: [] });
  });

  test('the card of a couple follows with the names of both, and nothing else', () => {
    const couple = { ...chart, body: { ...(chart.body as object), patient_type: 'couple' } };
    const ben = person({ first_name: 'Ben', last_name: 'Holt' }, 'c1.2');
    const outcome = runPure(
      {
        records: [couple, card(), person(), ben, proposal(told)],
        roles: { ...roles, 'pro-1 person:c1.2': ['chart.treating'] },
      },
      {
        sub: 'pro-1',
        name: 'person_proposal.answer',
        args: { chart_id: 'c1', person_id: 'c1.1', told: { last_name: 'Lovelace' }, answer: 'taken' },
      },
    );
    expect(written(outcome, 'chart_person')).toHaveLength(1);
    expect(written(outcome, 'client_card')).toMatchObject([
      { body: { first_name: 'Ada and Ben', last_name: 'Lovelace and Holt' } },
    ]);
  });

  test('[CH-2] what was written on the card meanwhile is not written over unseen', () => {
    const taking = (seen: string, last_name = 'Byron') =>
      runPure(
        {
          records: [chart, card(), { ...person({ last_name }), stamps: { last_name: 'u2' } }, proposal(told)],
          roles: { 'pro-1 chart:c1': ['treating'], 'pro-1 person:c1.1': ['chart.treating'] },
        },
        {
          sub: 'pro-1',
          name: 'person_proposal.answer',
          args: { chart_id: 'c1', person_id: 'c1.1', told: { last_name: 'Lovelace' }, answer: 'taken' },
          ctx: { base: { last_name: seen } },
        },
      );
    expect(taking('u1')).toMatchObject({ outcome: 'rejected', code: 'changed_meanwhile' });
    expect(taking('u2')).toMatchObject({ outcome: 'applied' });
    // Who wrote the very same has taken nothing away.
    expect(taking('u1', 'Lovelace')).toMatchObject({ outcome: 'applied' });
  });

  test('a person of another chart is not there', () => {
    const other = { ...person(), body: { ...(person().body as object), chart_id: 'c2' } };
    const args = { told: { last_name: 'Lovelace' }, answer: 'taken' };
    expect(answer([chart, card(), other, proposal(told)], args)).toMatchObject({ code: 'not_found' });
    expect(answer([chart, card(), proposal(told)], args)).toMatchObject({ code: 'not_found' });
  });
});

describe('[PP-3] joining, and its end', () => {
  const decide = (name: string, told?: PersonProposal['told']) => {
    const { records, args } = sampleCall(name);
    const profile = record({
      collection: 'member_profile',
      id: 'member-1',
      scope: 'account:member-1',
      cls: classes.own,
      body: { home_city: 'Reno', signup_form_finished: true, modify_datetime: before },
    });
    const roles = { [`pro-1 ${scope}`]: ['treating'], 'pro-1 person:c1.1': ['chart.treating'] };
    return runPure(
      { records: [...records, profile, ...(told ? [proposal(told)] : [])], roles },
      { sub: 'pro-1', name, args },
    );
  };

  test('who is let in tells what they have said before', () => {
    expect(written(decide('chart.confirm_joined'), 'person_proposal')).toMatchObject([
      { id: 'c1.1', body: { chart_id: 'c1', told: { home_city: { value: 'Reno', at: now } } } },
    ]);
  });

  test('of who is sent away nothing stays that they told', () => {
    const told = { home_city: { value: 'Reno', at: before } };
    expect(written(decide('chart.undo_joining', told), 'person_proposal')).toMatchObject([{ body: { told: {} } }]);
    expect(written(decide('chart.undo_joining'), 'person_proposal')).toEqual([]);
  });
});

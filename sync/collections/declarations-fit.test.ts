import { describe, expect, it } from 'vitest';
import { fitsItself } from '../core/fits.ts';
import type { Json } from '../core/record.ts';
import { registry } from './index.ts';

/** A place that a record may have, and places that the same body may not have: id and scope. */
interface Placed {
  readonly what?: string;
  readonly body: Readonly<Record<string, Json>>;
  readonly right: readonly [id: string, scope: string];
  readonly wrong: readonly (readonly [id: string, scope: string])[];
}

/** The one of its scope, with its id. */
const ofScope = (kind: string): Placed => ({
  body: {},
  right: ['x1', `${kind}:x1`],
  wrong: [
    ['x2', `${kind}:x1`],
    ['x1', `${kind}:x2`],
    [`${kind}:x1`, `${kind}:x1`],
  ],
});
/** One record of each session or series, under a word and its id. */
const derived = (word: string, names: string): Placed => ({
  body: { [names]: 'a1' },
  right: [`${word}.a1`, 'chart:c1'],
  wrong: [
    ['a1', 'chart:c1'],
    [`${word}.a2`, 'chart:c1'],
    [`${word}a1`, 'chart:c1'],
  ],
});
const ofPractice = (word: string, names: string): Placed => ({
  body: { [names]: 'pro-1' },
  right: [`${word}.pro-1`, 'practice:p1'],
  wrong: [
    ['pro-1', 'practice:p1'],
    [`${word}.pro-2`, 'practice:p1'],
  ],
});

const table: Readonly<Record<string, readonly Placed[]>> = {
  account: [ofScope('account')],
  appointment: [
    {
      what: 'by itself',
      body: {},
      right: ['a1', 'chart:c1'],
      wrong: [
        ['appointment.s1.2026-11-30', 'chart:c1'],
        ['appointment.', 'chart:c1'],
      ],
    },
    {
      what: '[CA-9] of a series',
      body: { series: { id: 's1', date: '2026-11-30' } },
      right: ['appointment.s1.2026-11-30', 'chart:c1'],
      wrong: [
        ['a1', 'chart:c1'],
        ['s1.2026-11-30', 'chart:c1'],
        ['appointment.s2.2026-11-30', 'chart:c1'],
        ['appointment.s1.2026-12-07', 'chart:c1'],
        ['appointment.2026-11-30.s1', 'chart:c1'],
      ],
    },
  ],
  blocked_interval: [
    {
      body: { clinician: 'pro-1' },
      right: ['b1', 'account:pro-1'],
      wrong: [
        ['b1', 'account:pro-2'],
        ['pro-1', 'account:b1'],
      ],
    },
  ],
  booking_rules: [ofPractice('booking', 'clinician')],
  busy_time: [
    {
      body: {},
      right: ['busy.a1', 'practice:p1'],
      wrong: [
        ['a1', 'practice:p1'],
        ['a1.busy.', 'practice:p1'],
      ],
    },
  ],
  cancellation_policy: [ofPractice('policy', 'orchid_pro_user_id')],
  chart: [ofScope('chart')],
  chart_invite: [
    {
      body: { chart_id: 'c1' },
      right: ['i1', 'chart:c1'],
      wrong: [
        ['i1', 'chart:c2'],
        ['c1', 'chart:i1'],
      ],
    },
  ],
  chart_person: [ofScope('person')],
  client_card: [ofScope('chart')],
  client_info: [ofScope('account')],
  member_profile: [ofScope('account')],
  membership: [
    {
      what: 'under an id that follows from what it says',
      body: { account: 'pro-1', role: 'treating' },
      right: ['m.c1.pro-1.treating', 'chart:c1'],
      wrong: [
        ['m.c2.pro-1.treating', 'chart:c1'],
        ['m.c1.pro-2.treating', 'chart:c1'],
        ['m.c1.pro-1.supervisor', 'chart:c1'],
        ['m.pro-1.c1.treating', 'chart:c1'],
        ['m.c1.pro-1.treating', 'chart:c2'],
      ],
    },
    {
      what: 'under an id of before',
      body: { account: 'pro-1', role: 'treating' },
      right: ['old1', 'chart:c1'],
      wrong: [['m.', 'chart:c1']],
    },
  ],
  note: [derived('note', 'appointment_id')],
  person_proposal: [ofScope('person')],
  practice: [ofScope('practice')],
  professional_record: [ofScope('account')],
  profile_photo: [ofScope('account')],
  public_profile: [
    {
      body: { cognito_sub: 'pro-1' },
      right: ['pro-1', 'practice:p1'],
      wrong: [
        ['pro-2', 'practice:p1'],
        ['p1', 'practice:pro-1'],
      ],
    },
  ],
  series_place: [derived('place', 'series_id')],
  session_billing: [derived('billing', 'appointment_id')],
  session_office: [derived('office', 'appointment_id')],
  session_place: [derived('place', 'appointment_id')],
  session_transfer: [derived('transfer', 'appointment_id')],
  session_wish: [derived('wish', 'appointment_id')],
  unplaced_session: [
    {
      body: { series: { id: 's1', date: '2026-11-30' } },
      right: ['unplaced.s1.2026-11-30', 'chart:c1'],
      wrong: [
        ['s1.2026-11-30', 'chart:c1'],
        ['unplaced.s2.2026-11-30', 'chart:c1'],
        ['unplaced.s1.2026-12-07', 'chart:c1'],
        ['unplaced.2026-11-30.s1', 'chart:c1'],
      ],
    },
  ],
};

describe('a record has the id and scope that follow from what it says, or it is none', () => {
  it('the table names every collection of which that is asked', () => {
    const asked = [...registry.collections.values()].flatMap(({ name, fits }) => (fits ? [name] : []));
    expect(asked.toSorted()).toEqual(Object.keys(table));
  });

  const rows = Object.entries(table).flatMap(([name, places]) =>
    places.map(({ what = 'one', ...placed }) => ({ name, what, ...placed })),
  );

  it.each(rows)('$name: $what', ({ name, body, right, wrong }) => {
    const collection = registry.collections.get(name);
    const fits = ([id, scope]: readonly [string, string]): boolean | undefined =>
      collection?.fits?.({ collection: name, id, scope, cls: 'care-team', version: 1, shape: 1, body, stamps: {} });
    expect(fits(right)).toBe(true);
    expect(wrong.filter((place) => fits(place) !== false)).toEqual([]);
  });

  it('of every collection a record in a scope of another kind is none', () => {
    for (const collection of registry.collections.values()) {
      const record = { cls: 'own', version: 1, shape: 1, body: {}, stamps: {}, collection: collection.name };
      const isAnywhere = ['chart', 'person', 'practice', 'account', 'talk']
        .filter((kind) => !collection.livesIn?.includes(kind))
        .some((kind) => fitsItself(collection, { ...record, id: 'x1', scope: `${kind}:x1` }));
      expect(isAnywhere, collection.name).toBe(false);
    }
  });
});

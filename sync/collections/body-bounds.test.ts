import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Json } from '../core/record.ts';
import { noteBodyOf, series } from '../testing/call-records.ts';
import { appointmentBodyOf } from '../testing/builders.ts';
import { id, line, list, otherwise, placed, text, whole, type Bound } from '../testing/bounds.ts';
import { registry } from './index.ts';

const at = '2026-11-20T09:00:00.000Z';
const other = { field: 'plan', uid: 'u1', value: 'Rest.', at, by: 'pro-1' };
const terms = { hours: 24, fee: { kind: 'flat', cents: 5000 } };
const price = whole(0, 1_000_000);
const fee = [
  whole(1, 1_000_000, (cents) => ({ kind: 'flat', cents })),
  whole(1, 100, (percent) => ({ kind: 'percent', percent })),
];

/** Bounds that only a record has, or that are wider there than in the change that writes it. */
const table: Readonly<
  Record<string, { readonly body: Json; readonly bounds: Record<string, Bound | readonly Bound[]> }>
> = {
  addendum: {
    body: { appointment_id: 'a1', text: 'Later.', author: 'pro-1', author_name: 'Dr. One', written: at },
    bounds: { text: text(1, 10_000), author: id, author_name: line },
  },
  appointment: {
    body: { ...appointmentBodyOf(), late: terms, late_fee: { cents: 1, at, state: 'owed' } },
    bounds: {
      // A day: what was imported may be longer than what is booked.
      minutes: whole(1, 1440),
      price_cents: price,
      'late.hours': whole(0, 168),
      'late.fee': fee,
      'late_fee.cents': whole(1, 1_000_000),
    },
  },
  appointment_series: {
    body: series.body,
    bounds: {
      'plan.0.days': whole(-1000, 1000),
      'plan.0.minutes': whole(1, 480),
      'plan.0.facts.price_cents': price,
      plan: list(1, 400, { from: '2026-11-30', days: 0, time: '08:00', zone: 'UTC', minutes: 50, facts: planned() }),
      cancels: list(0, 200, { uid: 'u1', date: '2026-11-30' }),
      'rule.every': whole(1, 12),
      'rule.ends': [whole(1, 300, (count) => ({ kind: 'count', count }))],
    },
  },
  assessment: {
    body: { instrument: 'PHQ-9', answers: [0], taken: at },
    bounds: { 'answers.0': whole(0, 4) },
  },
  chart: {
    body: {
      patient_type: 'individual',
      client_status: 'active',
      presenting_problem: '',
      opened: at,
      practice_id: 'p1',
    },
    bounds: { presenting_problem: text(0, 100_000) },
  },
  message: {
    body: { sender: 'pro-1', messageTimetoken: at, sealed: '' },
    bounds: { sealed: text(0, 20_000) },
  },
  note: {
    body: { ...noteBodyOf(), others: [other] },
    bounds: { 'others.0.field': text(0, 80), 'others.0.value': text(0, 100_000), 'answers.*': text(0, 100_000) },
  },
  person_proposal: {
    body: { chart_id: 'c1', told: { last_name: { value: 'Lovelace', at } } },
    bounds: { 'told.last_name.value': line },
  },
  professional_record: {
    body: {
      confirmed: { agreed_to_terms_of_use: { version: '2026-11-25', at } },
      signup_form_finished: false,
      modify_datetime: at,
    },
    bounds: { 'confirmed.agreed_to_terms_of_use.version': text(0, 20) },
  },
};

function planned(): Json {
  return { appointment_type_label: 'Individual', place: 'telehealth' };
}

describe('what a record may hold is bounded at both ends', () => {
  it.each(Object.entries(table))('%s', (name, { body, bounds }) => {
    const collection = registry.collections.get(name);
    expect(collection).toBeDefined();
    if (!collection) return;
    const checks = Object.entries(bounds).flatMap(([path, bound]) => [bound].flat().map((one) => [path, one] as const));
    expect(checks.flatMap((check) => otherwise(collection.body, body, check))).toEqual([]);
  });
});

describe('what is either said or left out', () => {
  const unplaced = {
    ...appointmentBodyOf(),
    series: { id: 's1', date: '2026-11-30' },
    why: 'time_blocked',
    taken: [],
    state: 'open',
  };
  const busy = { clinician: 'pro-1', start: at, end: at, free: false };

  it.each<readonly [collection: string, mark: string, body: Json]>([
    ['appointment_series', 'ask', series.body],
    ['appointment_series', 'ends_well', series.body],
    ['busy_time', 'blocked', busy],
    ['unplaced_session', 'stands', unplaced],
  ])('a record of %s says of itself `%s`, or nothing', (name, mark, body) => {
    const schema = registry.collections.get(name)?.body ?? v.never();
    const takes = (value: Json): boolean => v.safeParse(schema, placed(body, mark, value)).success;
    expect([v.safeParse(schema, body).success, takes(true), takes(false)]).toEqual([true, true, false]);
  });

  it.each(['agreed_to_terms_of_use', 'agreed_to_independent_contractor_terms'])('%s is never taken back', (tick) => {
    const args = registry.mutators.get('professional_record.save')?.args ?? v.never();
    expect([true, false].map((value) => v.safeParse(args, { [tick]: value }).success)).toEqual([true, false]);
  });

  it('nothing of an office is shown to everybody, and none is the usual one, where nobody says so', () => {
    const office = { office_name: 'Elm', session_location_type: 'in-person', orchid_pro_user_id: 'pro-1' };
    const schema = registry.collections.get('office_location')?.body ?? v.never();
    expect(v.parse(schema, { ...office, modify_datetime: at })).toEqual({
      ...office,
      video_link: '',
      office_address_line1: '',
      office_address_line2: '',
      office_city: '',
      office_state: '',
      office_zipcode: '',
      telehealth_pos_code: '',
      telehealth_modifier: '',
      in_person_pos_code: '',
      in_person_modifier: '',
      show_address_to_public: false,
      is_default: false,
      modify_datetime: at,
    });
  });

  it('a licence is one without supervision, and without an end, where nobody says so', () => {
    const schema = registry.collections.get('license')?.body ?? v.never();
    const license = { conferring_entity: 'CO', license_number: '1', modify_datetime: at };
    expect(v.parse(schema, license)).toEqual({
      ...license,
      type: '',
      expiration_date: '',
      orchid_pro_type_id: '',
      supervision: { has_supervision: false, name: '', npi: '', phone: '', license_type: '', license_number: '' },
    });
  });
});

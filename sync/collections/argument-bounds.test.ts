import { describe, expect, it } from 'vitest';
import type { Json } from '../core/record.ts';
import {
  boundedPaths,
  id,
  line,
  list,
  mail,
  otherwise,
  phone,
  placed,
  text,
  whole,
  zone,
  type Bound,
} from '../testing/bounds.ts';
import { sampleCall } from '../testing/sample-calls.ts';
import { registry } from './index.ts';

/** By path. Several: what stands there is one of several things. */
type Bounds = Readonly<Record<string, Bound | readonly Bound[]>>;

const name = text(0, 100);
const neededName = text(1, 100);
const neededLine = text(1, 300);
/** No session is longer than eight hours. */
const minutes = whole(1, 480);
const price = whole(0, 1_000_000);
const time = { zone, minutes };
const facts = { appointment_type_label: neededLine, price_cents: price };
const session = { appointment_id: id };
const series = { series_id: id };
const ends = [whole(1, 300, (count) => ({ kind: 'count', count }))];
const chart = { chart_id: id };
const invite = { chart_id: id, invite_id: id };
const ofPractice = { practice_id: id };
const offer = { office_location_id: id, 'appointment_type_ids.0': id, appointment_type_ids: list(1, 50, 'a') };
const specialty = [
  text(0, 300, (n) => ({ specialty: 'a'.repeat(n), sub_specialty: '' })),
  text(0, 300, (n) => ({ specialty: '', sub_specialty: 'a'.repeat(n) })),
];
const device = [
  text(1, 40, (n) => ({ name: 'a'.repeat(n), tag: 'abcdefgh' })),
  text(8, 8, (n) => ({ tag: 'a'.repeat(n) })),
];
const grid = (length: number) => Object.fromEntries(Array.from({ length }, (_, at) => [`row ${at}`, 'Never']));
/** A text, choices, or a choice for each row of a grid. */
const answer = [
  text(0, 100_000),
  list(0, 100, 'Never'),
  text(0, 300, (n) => ['a'.repeat(n)]),
  text(0, 100, grid),
  text(0, 300, (n) => ({ row: 'a'.repeat(n) })),
  text(0, 300, (n) => ({ ['a'.repeat(n)]: 'Never' })),
];

const newPerson = {
  first_name: neededName,
  last_name: neededName,
  preferred_first_name: neededName,
  email: mail,
  ...sameOfEach(
    [
      ['phone_number', 'pronouns', 'home_address_line1', 'home_city', 'home_state', 'home_zipcode', 'country'],
      ['emergency_contact_name', 'emergency_contact_relationship', 'emergency_contact_phone', 'guardian_name'],
      ['guardian_relationship', 'guardian_phone', 'insurance_provider', 'insurance_group_id', 'insurance_member_id'],
    ],
    neededLine,
  ),
};
const person = {
  ...sameOfEach([Object.keys(newPerson)], line),
  ...sameOfEach([['first_name', 'last_name', 'preferred_first_name', 'pronouns']], name),
  email: mail,
};
const license = {
  license_id: id,
  type: line,
  license_number: text(1, 60),
  orchid_pro_type_id: text(0, 80),
  'supervision.name': line,
  'supervision.phone': phone,
  'supervision.license_type': line,
  'supervision.license_number': line,
};
const office = {
  office_location_id: id,
  office_name: neededName,
  video_link: text(9, 500, (length) => `https://${'a'.repeat(length - 8)}`),
  office_zipcode: text(0, 20),
  ...sameOfEach([['office_address_line1', 'office_address_line2', 'office_city']], line),
  ...sameOfEach(
    [['telehealth_pos_code', 'telehealth_modifier', 'in_person_pos_code', 'in_person_modifier']],
    text(0, 10),
  ),
};

function sameOfEach(names: readonly (readonly string[])[], bound: Bound): Readonly<Record<string, Bound>> {
  return Object.fromEntries(names.flat().map((each) => [each, bound]));
}

function under(path: string, bounds: Readonly<Record<string, Bound>>): Readonly<Record<string, Bound>> {
  return Object.fromEntries(Object.entries(bounds).map(([each, bound]) => [`${path}.${each}`, bound]));
}

const table: Readonly<Record<string, Bounds>> = {
  'account.set_timezone': { timezone: zone },
  'appointment.approve': session,
  'appointment.book': { chart_id: id, clinician: id, ...time, ...facts },
  'appointment.cancel': session,
  'appointment.create': { chart_id: id, appointment_type_label: line, zone, clinician_name: line, practice_id: id },
  'appointment.decide_fee': session,
  'appointment.edit': { ...session, ...time, ...facts },
  'appointment.mark_held': session,
  'appointment.mark_no_show': session,
  'appointment.restore': session,
  'appointment_series.book': {
    chart_id: id,
    clinician: id,
    ...time,
    ...facts,
    'rule.every': whole(1, 12),
    'rule.ends': ends,
    sessions: list(1, 300, { date: '2026-11-30' }),
    'sessions.0.minutes': minutes,
  },
  'appointment_series.cancel': session,
  'appointment_series.edit': { ...session, ...time, ...facts },
  'appointment_series.extend': { ...series, ends },
  'appointment_series.let_end': series,
  'appointment_series.restore': series,
  'appointment_type.save': { ...ofPractice, appointment_type_id: id, label: neededName, price_cents: price, minutes },
  'availability_opening.save': { ...ofPractice, opening_id: id, zone, minutes: whole(1, 1440), ...offer },
  'availability_period.save': {
    ...ofPractice,
    period_id: id,
    weekday: whole(0, 6),
    from: whole(0, 1440),
    to: whole(0, 1440),
    zone,
    ...offer,
  },
  'blocked_interval.save': { ...ofPractice, interval_id: id, label: line, zone, minutes: whole(1, 20_160) },
  'booking_rules.save': {
    ...ofPractice,
    buffer_minutes: whole(0, 120),
    notice_minutes: whole(0, 20_160),
    horizon_days: whole(1, 730),
  },
  'cancellation_policy.save': {
    ...ofPractice,
    'terms.hours': whole(0, 168),
    'terms.fee': [
      whole(1, 1_000_000, (cents) => ({ kind: 'flat', cents })),
      whole(1, 100, (percent) => ({ kind: 'percent', percent })),
    ],
  },
  'chart.archive': chart,
  'chart.confirm_joined': invite,
  'chart.create': {
    ...ofPractice,
    timezone: zone,
    people: list(1, 2, { first_name: 'Ada', last_name: 'Test' }),
    ...under('people.0', newPerson),
  },
  'chart.invite': { ...chart, person_id: id, email: mail },
  'chart.merge': { ...chart, other_chart_id: id },
  'chart.restore': chart,
  'chart.set_status': chart,
  'chart.undo_joining': invite,
  'chart.view': chart,
  'chart.withdraw_invite': invite,
  'chart_person.edit': { ...chart, person_id: id, ...person, timezone: zone },
  'client_info.save': { asked: list(0, 8, 'dob'), timezone: text(0, 64) },
  'contact.save': {
    ...ofPractice,
    contact_id: id,
    name: neededName,
    organization: line,
    phone_number: line,
    email: mail,
    remark: text(0, 1000),
  },
  'member_profile.save': {
    first_name: neededName,
    last_name: neededName,
    phone_number: phone,
    biography: text(0, 1024),
    home_state: text(2, 3, (length) => 'A'.repeat(length)),
    home_zipcode: text(0, 20),
    ...sameOfEach(
      [['insurance_provider', 'insurance_group_id', 'insurance_member_id', 'home_address_line1', 'home_city']],
      line,
    ),
  },
  'membership.grant': { scope: id, account: id, account_name: line },
  'membership.revoke': { membership_id: id, scope: id },
  'note.addend': { ...session, text: text(1, 10_000) },
  'note.choose': { ...session, field: text(1, 80), value: answer, seen: list(0, 50, 'u1'), device },
  'note.edit': {
    ...session,
    author_name: line,
    note_schema_id: id,
    answers: [text(1, 80, (n) => ({ ['a'.repeat(n)]: 'Rest.' }))],
    'answers.*': answer,
    device,
  },
  'note.sign': { ...session, name: line, seen: text(1, 80, (n) => ({ ['a'.repeat(n)]: 'u1' })) },
  'orchid_pro_type.create': { specialty },
  'orchid_pro_type.update': { orchid_pro_type_id: id, specialty },
  'person_proposal.answer': { ...chart, person_id: id, 'told.*': line },
  'practice.end_role': { ...ofPractice, membership_id: id },
  'practice.give_role': { ...ofPractice, account: id, account_name: line },
  'professional_record.save': {
    first_name: neededName,
    last_name: neededName,
    preferred_first_name: name,
    certifications: list(0, 20, 'CCTP'),
    'certifications.0': neededName,
    medical_degree: text(0, 30),
    phone_number: phone,
    ...sameOfEach([['office_zipcode', 'mail_zipcode']], text(0, 20)),
    ...sameOfEach(
      [
        ['legal_first_name', 'business_entity_name', 'office_address_line1', 'office_city', 'mail_address_line1'],
        ['mail_city', 'signature_legal_first_name', 'signature_legal_last_name'],
      ],
      line,
    ),
    licenses: list(0, 20, { conferring_entity: 'CO', license_number: '1' }),
    ...under('licenses.0', license),
    additional_office_locations: list(0, 20, { office_name: 'Elm', session_location_type: 'telehealth' }),
    ...under('additional_office_locations.0', office),
  },
  'profile_photo.set': { image: text(5, 60_000, (length) => `/9j/${'A'.repeat(length - 4)}`) },
  'public_profile.set': ofPractice,
  'sample.bring_back': {},
  'sample.remove': {},
  'sample.seed': { note_schema_id: id, note_schema_revision: whole(1, 1_000_000) },
  'series_office.say': { ...series, office_location_id: id, over: id, undoes: id },
  'series_place.say': { ...series, license_reason: line },
  'session_office.say': { ...session, office_location_id: id },
  'session_place.say': { ...session, license_reason: line },
  'session_transfer.answer': session,
  'session_transfer.propose': { ...session, to: id },
  'session_wish.answer': { ...session, ...time },
  'session_wish.ask': {
    ...session,
    times: list(0, 3, { local_start: '2026-12-01T10:00', zone: 'UTC', start: '2026-12-01T10:00:00.000Z' }),
    'times.0.zone': zone,
    words: line,
  },
  'session_wish.withdraw': session,
  'unavailability.save': { ...ofPractice, unavailability_id: id, zone },
  'unplaced_session.drop': { unplaced_id: id },
  'unplaced_session.place': { unplaced_id: id, ...time },
};

/** What a sample call does not name, and a path of the table goes through. */
const besides: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  'availability_opening.save': { appointment_type_ids: ['t1'] },
  'availability_period.save': { appointment_type_ids: ['t1'] },
  'professional_record.save': {
    certifications: ['CCTP'],
    licenses: [{ conferring_entity: 'CO', license_number: '1', supervision: { has_supervision: true } }],
    additional_office_locations: [{ office_name: 'Elm', session_location_type: 'telehealth' }],
  },
};

describe('what a change may say is bounded at both ends', () => {
  it('the table names every change', () => {
    expect([...registry.mutators.keys()].toSorted()).toEqual(Object.keys(table));
  });

  it.each(Object.entries(table))('%s', (of, bounds) => {
    const mutator = registry.mutators.get(of);
    expect(mutator).toBeDefined();
    if (!mutator) return;
    const sample = Object.entries(besides[of] ?? {}).reduce(
      (args, [each, value]) => placed(args, each, value),
      sampleCall(of).args,
    );
    const checks = Object.entries(bounds).flatMap(([path, bound]) => [bound].flat().map((one) => [path, one] as const));
    expect(checks.flatMap((check) => otherwise(mutator.args, sample, check))).toEqual([]);
    const isNamed = (path: string): boolean => path in bounds || Array.isArray(bounds[path.replace(/\.[^.]+$/, '')]);
    expect(boundedPaths(mutator.args).filter((path) => !isNamed(path))).toEqual([]);
  });
});

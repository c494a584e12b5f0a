import { expect, test } from 'vitest';
import type { Json } from '../core/record.ts';
import { scope } from '../testing/call-records.ts';
import { runPure, type PureWorld } from '../testing/run-pure.ts';
import { sampleCall, sampledNames } from '../testing/sample-calls.ts';
import { chartScope } from './classes.ts';
import { sampleIdsOf } from './sample.ts';

const roles: PureWorld['roles'] = {
  [`pro-1 ${scope}`]: ['treating'],
  'pro-1 practice:p1': ['professional', 'owner'],
  'pro-1 person:c1.1': ['chart.treating'],
  'pro-1 chart:c2': ['treating'],
  [`pro-1 ${chartScope(sampleIdsOf('pro-1').chart)}`]: ['treating'],
  [`member-1 ${scope}`]: ['client'],
};
const ofClient = new Set(['session_wish.ask', 'session_wish.withdraw']);

const run = (name: string, args: Json) =>
  runPure({ records: sampleCall(name).records, roles }, { sub: ofClient.has(name) ? 'member-1' : 'pro-1', name, args });

/** The same with its 30th of February at each place in turn where a day stands, also one of a time. */
function spoilt(value: Json): readonly Json[] {
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/.test(value) ? [`2027-02-30${value.slice(10)}`] : [];
  if (Array.isArray(value)) return value.flatMap((one, at) => spoilt(one).map((next) => value.with(at, next)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    spoilt(one as Json).map((next) => Object.assign({}, value, { [key]: next })),
  );
}

const said = sampledNames.flatMap((name) => spoilt(sampleCall(name).args).map((args) => ({ name, args })));
/** Of what may be left away in a call, and is in the sample. */
const added = (
  [
    ['appointment_series.extend', { through: '2027-02-30' }],
    ['chart_person.edit', { dob: '1988-02-30' }],
    ['member_profile.save', { dob: '1988-02-30' }],
    ['professional_record.save', { dob: '1988-02-30' }],
    ['series_office.say', { from: '2027-02-30' }],
    ['membership.grant', { until: '2027-02-30' }],
    [
      'professional_record.save',
      { licenses: [{ conferring_entity: 'CO', license_number: 'A1', expiration_date: '2027-02-30' }] },
    ],
    ['chart.create', { people: [{ first_name: 'Ada', last_name: 'Oak', dob: '1988-02-30' }] }],
  ] as const
).map(([name, more]) => ({ name, args: { ...(sampleCall(name).args as object), ...more } as Json }));

test('calls with days are among those that are spoilt', () => {
  expect(new Set(said.map(({ name }) => name)).size).toBeGreaterThan(8);
});

test.each([...said, ...added])(
  '[MU-1] $name of a day that no calendar has is refused, and writes nothing: $args',
  (call) => {
    expect(run(call.name, call.args)).toMatchObject({ outcome: 'rejected', code: 'invalid_arguments' });
  },
);

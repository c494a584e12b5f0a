import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appointmentBody } from '../../sync/collections/appointment.ts';
import { accountScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { call as storeCall } from '../store/port.ts';
import { appointmentOf, professionalOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

const sent: Mail[] = [];
const mailer: Mailer = { leaves: true, send: async (mail) => void sent.push(mail) };
let server: TestServer;
let ann: TestDevice;
beforeEach(async () => {
  sent.length = 0;
  server = await TestServer.create({ mailer, now: '2026-11-24T14:00:00.000Z' });
  for (const sub of ['ann', 'ben']) await server.addAccount(sub, 'orchid_pro');
  await server.write(...smallPractice(), professionalOf('ann', 'Ann'), home, type);
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const home = {
  collection: 'practice',
  id: 'p1',
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: { name: 'Orchard', zone: 'America/New_York' },
};
const type = {
  collection: 'appointment_type',
  id: 't1',
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: {
    label: 'Talk',
    price_cents: 9000,
    minutes: 50,
    kind: 'regular',
    orchid_pro_user_id: 'ann',
    modify_datetime: '2026-11-20T09:00:00.000Z',
  },
};
const path = '/api/scheduler/v1/appointment/series/';
const at = (start: string, more = {}) => ({
  appointment_start: `${start}:00.000Z`,
  appointment_end: `${start.slice(0, 13)}:50:00.000Z`,
  ...more,
});
/** Tuesdays at nine in New York, over the change of clocks in March. */
const tuesdays = [at('2027-03-02T14:00'), at('2027-03-09T14:00'), at('2027-03-16T13:00')];
const asked = {
  appointment_type_label: 'Talk',
  patient_user_id: 'c1',
  repeat_rule: 'FREQ=WEEKLY;COUNT=3',
  appointments: tuesdays,
};
const answer = v.object({
  appointment_series_id: v.string(),
  create_datetime: v.string(),
  modify_datetime: v.string(),
  orchid_pro: v.unknown(),
  patient: v.unknown(),
  repeat_rule: v.nullable(v.string()),
  invites_created: v.array(v.object({ appointment_id: v.string() })),
  appointments_left_out: v.array(v.unknown()),
});
const post = async (body: unknown, { device = ann, query = '', headers = {} } = {}) => {
  const response = await device.call('POST', path + query, body, headers);
  const said: unknown = await response.json();
  return { status: response.status, said, series: v.safeParse(answer, said) };
};
const booked = async (body: unknown, more = {}) => {
  const { series, said } = await post(body, more);
  if (!series.success) throw new Error(JSON.stringify(said));
  return series.output;
};
const sessionOf = async (id: string) => {
  const record = await server.store.read(() => storeCall('getRecord', 'appointment', id));
  return v.parse(appointmentBody, record?.body);
};

test('[S-142, S-143, S-144, S-147, S-331] a series is booked, each session at its local time, and its ids are told', async () => {
  const series = await booked(asked);
  expect(series).toEqual({
    appointment_series_id: expect.stringMatching(/^[\w-]{24}$/) as unknown,
    create_datetime: '2026-11-24T14:00:00.000Z',
    modify_datetime: '2026-11-24T14:00:00.000Z',
    orchid_pro: { cognito_sub: 'ann', display_name: 'Ann' },
    patient: { patient_user_id: 'c1' },
    repeat_rule: 'FREQ=WEEKLY;COUNT=3',
    invites_created: ['2027-03-02', '2027-03-09', '2027-03-16'].map((date) => ({
      appointment_id: `appointment.${series.appointment_series_id}.${date}`,
    })),
    appointments_left_out: [],
  });
  const [, , last] = series.invites_created;
  expect(await sessionOf(last?.appointment_id ?? '')).toMatchObject({
    local_start: '2027-03-16T09:00',
    zone: 'America/New_York',
    start: '2027-03-16T13:00:00.000Z',
    price_cents: 9000,
    kind: 'regular',
    place: 'telehealth',
    clinician: 'ann',
  });
});

test('[S-144] by hand, with a place and a length of each', async () => {
  const appointments = [
    at('2027-03-04T13:00', { place_session_held_outside_of_orchid: true }),
    { appointment_start: '2027-03-02T14:00:00.000Z', appointment_end: '2027-03-02T15:30:00.000Z' },
  ];
  const series = await booked({ ...asked, appointment_type_label: 'Other', repeat_rule: null, appointments });
  expect(series.repeat_rule).toBeNull();
  const [later, first] = await Promise.all(
    series.invites_created.map(({ appointment_id }) => sessionOf(appointment_id)),
  );
  expect(first).toMatchObject({ minutes: 90, place: 'telehealth', appointment_type_label: 'Other' });
  expect(later).toMatchObject({ minutes: 50, place: 'outside', local_start: '2027-03-04T08:00' });
  expect(first).not.toHaveProperty('price_cents');
  // It begins with the earliest, in whatever order they were named.
  const { appointment_series_id: id } = series;
  const record = await server.store.read(() => storeCall('getRecord', 'appointment_series', id));
  expect(record?.body).toMatchObject({ first: '2027-03-02' });
});

test('[S-146] one that is taken or blocked is left out and told; over a block with the word; all of it taken is refused', async () => {
  await server.write(
    appointmentOf('c2', 'other', {
      clinician: 'ann',
      local_start: '2027-03-09T14:20',
      start: '2027-03-09T14:20:00.000Z',
      end: '2027-03-09T15:10:00.000Z',
    }),
    {
      collection: 'blocked_interval',
      id: 'b1',
      scope: accountScope('ann'),
      cls: classes.own,
      body: {
        label: '',
        local_start: '2027-03-16T12:00',
        zone: 'UTC',
        minutes: 120,
        start: '2027-03-16T12:00:00.000Z',
        end: '2027-03-16T14:00:00.000Z',
        clinician: 'ann',
        practice_id: 'p1',
        modify_datetime: '2026-11-20T09:00:00.000Z',
      },
    },
  );
  const one = (appointments: object[], more = {}) => post({ ...asked, repeat_rule: '', appointments, ...more });
  expect(await one(tuesdays.slice(1, 2))).toMatchObject({
    status: 409,
    said: { detail: 'Oops...There is a conflicting session!' },
  });
  expect((await one(tuesdays.slice(2))).status).toBe(409);
  const series = await booked(asked);
  expect(series.invites_created).toHaveLength(1);
  expect(series.appointments_left_out).toMatchObject([
    { ...tuesdays[1], detail: 'Oops...There is a conflicting session!' },
    { ...tuesdays[2], detail: expect.stringContaining('block') as unknown },
  ]);
  const forced = await one(tuesdays.slice(2), { force_book_over_blocked: true });
  expect(forced.status).toBe(201);
});

test('[S-145] that invoices are made without being asked is kept, and with `skip_email` no mail goes out', async () => {
  const { appointment_series_id } = await booked({ ...asked, invoicing: { automation: true }, skip_email: true });
  const record = await server.store.read(() => storeCall('getRecord', 'appointment_series', appointment_series_id));
  expect(record?.body).toMatchObject({ invoicing: { automation: true } });
  await server.orchid.settle();
  expect(sent).toEqual([]);
});

test('the same key books once, and tells the same; another one books again, elsewhere', async () => {
  const headers = { 'idempotency-key': 'once' };
  const first = await booked(asked, { headers });
  expect(await booked(asked, { headers })).toEqual(first);
  expect((await post({ ...asked, appointment_type_label: 'Other' }, { headers })).status).toBe(422);
  expect((await post(asked, { headers, query: '?primary_orchid_pro_user_id=ben' })).status).toBe(422);
  expect((await post(asked)).status).toBe(409);
});

test('[S-331] with whom the query names, where she treats; not for strangers, and not with them', async () => {
  const ben = await server.signedIn('ben');
  expect((await post(asked, { device: ben })).status).toBe(404);
  expect((await post(asked, { query: '?primary_orchid_pro_user_id=ben' })).status).toBe(404);
  expect((await post({ ...asked, patient_user_id: 'c9' })).status).toBe(404);
  const series = await booked(asked, { query: '?primary_orchid_pro_user_id=ann' });
  expect(series.orchid_pro).toMatchObject({ cognito_sub: 'ann' });
});

test.each([
  ['a rule that its sessions do not follow', { repeat_rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' }],
  ['a rule that no series can have', { repeat_rule: 'FREQ=DAILY' }],
  ['no session', { appointments: [] }],
  ['two on one day', { appointments: [at('2027-03-02T14:00'), at('2027-03-02T17:00')], repeat_rule: '' }],
  ['an end before the beginning', { appointments: [{ ...tuesdays[0], appointment_end: '2027-03-02T13:00:00.000Z' }] }],
  ['a part of a minute', { appointments: [{ ...tuesdays[0], appointment_start: '2027-03-02T14:00:30.000Z' }] }],
  ['the second time of an hour', { appointments: [at('2027-11-07T06:10')], repeat_rule: '' }],
])('[S-331] %s is refused and books nothing', async (_name, change) => {
  expect((await post({ ...asked, ...change })).status).toBe(422);
  const listed = await server.store.read(() =>
    storeCall('rangeRecords', { collection: 'appointment_series', index: 'scope', from: '', to: '~' }),
  );
  expect(listed).toEqual([]);
});

import { expect, test } from 'vitest';
import * as v from 'valibot';
import { chartScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import { appointment, type Appointment } from '../../sync/collections/appointment.ts';
import { officeLocation } from '../../sync/collections/office-location.ts';
import { call } from '../store/port.ts';
import { appointmentOf, membershipOf } from '../testing/builders.ts';
import { appointmentBodyOf } from '../../sync/testing/builders.ts';
import { begunOn, coming, elm, moveTo, now, officeOf, push } from '../testing/office-world.ts';
import { openServers } from '../testing/open-servers.ts';
import { carryOffice } from './carry-office.ts';
import { createTxContext } from './tx-context.ts';
import type { TestServer } from '../testing/test-server.ts';

const { serverOf } = openServers();
const begun = async (count: number) => begunOn(await serverOf({ now }), count);

test('[CA-13] who is yet to come is sent to where the office is now, however many they are; what is over stays where it was', async () => {
  // More than a step's.
  const { server, ann, ids } = await begun(53);
  for (const id of ['a1', ...ids])
    await push(ann, 'session_office.say', { appointment_id: id, office_location_id: 'elm' });
  const said = await officeOf(server, ids[0] ?? '');
  expect(said?.body).toMatchObject({ office_name: 'Elm Street', office_address_line1: '1 Elm St' });
  await moveTo(ann, '9 Oak St', { office_name: 'Oak Street' });
  await server.orchid.settle();
  const lines = await Promise.all(ids.map(async (id) => (await officeOf(server, id))?.body.office_address_line1));
  expect(lines).toEqual(ids.map(() => '9 Oak St'));
  expect((await officeOf(server, 'a1'))?.body).toMatchObject({
    office_name: 'Elm Street',
    office_address_line1: '1 Elm St',
  });
  // Nobody has chosen another one: a word over it is still over what was on screen.
  expect((await officeOf(server, ids[0] ?? ''))?.stamps).toEqual(said?.stamps);
  // Its client reads it, and no office of the practice.
  const mia = await server.signedIn('mia');
  const seen = JSON.stringify((await mia.pullPage()).lines);
  expect(seen).toContain('9 Oak St');
  expect(seen).not.toContain('"c":"office_location"');
  // One in which nobody is seen any more names no address.
  await moveTo(ann, '9 Oak St', { session_location_type: 'telehealth' });
  await server.orchid.settle();
  expect((await officeOf(server, ids[52] ?? ''))?.body).toMatchObject({ office_address_line1: '', office_city: '' });
});

test('[CA-13] who is late for a session that has begun is sent to where the office is now', async () => {
  const { server, ann } = await begun(0);
  const going = { local_start: '2026-11-24T08:50', start: '2026-11-24T13:50:00.000Z', end: '2026-11-24T14:40:00.000Z' };
  await server.write(appointmentOf('c1', 'g1', going));
  await push(ann, 'session_office.say', { appointment_id: 'g1', office_location_id: 'elm' });
  await moveTo(ann, '9 Oak St');
  await server.orchid.settle();
  expect((await officeOf(server, 'g1'))?.body.office_address_line1).toBe('9 Oak St');
});

test('[CA-13] a change of what nobody is sent by plans nothing, nor does a new office', () => {
  const office = { ...elm, orchid_pro_user_id: 'ann', modify_datetime: now };
  const held = (body: typeof office) => ({
    collection: 'office_location',
    id: 'elm',
    scope: practiceScope('p1'),
    cls: classes.colleagues,
    version: 1,
    shape: 1,
    stamps: {},
    body,
  });
  const jobs = (change: object, before?: typeof office) =>
    officeLocation.jobs?.(held({ ...office, ...change }), before && held(before));
  expect(jobs({})).toEqual({});
  expect(jobs({ in_person_pos_code: '12', is_default: false }, office)).toEqual({});
  for (const change of [{ office_name: 'Oak' }, { office_address_line2: '4' }, { office_zipcode: '80203' }])
    expect(jobs(change, office)).toMatchObject({ plan: [{ kind: 'carry-office', payload: { office: 'elm' } }] });
});

test.each([
  ['later', { start: '2026-12-02T14:00:00.000Z' }, true],
  ['earlier, which brings nothing back', { start: '2026-11-30T14:00:00.000Z' }, false],
  ['back after it was cancelled', {}, true, { status: 'cancelled_patient' as const }],
  ['with somebody else', { clinician: 'ben' }, true],
  ['as it was but for its price', { price_cents: 100 }, false],
  ['later, by video', { start: '2026-12-02T14:00:00.000Z', place: 'telehealth' as const }, false],
])(
  '[CA-13] a session that is held %s: whether its office is looked at anew',
  (_how, change, isPlanned, was?: Partial<Appointment>) => {
    const body = appointmentBodyOf({ ...coming, place: 'office_location' });
    const held = (said: Partial<Appointment>) => ({
      ...appointmentOf('c1', 'n1', {}),
      version: 1,
      shape: 2,
      stamps: {},
      body: { ...body, ...said },
    });
    const jobs = appointment.jobs?.(held(change), held(was ?? {}));
    expect(jobs).toEqual(
      isPlanned ? { plan: [{ kind: 'carry-office', key: 'carry-office.of.n1', payload: { session: 'n1' } }] } : {},
    );
  },
);

test('[CA-13] what is moved to a time to come, or brought back, is told where the office is now', async () => {
  const { server, ann } = await begun(1);
  for (const id of ['a1', 'n000'])
    await push(ann, 'session_office.say', { appointment_id: id, office_location_id: 'elm' });
  await push(ann, 'appointment.cancel', { appointment_id: 'n000' });
  await moveTo(ann, '9 Oak St');
  await server.orchid.settle();
  const lines = async () =>
    Promise.all(['a1', 'n000'].map(async (id) => (await officeOf(server, id))?.body.office_address_line1));
  expect(await lines()).toEqual(['1 Elm St', '1 Elm St']);
  const later = { start: '2026-12-03T14:00:00.000Z', local_start: '2026-12-03T09:00' };
  await push(ann, 'appointment.edit', { appointment_id: 'a1', ...later, zone: 'America/New_York', minutes: 50 });
  await push(ann, 'appointment.restore', { appointment_id: 'n000' });
  await server.orchid.settle();
  expect(await lines()).toEqual(['9 Oak St', '9 Oak St']);
});

test.each([
  [
    'who lost her access to the chart',
    async (server: TestServer) => {
      const ended = membershipOf(chartScope('c1'), 'ann', 'treating', { ended: now });
      await server.write(ended, membershipOf(chartScope('c1'), 'ben', 'treating'));
    },
  ],
  [
    'who holds the session no more',
    async (server: TestServer) => {
      const held = await server.store.read(() => call('getRecord', 'appointment', 'n000'));
      const body = { ...v.parse(appointment.body, held?.body), clinician: 'ben', clinician_name: 'Dr. Ben' };
      await server.write({
        collection: 'appointment',
        id: 'n000',
        scope: chartScope('c1'),
        cls: classes.scheduling,
        body,
      });
    },
  ],
  [
    'whose session is cancelled',
    async (server: TestServer) => {
      const held = await server.store.read(() => call('getRecord', 'appointment', 'n000'));
      const body = { ...v.parse(appointment.body, held?.body), status: 'cancelled_patient' as const };
      await server.write({
        collection: 'appointment',
        id: 'n000',
        scope: chartScope('c1'),
        cls: classes.scheduling,
        body,
      });
    },
  ],
] as const)('[CA-13] nothing new is told by the office of somebody %s', async (_who, leave) => {
  const { server, ann } = await begun(1);
  await push(ann, 'session_office.say', { appointment_id: 'n000', office_location_id: 'elm' });
  await leave(server);
  await moveTo(ann, '7 Private Rd', { office_name: 'Call me: 555-0100' });
  await server.orchid.settle();
  const mia = await server.signedIn('mia');
  const seen = JSON.stringify((await mia.pullPage()).lines);
  expect(seen).toContain('"c":"session_office"');
  expect(seen).not.toMatch(/7 Private Rd|555-0100/);
});

test('[CA-13] an office that is changed faster than it is carried has one step waiting', async () => {
  const { server, ann, ids } = await begun(60);
  for (const id of ids) await push(ann, 'session_office.say', { appointment_id: id, office_location_id: 'elm' });
  await server.orchid.settle();
  const { registry } = server.orchid.services;
  for (let index = 0; index < 20; index += 1)
    await server.store.write(() => carryOffice(createTxContext(registry, server.clock.now()), { office: 'elm' }));
  const waiting = await server.store.read(() => call('jobsAfter', 0, 1000));
  expect(waiting.filter(({ kind }) => kind === 'carry-office')).toHaveLength(1);
});

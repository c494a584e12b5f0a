import { expect, test } from 'vitest';
import * as v from 'valibot';
import { chartScope, accountScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import { officeLocation } from '../../sync/collections/office-location.ts';
import { sessionOffice } from '../../sync/collections/session-office.ts';
import { seriesOffice } from '../../sync/collections/series-office.ts';
import { call } from '../store/port.ts';
import { appointmentOf, membershipOf, professionalOf, smallPractice } from '../testing/builders.ts';
import { openServers } from '../testing/open-servers.ts';
import type { TestDevice } from '../testing/test-device.ts';
import type { TestServer } from '../testing/test-server.ts';

const { serverOf } = openServers();
const now = '2026-11-24T14:00:00.000Z';
const elm = {
  office_name: 'Elm Street',
  session_location_type: 'in-person',
  video_link: '',
  office_address_line1: '1 Elm St',
  office_address_line2: '',
  office_city: 'Denver',
  office_state: 'CO',
  office_zipcode: '80202',
  telehealth_pos_code: '',
  telehealth_modifier: '',
  in_person_pos_code: '11',
  in_person_modifier: '',
  show_address_to_public: false,
  is_default: true,
} as const;
const coming = { local_start: '2026-12-01T09:00', start: '2026-12-01T14:00:00.000Z', end: '2026-12-01T14:50:00.000Z' };

const push = async (device: TestDevice, name: string, args: object, base: Record<string, string> = {}) => {
  const row = device.seal({ name, args: args as never, base });
  const answer = await device.push([row]);
  expect(answer).toMatchObject({ kind: 'ok', results: [{ outcome: 'applied' }] });
  return row;
};

const account = (sub: string) => ({
  collection: 'account',
  id: sub,
  scope: accountScope(sub),
  cls: classes.own,
  body: {
    user_type: 'orchid_pro',
    first_name: 'Ann',
    last_name: 'Test',
    display_name: 'Dr. Ann',
    timezone: 'UTC',
    practice_id: 'p1',
    modify_datetime: now,
  },
});

/** Ann with an office, and one session that is over beside so many that are to come. */
async function begun(count: number) {
  const server = await serverOf({ now });
  for (const sub of ['ann', 'mia']) await server.addAccount(sub, sub === 'ann' ? 'orchid_pro' : 'member');
  const ids = Array.from({ length: count }, (_, index) => `n${String(index).padStart(3, '0')}`);
  await server.write(
    ...smallPractice(),
    professionalOf('ann', 'Ann'),
    account('ann'),
    membershipOf(chartScope('c1'), 'mia', 'client'),
    ...ids.map((id) => appointmentOf('c1', id, coming)),
    {
      collection: 'office_location',
      id: 'elm',
      scope: practiceScope('p1'),
      cls: classes.colleagues,
      body: { ...elm, orchid_pro_user_id: 'ann', modify_datetime: now },
    },
  );
  const ann = await server.signedIn('ann');
  return { server, ann, ids };
}

const moveTo = (device: TestDevice, line: string, change: object = {}) =>
  push(device, 'professional_record.save', {
    additional_office_locations: [{ ...elm, office_location_id: 'elm', office_address_line1: line, ...change }],
  });

const officeOf = async (server: TestServer, id: string) => {
  const record = await server.store.read(() => call('getRecord', 'session_office', `office.${id}`));
  return record && { stamps: record.stamps, body: v.parse(sessionOffice.body, record.body) };
};

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

test('[CA-13] a series follows its office, with one record', async () => {
  const { server, ann } = await begun(0);
  const weekly = {
    chart_id: 'c1',
    clinician: 'ann',
    appointment_type_label: 'Talk',
    place: 'office_location',
    local_start: '2026-11-30T09:00',
    zone: 'UTC',
    minutes: 50,
    rule: { unit: 'week', every: 1, ends: { kind: 'count', count: 2 } },
    sessions: [{ date: '2026-11-30' }, { date: '2026-12-07' }],
  };
  await push(ann, 'appointment_series.book', weekly);
  const [series] = await server.store.read(() =>
    call('rangeRecords', { collection: 'appointment_series', index: 'scope', from: '', to: '~' }),
  );
  const series_id = series?.id ?? '';
  await push(ann, 'series_office.say', { series_id, office_location_id: 'elm' });
  await moveTo(ann, '9 Oak St');
  await server.orchid.settle();
  const found = await server.store.read(() => call('getRecord', 'series_office', `office.${series_id}`));
  expect(v.parse(seriesOffice.body, found?.body).office_address_line1).toBe('9 Oak St');
});

import { expect } from 'vitest';
import * as v from 'valibot';
import { occurrenceIdOf } from '../../sync/collections/appointment.ts';
import { accountScope, chartScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import { sessionOffice } from '../../sync/collections/session-office.ts';
import { call } from '../store/port.ts';
import { appointmentOf, membershipOf, professionalOf, smallPractice } from './builders.ts';
import type { TestDevice } from './test-device.ts';
import type { TestServer } from './test-server.ts';

export const now = '2026-11-24T14:00:00.000Z';
export const elm = {
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
export const coming = {
  local_start: '2026-12-01T09:00',
  start: '2026-12-01T14:00:00.000Z',
  end: '2026-12-01T14:50:00.000Z',
};

export const push = async (device: TestDevice, name: string, args: object, more: { readonly uid?: string } = {}) => {
  const row = device.seal({ name, args: args as never, base: {}, ...more });
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

/** Ann with an office, and one session that is over beside so many that are to come; of a server that begins at {@link now}. */
export async function begunOn(server: TestServer, count: number) {
  for (const sub of ['ann', 'ben', 'mia']) await server.addAccount(sub, sub === 'mia' ? 'member' : 'orchid_pro');
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

export const moveTo = (device: TestDevice, line: string, change: object = {}) =>
  push(device, 'professional_record.save', {
    additional_office_locations: [{ ...elm, office_location_id: 'elm', office_address_line1: line, ...change }],
  });

export const officeOf = async (server: TestServer, id: string) => {
  const record = await server.store.read(() => call('getRecord', 'session_office', `office.${id}`));
  return record && { stamps: record.stamps, body: v.parse(sessionOffice.body, record.body) };
};

/** Sessions of a series on these dates that Ann has booked with Mia, in her office. */
export async function weekly(server: TestServer, ann: TestDevice, dates: readonly string[]) {
  const [first = ''] = dates;
  await push(ann, 'appointment_series.book', {
    chart_id: 'c1',
    clinician: 'ann',
    appointment_type_label: 'Talk',
    place: 'office_location',
    local_start: `${first}T09:00`,
    zone: 'UTC',
    minutes: 50,
    rule: { unit: 'week', every: 1, ends: { kind: 'count', count: dates.length } },
    sessions: dates.map((date) => ({ date })),
  });
  const [series] = await server.store.read(() =>
    call('rangeRecords', { collection: 'appointment_series', index: 'scope', from: '', to: '~' }),
  );
  const series_id = series?.id ?? '';
  await push(ann, 'series_office.say', { series_id, office_location_id: 'elm' });
  const idOf = (date: string): string => occurrenceIdOf(series_id, date);
  const lines = async () =>
    Promise.all(dates.map(async (date) => (await officeOf(server, idOf(date)))?.body.office_address_line1));
  return { series_id, idOf, lines };
}

// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import { chartScope } from '../../../sync/collections/classes.ts';
import { membershipId } from '../../../sync/collections/membership.ts';
import { appointmentBodyOf, membershipOf } from '../../../sync/testing/builders.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useRecord } from '../../lib/use-records.ts';
import { useOwed } from './use-owed.ts';

/** 9 in the evening in New York; in UTC it is the next day already. */
const now = '2026-11-25T02:00:00.000Z';
const zone = 'America/New_York';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const me = {
  collection: 'account',
  record: {
    id: 'pro-1',
    scope: 'account:pro-1',
    body: {
      user_type: 'orchid_pro',
      first_name: 'A',
      last_name: 'B',
      display_name: 'Dr. A',
      timezone: zone,
      modify_datetime: now,
    },
  },
};
const card = {
  collection: 'client_card',
  record: {
    id: 'c1',
    scope: chartScope('c1'),
    body: { first_name: 'Ada', last_name: 'Test', timezone: 'UTC', practice_id: 'p1' },
  },
};
const session = (id: string, start: string, end: string, clinician = 'pro-1') => ({
  collection: 'appointment',
  record: { id, scope: chartScope('c1'), body: appointmentBodyOf({ start, end, clinician }) },
});
const note = (id: string, start: string, isSigned: boolean) => ({
  collection: 'note',
  record: {
    id: noteIdOf(id),
    scope: chartScope('c1'),
    body: {
      note_schema_id: 'soap-note',
      note_schema_revision: 1,
      appointment_id: id,
      author: 'pro-1',
      author_name: 'Dr. A',
      started: start,
      session_start: start,
      answers: {},
      written: {},
      others: [],
      ...(isSigned ? { signed: { by: 'pro-1', name: 'Dr. A', at: start } } : {}),
    },
  },
});

function owed(device: ScreenClient, most = 10) {
  const hook = renderHook(useOwed, { client: device.client, props: most });
  const said = hook.last();
  hook.leave();
  return said;
}

test('what is over and has no signed note, of sixty days back to this very hour; today is the person’s, not the device’s or the server’s', () => {
  const device = new ScreenClient();
  const late = session('late', '2026-11-25T00:00:00.000Z', '2026-11-25T00:50:00.000Z');
  const morning = session('morning', '2026-11-24T14:00:00.000Z', '2026-11-24T14:50:00.000Z');
  const runs = session('runs', '2026-11-25T01:30:00.000Z', '2026-11-25T02:20:00.000Z');
  const old = session('old', '2026-09-25T12:00:00.000Z', '2026-09-25T12:50:00.000Z');
  const older = session('older', '2026-09-24T12:00:00.000Z', '2026-09-24T12:50:00.000Z');
  const foreign = session('foreign', '2026-11-24T15:00:00.000Z', '2026-11-24T15:50:00.000Z', 'pro-2');
  device.put(me, card, late, morning, runs, old, older, foreign);
  expect(owed(device)).toMatchObject({
    total: 3,
    notes: [
      { appointmentId: 'old', state: 'not-begun', name: 'Ada Test' },
      { appointmentId: 'morning', state: 'not-begun' },
      { appointmentId: 'late', state: 'not-begun' },
    ],
  });
  // Signed today, whether this morning or after midnight by UTC: owed no more.
  device.put(
    note('late', '2026-11-25T00:00:00.000Z', true),
    note('morning', '2026-11-24T14:00:00.000Z', true),
    note('old', '2026-09-25T12:00:00.000Z', false),
  );
  expect(owed(device)).toMatchObject({ total: 1, notes: [{ appointmentId: 'old', state: 'not-signed' }] });
});

test('at most as many as asked for, and how many there are; nothing is said before everything was read', () => {
  const device = new ScreenClient();
  const days = ['20', '21', '22'].map((day) =>
    session(`d${day}`, `2026-11-${day}T14:00:00.000Z`, `2026-11-${day}T14:50:00.000Z`),
  );
  device.put(me, card, ...days);
  expect(owed(device, 2)).toMatchObject({ total: 3, notes: [{ appointmentId: 'd20' }, { appointmentId: 'd21' }] });
  device.isHeld = true;
  expect(owed(device)).toEqual({ notes: null, total: 0 });
});

/** A role that this professional has in the client's chart. */
function role(of: 'treating' | 'scheduler', ended?: string) {
  const scope = chartScope('c1');
  const body = membershipOf('pro-1', { role: of, ...(ended === undefined ? {} : { ended }) });
  return { collection: 'membership', record: { id: membershipId(scope, 'pro-1', of), scope, body } };
}

test('[CA-8] who only plans sessions of a chart owes no note of it; who also treats does, until that has ended', () => {
  const device = new ScreenClient();
  device.put(me, card, session('s', '2026-11-24T14:00:00.000Z', '2026-11-24T14:50:00.000Z'), role('scheduler'));
  expect(owed(device).total).toBe(0);
  device.put(role('treating'));
  expect(owed(device).total).toBe(1);
  device.put(role('treating', '2026-11-20T00:00:00.000Z'));
  expect(owed(device).total).toBe(0);
});

test('[CA-8] who may write the note is known before a note is said to be owed', () => {
  const device = new ScreenClient();
  device.put(me, card, session('s', '2026-11-24T14:00:00.000Z', '2026-11-24T14:50:00.000Z'), role('scheduler'));
  // Whose session it is, the screen knows already.
  const { client } = device;
  renderHook((id: string) => useRecord('client_card', id), { client, props: 'c1' });
  device.isHeld = true;
  const hook = renderHook(useOwed, { client, props: 10 });
  for (let turn = 0; turn < 6; turn += 1) act(() => device.answer());
  expect(hook.all.filter(({ total }) => total > 0)).toEqual([]);
  expect(hook.last()).toEqual({ notes: [], total: 0 });
  expect(device.asked.filter((what) => what.startsWith('membership.'))).toHaveLength(1);
});

test('a chart more does not take the list away until it is known what one does in it', () => {
  const device = new ScreenClient();
  device.put(me, card, session('s', '2026-11-24T14:00:00.000Z', '2026-11-24T14:50:00.000Z'), role('treating'));
  const hook = renderHook(useOwed, { client: device.client, props: 10 });
  expect(hook.last().total).toBe(1);
  const { length } = hook.all;
  device.isHeld = true;
  const other = session('t', '2026-11-24T16:00:00.000Z', '2026-11-24T16:50:00.000Z');
  act(() => device.put({ ...other, record: { ...other.record, scope: chartScope('c2') } }));
  expect(hook.all.slice(length).map(({ notes, total }) => [notes === null, total])).toEqual(
    hook.all.slice(length).map(() => [false, 1]),
  );
  expect(device.asked.at(-1)).toContain('membership.account pro-1|chart:c2');
});

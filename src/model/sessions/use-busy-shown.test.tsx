// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import { accountScope, practiceScope } from '../../../sync/collections/classes.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useBusyShown } from './use-busy-shown.ts';
import type { Session } from './use-own-sessions.ts';
import type { Schedule } from './use-schedule.ts';

const me = {
  collection: 'account',
  record: {
    id: 'desk-1',
    scope: accountScope('desk-1'),
    body: {
      user_type: 'orchid_pro',
      first_name: 'A',
      last_name: 'B',
      display_name: 'A. B',
      timezone: 'America/New_York',
      modify_datetime: '2026-11-20T09:00:00.000Z',
    },
  },
};
const all = [
  { id: 'lee', name: 'Dr. Lee' },
  { id: 'noor', name: 'Dr. Noor' },
];

function busy(source: string, clinician: string, [start, end]: readonly [string, string], more: object = {}) {
  const body = { clinician, start: `${start}:00.000Z`, end: `${end}:00.000Z`, free: false, ...more };
  return { collection: 'busy_time', record: { id: `busy.${source}`, scope: practiceScope('p1'), body } };
}
const blocked = { blocked: true };
const noon = ['2026-11-25T17:00', '2026-11-25T18:00'] as const;

function scheduleOf(chosen: readonly string[], sessions: readonly Session[], isShared = true): Schedule {
  const clinicians = isShared ? { all, chosen, choose: () => undefined } : null;
  return {
    sessions,
    nameOf: () => '',
    noteOf: () => null,
    isShared,
    clinicians,
    everybodys: sessions,
    zone: 'America/New_York',
  };
}

function shown(chosen: readonly string[], sessions: readonly Session[], device: ScreenClient, isShared = true) {
  const schedule = scheduleOf(chosen, sessions, isShared);
  const hook = renderHook(() => useBusyShown(schedule, '2026-11-25', 1), { client: device.client, props: undefined });
  const last = hook.last();
  hook.leave();
  return last;
}

test('what colleagues have blocked is told with whose it is, also what began days before; nothing that is over, removed, or of other days', () => {
  const device = new ScreenClient('desk-1');
  device.put(
    me,
    busy('b2', 'noor', noon, blocked),
    busy('b1', 'lee', ['2026-11-16T05:00', '2026-11-25T06:00'], blocked),
    busy('over', 'lee', ['2026-11-24T17:00', '2026-11-25T05:00'], blocked),
    busy('removed', 'lee', noon, { ...blocked, free: true }),
    busy('next', 'lee', ['2026-11-26T05:00', '2026-11-26T06:00'], blocked),
  );
  const [start, end] = ['2026-11-25T17:00:00.000Z', '2026-11-25T18:00:00.000Z'];
  const found = shown([], [], device);
  expect(found.map(({ id }) => id)).toEqual(['b1', 'b2']);
  expect(found[1]?.body).toEqual({ clinician: 'noor', clinician_name: 'Dr. Noor', start, end, blocked: true });
  expect(shown(['lee'], [], device).map(({ id }) => id)).toEqual(['b1']);
});

test('a busy time is told where its session is not on this device, and never beside the session itself', () => {
  const device = new ScreenClient('desk-1');
  const held = sessionOf('held', {});
  device.put(
    me,
    busy('held', 'lee', noon),
    busy('moved', 'lee', noon),
    busy('elsewhere', 'lee', noon),
    busy('cancelled', 'lee', noon, { free: true }),
    // Here it stands on another day already.
    { collection: 'appointment', record: sessionOf('moved', {}) },
  );
  expect(shown([], [held], device).map(({ id, body }) => [id, body.blocked])).toEqual([['elsewhere', false]]);
});

test('in a calendar of one’s own nobody else’s time is told', () => {
  const device = new ScreenClient('desk-1');
  device.put(me, busy('b1', 'lee', noon, blocked));
  expect(shown([], [], device, false)).toEqual([]);
});

test('a session that arrives is not told as busy beside itself for a moment', () => {
  const device = new ScreenClient('desk-1');
  device.put(me, busy('a1', 'lee', noon));
  const hook = renderHook(
    (sessions: readonly Session[]) => useBusyShown(scheduleOf([], sessions), '2026-11-25', 1).map(({ id }) => id),
    { client: device.client, props: [] as readonly Session[] },
  );
  expect(hook.last()).toEqual(['a1']);
  const before = hook.all.length;
  hook.draw([sessionOf('a1', {})]);
  expect(hook.all.slice(before)).toContainEqual([]);
  expect(hook.all.slice(before)).not.toContainEqual(['a1']);
  hook.leave();
});

test('who is shown no more leaves nothing behind', () => {
  const device = new ScreenClient('desk-1');
  device.put(me, busy('b1', 'lee', noon, blocked));
  const hook = renderHook(
    (chosen: readonly string[]) => useBusyShown(scheduleOf(chosen, []), '2026-11-25', 1).map(({ id }) => id),
    { client: device.client, props: [] as readonly string[] },
  );
  expect(hook.last()).toEqual(['b1']);
  hook.draw(['desk-1']);
  expect(hook.last()).toEqual([]);
  hook.leave();
});

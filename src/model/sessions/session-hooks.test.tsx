// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import { chartScope, practiceScope } from '../../../sync/collections/classes.ts';
import { billingIdOf } from '../../../sync/collections/session-billing.ts';
import { wishIdOf, type SessionWish } from '../../../sync/collections/session-wish.ts';
import { unplacedIdOf } from '../../../sync/collections/unplaced-session.ts';
import { noteBodyOf } from '../../../sync/testing/call-records.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { accountRow, cardRow, memberRow, practiceRow } from '../../testing/drawn-screen.tsx';
import { renderHook, type Rendered } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useNamedSessions } from './use-named-sessions.ts';
import type { Session } from './use-own-sessions.ts';
import { useSeries, useSeriesKnown } from './use-series.ts';
import { useUnsaid } from './use-unsaid.ts';
import { useWish, useWishes, type Wish } from './use-wishes.ts';

const now = '2026-11-20T12:00:00.000Z';
const scope = chartScope('c');
let device: ScreenClient;
let drawn: Pick<Rendered<unknown, unknown>, 'leave'> | null;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  device = new ScreenClient();
  device.put(accountRow(), practiceRow, cardRow, memberRow());
  drawn = null;
});
afterEach(() => {
  drawn?.leave();
  vi.useRealTimers();
});

function hook<Props, Result>(useIt: (props: Props) => Result, props: Props): Rendered<Props, Result> {
  const rendered = renderHook(useIt, { client: device.client, props });
  drawn = rendered;
  return rendered;
}

const at = (id: string, start: string, body: Partial<Appointment> = {}): Session => {
  const end = new Date(Date.parse(start) + 50 * 60_000).toISOString();
  return { ...sessionOf(id, { clinician: 'pro-1', local_start: start.slice(0, 16), start, end, ...body }), scope };
};
const row = (record: Session) => ({ collection: 'appointment', record });
const note = (id: string) => ({
  collection: 'note',
  record: { id: noteIdOf(id), scope, body: noteBodyOf({ appointment_id: id }) },
});

test('of the last fifteen days of the own zone what nobody has said anything of is asked about, the oldest first', () => {
  device.put(
    ...[
      at('fresh', '2026-11-19T11:11:00.000Z'),
      at('old', '2026-11-19T11:10:00.000Z'),
      // Midnight in Chicago fifteen days back, and a minute before that.
      at('first', '2026-11-05T06:00:00.000Z'),
      at('before', '2026-11-05T05:59:00.000Z'),
      at('noted', '2026-11-18T09:00:00.000Z'),
      at('held', '2026-11-18T10:00:00.000Z', { held: now }),
      at('absent', '2026-11-18T11:00:00.000Z', { absent: 'client' }),
      at('off', '2026-11-18T12:00:00.000Z', { status: 'cancelled_orchid_pro' }),
      at('theirs', '2026-11-18T13:00:00.000Z', { clinician: 'pro-2' }),
    ].map(row),
    note('noted'),
  );
  const rendered = hook(useUnsaid, undefined);
  expect(rendered.last()?.map(({ id }) => id)).toEqual(['first', 'old']);
});

test('nothing is said of what is unsaid until sessions and notes are known', () => {
  device.put(...['old', 'noted'].map((id) => row(at(id, '2026-11-18T09:00:00.000Z'))), note('noted'));
  device.isHeld = true;
  const rendered = hook(useUnsaid, undefined);
  expect(rendered.all.at(-1)).toBeNull();
  // One answer leads to the next question: whose days, then which sessions, then their notes.
  for (let turn = 0; turn < 4; turn += 1) act(() => device.answer());
  const said = rendered.all.map((one) => one?.map(({ id }) => id).join(' ') ?? null);
  expect([...new Set(said)]).toEqual([null, 'old']);
});

const named = ({ sessions, isShared }: { readonly sessions: readonly Session[]; readonly isShared: boolean }) =>
  useNamedSessions(sessions, isShared);

test('a session has its client’s name and, in a calendar of one’s own, whether there is a note', () => {
  device.put(note('a1'));
  const sessions = [at('a2', '2026-11-21T09:00:00.000Z'), at('a1', '2026-11-20T09:00:00.000Z')];
  const rendered = hook(named, { sessions, isShared: false });
  expect(rendered.last().map(({ session, name, note }) => [session.id, name, note?.id])).toEqual([
    ['a2', 'Mara Test', undefined],
    ['a1', 'Mara Test', noteIdOf('a1')],
  ]);
});

test('in a shared calendar nobody’s note is asked for', () => {
  device.put(note('a1'));
  const rendered = hook(named, { sessions: [at('a1', '2026-11-20T09:00:00.000Z')], isShared: true });
  expect(rendered.last().map(({ name, note }) => [name, note])).toEqual([['Mara Test', null]]);
  expect(device.asked.filter((what) => what.startsWith('note'))).toEqual([]);
});

const session = at('a1', '2026-11-21T09:00:00.000Z');
const wish = (id: string, more: Partial<SessionWish> = {}) => ({
  collection: 'session_wish',
  record: {
    id: wishIdOf(id),
    scope,
    body: {
      appointment_id: id,
      asked_by: 'm',
      times: [],
      seen_start: '2026-11-21T09:00:00.000Z',
      state: 'asked',
      modify_datetime: now,
      ...more,
    },
  },
});

test('[CA-11] wishes that wait are those of one’s own sessions, of the time that was seen; the front desk has every one', () => {
  const theirs = at('a2', '2026-11-22T09:00:00.000Z', { clinician: 'pro-2' });
  const cancelled = at('a3', session.body.start, { status: 'cancelled_orchid_pro' });
  const moved = at('a4', '2026-11-23T09:00:00.000Z');
  device.put(...[session, theirs, cancelled, moved].map(row));
  device.put(wish('a1'), wish('a2', { seen_start: theirs.body.start }), wish('a3'), wish('a4'), wish('gone'));
  const rendered = hook(useWishes, undefined);
  const ids = () => rendered.last().map((one) => [one.session.id, one.name]);
  expect(ids()).toEqual([['a1', 'Mara Test']]);
  act(() => device.put(memberRow('pro-1', { role: 'scheduler' }, practiceScope('x'))));
  expect(ids().toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))).toEqual([
    ['a1', 'Mara Test'],
    ['a2', 'Mara Test'],
  ]);
  act(() => device.put(wish('a1', { state: 'declined' })));
  expect(ids()).toEqual([['a2', 'Mara Test']]);
});

test('[CA-11] of a session that has begun no wish is looked for', () => {
  device.put(wish('a1'));
  const rendered = hook<string, Wish | null>((at) => useWish(session, at), now);
  expect(rendered.last()?.id).toBe(wishIdOf('a1'));
  rendered.draw(session.body.start);
  expect(rendered.all.at(-1)).toBeNull();
});

const series = {
  collection: 'appointment_series',
  record: {
    id: 's',
    scope,
    body: {
      clinician: 'pro-1',
      clinician_name: 'Dr. Bell',
      practice_id: 'x',
      first: '2026-11-21',
      rule: { unit: 'week', every: 1, ends: { kind: 'count', count: 3 } },
      plan: [{ from: '2026-11-21', days: 0, time: '09:00', zone: 'UTC', minutes: 50, facts: {} }],
      laid_through: '2026-12-05',
      create_datetime: now,
      modify_datetime: now,
    },
  },
};
const dated = (day: string): Session =>
  at(`s.${day}`, `2026-${day}T09:00:00.000Z`, { series: { id: 's', date: `2026-${day}` } });
const waits = (day: string, state: string) => ({
  collection: 'unplaced_session',
  record: { id: unplacedIdOf('s', day), scope, body: { ...session.body, series: { id: 's', date: day }, state } },
});
const bill = (id: string, billed: readonly string[]) => ({
  collection: 'session_billing',
  record: { id: billingIdOf(id), scope, body: { appointment_id: id, billed } },
});

test('[CA-9] what a change of a series would meet: notes, what is on a bill, and dates that wait and are still open', () => {
  device.put(series, ...['11-21', '11-28', '12-05'].map(dated).map(row));
  device.put(note('s.11-21'), bill('s.11-28', ['b']), bill('s.12-05', []));
  device.put(waits('2026-12-12', 'open'), waits('2026-12-19', 'dropped'), waits('2026-12-26', 'placed'));
  const rendered = hook((one: Session | null) => useSeriesKnown(one), dated('11-21'));
  const known = rendered.last();
  expect(known?.sessions.map(({ id }) => id)).toEqual(['s.11-21', 's.11-28', 's.12-05']);
  expect([...(known?.noted ?? [])]).toEqual(['s.11-21']);
  expect([...(known?.billed ?? [])]).toEqual(['s.11-28']);
  expect([...(known?.waits ?? [])]).toEqual(['2026-12-12']);
  expect([known?.now, known?.plan]).toEqual([now, series.record.body.plan]);
});

test('[CA-9] of a session that does not repeat, or whose series is not here, there is none', () => {
  const rendered = hook((one: Session | null) => useSeries(one), session);
  expect(rendered.all.at(-1)).toBeNull();
  rendered.draw(dated('11-21'));
  expect(rendered.all.at(-1)).toBeNull();
  act(() => device.put(series, row(dated('11-21'))));
  expect(rendered.last()?.sessions.map(({ id }) => id)).toEqual(['s.11-21']);
});

// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppointmentSeries } from '../../../../sync/collections/appointment-series.ts';
import { chartScope } from '../../../../sync/collections/classes.ts';
import { wishIdOf } from '../../../../sync/collections/session-wish.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { clockSpan, dayMonth, longDay, shortDay } from '../../../lib/time.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, practiceRow, refused } from '../../../testing/drawn-screen.tsx';
import { AskedToMove } from './asked-to-move.tsx';
import { EndingSeriesSheet } from './ending-series-sheet.tsx';
import { EndingSeries } from './ending-series.tsx';
import { UnsaidSessions } from './unsaid-sessions.tsx';

const now = '2026-11-20T12:00:00.000Z';
const zone = 'America/Chicago';
const scope = chartScope('c');
let screen: DrawnScreen;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, cardRow, memberRow());
});
afterEach(() => {
  screen.leave();
  vi.useRealTimers();
});

const at = (id: string, start: string, body: object = {}) => {
  const end = new Date(Date.parse(start) + 50 * 60_000).toISOString();
  const record = { ...sessionOf(id, { clinician: 'pro-1', start, end, ...body }), scope };
  return { collection: 'appointment', record };
};

test('sessions of which nobody has said anything are counted, and the way leads to the oldest', async () => {
  screen.device.put(at('new', '2026-11-18T09:00:00.000Z'), at('old', '2026-11-17T09:00:00.000Z'));
  await screen.draw(<UnsaidSessions />);
  expect(screen.text()).toContain('Did 2 sessions take place?');
  expect(document.querySelector('a')?.getAttribute('href')).toContain('/old');
  screen.put(at('old', '2026-11-17T09:00:00.000Z', { held: now }));
  expect(screen.text()).toContain('Did a session take place?');
  expect(document.querySelector('a')?.getAttribute('href')).toContain('/new');
  screen.put(at('new', '2026-11-18T09:00:00.000Z', { absent: 'client' }));
  expect(screen.text()).toBe('');
});

test('[CA-11] who asks for another time is told of with when it is, in the own clock; what was answered stays said', async () => {
  const start = '2026-11-25T03:00:00.000Z';
  const wish = (state: string) => ({
    collection: 'session_wish',
    record: {
      id: wishIdOf('a1'),
      scope,
      stamps: { state: 'v3' },
      body: {
        appointment_id: 'a1',
        asked_by: 'm',
        times: [],
        words: 'Later',
        seen_start: start,
        state,
        modify_datetime: now,
      },
    },
  });
  const session = at('a1', start);
  screen.device.put(session, wish('asked'));
  await screen.draw(<AskedToMove />);
  expect(screen.said('h2')).toBe('Asked for another time1');
  const when = `${shortDay('2026-11-24', '2026-11-20')}, ${clockSpan(session.record.body, zone)}`;
  expect(screen.text()).toContain(`It is on ${when}`);
  await screen.press('Keep the time');
  screen.put(wish('declined'));
  // Of the declined one nothing more is asked, yet what was done is still said.
  expect(screen.text()).toContain('Mara Test: the time is kept.');
});

const series = (more: Partial<AppointmentSeries> = {}) => ({
  collection: 'appointment_series',
  record: {
    id: 's',
    scope,
    stamps: {},
    pending: false,
    version: 1,
    body: {
      clinician: 'pro-1',
      clinician_name: 'Dr. Bell',
      practice_id: 'x',
      first: '2026-11-17',
      rule: { unit: 'week', every: 1, ends: { kind: 'count', count: 3 } },
      plan: [],
      laid_through: '2026-12-01',
      create_datetime: now,
      modify_datetime: now,
      ...more,
    } as AppointmentSeries,
  },
});

let closed: number;
let done: string[];
const drawSheet = (more: Partial<AppointmentSeries> = {}) => {
  [closed, done] = [0, []];
  const ending = { record: series(more).record as never, name: 'Mara Test', last: '2026-12-01' };
  return screen.draw(
    <EndingSeriesSheet
      {...{ ending }}
      onDone={({ words }) => void done.push(words)}
      onClose={() => void (closed += 1)}
    />,
  );
};

test('[CA-9] a series goes on for as many as were chosen, with its last date said before', async () => {
  await drawSheet();
  await screen.press('4 more sessions');
  expect(screen.said('output')).toContain(`The last is then on ${longDay('2026-12-29', '2026-11-20')}.`);
  await screen.press('Continue');
  expect(screen.sent).toEqual([
    ['appointment_series.extend', { series_id: 's', ends: { kind: 'count', count: 7 }, through: '2026-12-29' }],
  ]);
  expect([done, closed]).toEqual([['Mara Test: 4 more sessions. Saved on this device.'], 1]);
});

test('[CA-9] one that goes on until it is ended is laid out a year from today by the own clock', async () => {
  // The twentieth by UTC, not yet in Chicago.
  vi.setSystemTime(Date.parse('2026-11-20T03:00:00.000Z'));
  await drawSheet();
  await screen.press('Until I end it');
  await screen.press('Continue');
  expect(screen.sent).toEqual([
    ['appointment_series.extend', { series_id: 's', ends: { kind: 'open' }, through: '2027-11-19' }],
  ]);
});

test('[CA-9] a refused extension keeps the sheet, and tells nothing as done', async () => {
  await drawSheet();
  screen.answer = () => refused('The client is archived.');
  await screen.press('Continue');
  expect([screen.alert(), done, closed]).toEqual(['The client is archived.', [], 0]);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Continue');
  expect([screen.alert(), closed, screen.button('Continue')?.disabled]).toEqual([notTakenWords, 0, false]);
});

test('[CA-9] what one series cannot have is not sent', async () => {
  await drawSheet({
    first: '2024-12-24',
    laid_through: '2026-12-01',
    rule: { unit: 'week', every: 1, ends: { kind: 'count', count: 102 } },
  });
  expect(screen.text()).toContain('That is more than one series can have');
  expect(screen.button('Continue')?.disabled).toBe(true);
});

test('[CA-9] that a series may end is told where it was refused too, without a way back; series stand by their last session', async () => {
  const dated = (id: string, day: string) =>
    at(`${id}.${day}`, `2026-${day}T09:00:00.000Z`, { series: { id, date: `2026-${day}` } });
  const other = {
    ...series({ laid_through: '2026-11-28' }),
    record: { ...series({ laid_through: '2026-11-28' }).record, id: 't' },
  };
  screen.device.put(series(), other, dated('s', '12-01'), dated('t', '11-28'));
  await screen.draw(<EndingSeries />);
  const rows = [...document.querySelectorAll('li')].map((one) => one.textContent ?? '');
  expect(rows.map((words) => /end on (.+?)\./.exec(words)?.[1])).toEqual(
    ['2026-11-28', '2026-12-01'].map((day) => dayMonth(day)),
  );
  screen.answer = () => refused('Changed meanwhile.');
  await screen.press('Let it end');
  expect([screen.said('output'), screen.button('Undo')]).toEqual(['Changed meanwhile.', undefined]);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Let it end');
  expect(screen.said('output')).toBe(notTakenWords);
  expect(screen.sent.map(([, args]) => args)).toEqual([
    { series_id: 't', ends_well: true },
    { series_id: 't', ends_well: true },
  ]);
});

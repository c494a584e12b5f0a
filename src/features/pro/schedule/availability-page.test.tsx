// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MutateResult } from '../../../../sync/client/api.ts';
import { practiceScope } from '../../../../sync/collections/classes.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { clockSpan, minuteSpan, shortDay } from '../../../lib/time.ts';
import { accountRow, DrawnScreen, practiceRow, refused } from '../../../testing/drawn-screen.tsx';
import { AvailabilityPage } from './availability-page.tsx';
import { notTakenWords } from './words.ts';

/** Friday, half past eleven at night, where she works; in her practice, and where the device is, it is Saturday. */
const now = '2026-11-21T05:30:00.000Z';
const [today, zone] = ['2026-11-20', 'America/Chicago'];
const start = '2026-11-20T15:00:00.000Z';
let screen: DrawnScreen;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date', 'setInterval', 'clearInterval'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow);
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
  vi.useRealTimers();
});

const row = (collection: string, id: string, body: object, more: object = {}) => ({
  collection,
  record: { id, scope: practiceScope('x'), body: { clinician: 'pro-1', modify_datetime: now, ...body }, ...more },
});
const hours = (id: string, weekday: number, from: number, more: object = {}, seen: object = {}) =>
  row('availability_period', id, { weekday, from, to: from + 60, zone, ...more }, seen);
const hourAfter = (start: string) => new Date(Date.parse(start) + 3_600_000).toISOString();
const opening = (id: string, start: string, more: object = {}, seen: object = {}) => {
  const local = { local_start: `${start.slice(0, 11)}09:00`, zone: 'America/New_York', minutes: 60 };
  return row('availability_opening', id, { ...local, start, end: hourAfter(start), ...more }, seen);
};
const away = (id: string, from_date: string, to_date = from_date, more: object = {}, seen: object = {}) =>
  row('unavailability', id, { from_date, to_date, zone, ...more }, seen);
const type = (id: string, label: string, of = 'pro-1') =>
  row('appointment_type', id, { label, minutes: 50, kind: 'regular', price_cents: 0, orchid_pro_user_id: of });
const office = row('office_location', 'l1', { office_name: 'Loft', session_location_type: 'in-person' });

const draw = () => screen.draw(<AvailabilityPage />);
/** What stands in each row of a list, line by line; null where there is no list. */
const rows = (label: string) => {
  const list = document.querySelector(`ul[aria-label="${label}"]`);
  return (
    list && [...list.children].map((one) => [...one.querySelectorAll('p')].map((line) => line.textContent).join('|'))
  );
};
const days = () => [...document.querySelectorAll('ul[aria-label="Weekly hours"] h3')].map((one) => one.textContent);
const rules = () => [...document.querySelectorAll('dl > div')].map((one) => one.lastChild?.textContent);
/** What is told at the foot. */
const told = () => screen.said('output');
const span = (from: number) => minuteSpan(from, from + 60);
const when = (date: string, start: string) =>
  `${shortDay(date, today)}, ${clockSpan({ start, end: hourAfter(start) }, zone)}`;

test('until the device has answered nothing is said to be missing, and no hours can be added', async () => {
  screen.device.isHeld = true;
  await draw();
  expect(document.querySelector('output')?.getAttribute('aria-label')).toBe('Opening your availability');
  expect([screen.said('h1'), screen.said('h2'), screen.buttons()]).toEqual(['Availability', null, []]);
  for (let turn = 0; turn < 4; turn += 1) await act(async () => screen.device.answer());
  expect([document.querySelector('output'), screen.text().includes('No weekly hours yet')]).toEqual([null, true]);
});

test('who belongs to no practice is told so, and waits for nothing', async () => {
  screen.device.put(accountRow('pro-1', { practice_id: undefined }));
  await draw();
  expect([screen.text().includes('You belong to no practice yet'), screen.said('output')]).toEqual([true, null]);
});

test('the same hours on two days are told apart by whoever hears the buttons', async () => {
  screen.device.put(hours('h1', 2, 540), hours('h2', 3, 540));
  await draw();
  const removes = [...document.querySelectorAll('button[aria-label^="Remove"]')].map((one) =>
    one.getAttribute('aria-label'),
  );
  expect(removes).toEqual([`Remove Tuesday, ${span(540)}`, `Remove Wednesday, ${span(540)}`]);
});

test('where nothing was said yet each part says so, with the way to say it; rules are the usual ones, until there are own ones', async () => {
  await draw();
  expect(screen.text()).toContain('Times are in Chicago time.');
  const away = ['Your practice sees that you are away, not why.', 'No time away is planned.'];
  for (const words of ['No weekly hours yet', ...away, 'No such time is to come.'])
    expect(screen.text()).toContain(words);
  expect(screen.buttons()).toEqual(['Add weekly hours', 'Add time away', 'Open a time once', 'Change rules']);
  expect([days(), rows('Away'), rows('Open once')]).toEqual([[], null, null]);
  expect(rules()).toEqual(['Nothing', 'None', '1 year', 'Every half hour']);
  const own = { buffer_minutes: 10, notice_minutes: 2880, horizon_days: 90, step_minutes: 15 };
  screen.put(row('booking_rules', 'booking.pro-1', own));
  expect(rules()).toEqual(['10 min', '2 days', '90 days', 'Every 15 minutes']);
});

test('a week is told from Monday on, the hours of a day by the clock, of oneself and this practice alone', async () => {
  const elsewhere = hours('h8', 4, 600);
  screen.device.put(hours('h1', 0, 540), hours('h2', 6, 540), hours('h3', 1, 900), hours('h4', 1, 480));
  screen.device.put(
    hours('h5', 3, 540),
    hours('h6', 2, 540, { clinician: 'pro-2' }),
    hours('h7', 2, 540, { removed: now }),
    { ...elsewhere, record: { ...elsewhere.record, scope: practiceScope('y') } },
  );
  await draw();
  expect(days()).toEqual(['Monday', 'Wednesday', 'Saturday', 'Sunday']);
  expect([rows('Monday'), rows('Sunday')]).toEqual([[span(480), span(900)], [span(540)]]);
  expect(screen.buttons().filter((one) => one === 'Add weekly hours')).toHaveLength(1);
  expect(screen.text()).not.toContain('No weekly hours yet');
});

test('hours say what they are for, whose clock they go by where that is another, and what is not sent yet', async () => {
  const offer = { place: 'office_location', office_location_id: 'l1', appointment_type_ids: ['t1'] };
  screen.device.put(type('t1', 'Intake'), type('t2', 'Couples'), type('t3', 'Group', 'pro-2'), office);
  screen.device.put(
    hours('h1', 1, 480, { zone: 'America/New_York' }),
    hours('h2', 1, 600, { ...offer, appointment_type_ids: ['t1', 't2'] }),
    hours('h3', 1, 720, { zone: 'America/New_York', place: 'telehealth', appointment_type_ids: ['t3'] }),
    hours('h4', 1, 840, {}, { pending: true }),
  );
  screen.device.put(opening('o1', start, offer));
  await draw();
  expect(rows('Monday')).toEqual([
    `${span(480)}|New York time`,
    `${span(600)}|Loft · Couples, Intake`,
    `${span(720)}|Video only · a type no longer offered · New York time`,
    span(840),
  ]);
  expect(rows('Open once')).toEqual([`${when(today, start)}|Loft · Intake`]);
  const waiting = [...document.querySelectorAll('li li')].filter((one) => one.textContent?.includes('to reach the'));
  expect(waiting.map((one) => one.querySelector('p')?.textContent)).toEqual([span(840)]);
  screen.put(hours('h4', 1, 840));
  expect(screen.text()).not.toContain('waiting to reach the server');
});

test('days away are listed until their last day is over where she works, by the first one', async () => {
  screen.device.put(away('w1', '2026-12-24', '2027-01-02'), away('w2', '2026-11-01', today), away('w3', '2026-11-19'));
  screen.device.put(away('w4', '2026-12-01', '2026-12-01', { clinician: 'pro-2' }), away('w5', '2026-11-21'));
  await draw();
  const day = (date: string) => shortDay(date, today);
  const later = [day('2026-11-21'), `${day('2026-12-24')} – ${day('2027-01-02')}`];
  expect(rows('Away')).toEqual([`${day('2026-11-01')} – ${day(today)}`, ...later]);
  await act(async () => vi.advanceTimersByTime(29 * 60_000));
  expect(rows('Away')).toHaveLength(3);
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(rows('Away')).toEqual(later);
});

test('times that are open once are told by the own clock, from the beginning of this day on, for two years', async () => {
  const starts = ['2026-11-20T05:01', '2026-11-20T05:00', '2028-11-19T05:59', '2028-11-19T06:00', '2026-11-20T15:00'];
  const [first = '', never = '', last = '', far = '', morning = ''] = starts.map((one) => `${one}:00.000Z`);
  screen.device.put(...[first, never, last, far, morning].map((one, at) => opening(`o${at}`, one)));
  await draw();
  expect(rows('Open once')).toEqual([when('2026-11-19', first), when(today, morning), when('2028-11-18', last)]);
});

const kinds = [
  {
    what: 'weekly hours',
    put: hours('h1', 3, 600, {}, { stamps: { from: 'f1', place: 'p1' } }),
    name: `Wednesday, ${span(600)}`,
    gone: `Wednesday, ${span(600)}, is taken out.`,
    change: 'availability_period.save',
    of: { period_id: 'h1' },
    base: { from: 'f1', place: 'p1', appointment_type_ids: '' },
    sheet: ['Change weekly hours', 'from', '10:00', `Wednesday, ${span(600)}, is taken out.`],
  },
  {
    what: 'a time that is open once',
    put: opening('o1', start, {}, { stamps: { start: 's1', appointment_type_ids: 'y1' } }),
    name: when(today, start),
    gone: `${when(today, start)} is taken out.`,
    change: 'availability_opening.save',
    of: { opening_id: 'o1' },
    base: { start: 's1', place: '', appointment_type_ids: 'y1' },
    sheet: ['Change an opening', 'date', today, `${when(today, start)} is not open any more.`],
  },
  {
    what: 'time away',
    put: away('w1', '2026-12-24', '2026-12-24', {}, { stamps: { from_date: 'd1' } }),
    name: shortDay('2026-12-24', today),
    gone: `${shortDay('2026-12-24', today)} is taken out.`,
    change: 'unavailability.save',
    of: { unavailability_id: 'w1' },
    base: { from_date: 'd1' },
    sheet: ['Change time away', 'to_date', '2026-12-24', `You are not away ${shortDay('2026-12-24', today)} any more.`],
  },
] as const;

const beside = [hours('h0', 3, 480), opening('o0', '2026-12-01T15:00:00.000Z'), away('w0', '2026-12-01')];

test.each(kinds)('$what: removed as it was on screen, told once that is done, and taken back', async (kind) => {
  screen.device.put(...beside, kind.put);
  await draw();
  let settle: (result: MutateResult) => void = () => undefined;
  screen.answer = () => new Promise((resolve) => (settle = resolve));
  await screen.press(`Remove ${kind.name}`);
  expect(told()).toBeNull();
  const args = { practice_id: 'x', ...kind.of };
  expect(screen.sent).toEqual([[kind.change, { ...args, removed: true }, kind.base]]);
  await act(async () => settle(screen.saved()));
  expect([told(), screen.sheet()]).toEqual([kind.gone, null]);
  screen.answer = () => screen.saved();
  await screen.press('Undo');
  expect([told(), screen.sent.at(-1)]).toEqual(['Taken back.', [kind.change, { ...args, removed: false }, {}]]);
  expect(screen.owners).toEqual(['pro-1', 'pro-1']);
});

test.each(kinds)('$what: what could not be removed is told in its words, without a way back', async (kind) => {
  screen.device.put(kind.put);
  await draw();
  screen.answer = () => refused('Changed meanwhile.', 'changed_meanwhile');
  await screen.press(`Remove ${kind.name}`);
  expect([told(), screen.button('Undo')]).toEqual(['Changed meanwhile.', undefined]);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press(`Remove ${kind.name}`);
  expect([told(), screen.button('Undo')]).toEqual([notTakenWords, undefined]);
});

test.each(kinds)('$what: opened as it stands to be changed, closed again, and removed from there', async (kind) => {
  screen.device.put(...beside, kind.put);
  await draw();
  await screen.press(`Change ${kind.name}`);
  const [title, field, value, words] = kind.sheet;
  expect([screen.sheet(), screen.field(field).value]).toEqual([title, value]);
  await screen.press('Back');
  expect([screen.sheet(), screen.sent]).toEqual([null, []]);
  await screen.press(`Change ${kind.name}`);
  await screen.press('Remove');
  expect([screen.sheet(), told()]).toEqual([null, words]);
  expect(screen.sent[0]?.[1]).toEqual({ practice_id: 'x', ...kind.of, removed: true });
});

test.each([
  ['Add weekly hours', 'Add weekly hours', () => screen.press('Wednesday'), 'Every Wednesday'],
  ['Open a time once', 'Open a time once', () => screen.type('to', '23:00'), 'Open: '],
  ['Add time away', 'Add time away', () => screen.type('to_date', '2026-12-01'), 'Away '],
  ['Change rules', 'How free times are found', () => screen.type('notice_minutes', '60'), ''],
] as const)('%s opens what is filled in, is told and closed once saved', async (button, title, fill, words) => {
  screen.device.put(...kinds.map(({ put }) => put));
  screen.answer = () => screen.saved('new-1');
  await draw();
  await screen.press(button);
  expect(screen.sheet()).toBe(title);
  await screen.press('Back');
  expect(screen.sheet()).toBeNull();
  await screen.press(button);
  await fill();
  await screen.press('Save');
  expect([screen.sheet(), told()?.startsWith(words), told()?.endsWith('Saved on this device.')]).toEqual([
    null,
    true,
    true,
  ]);
  expect(JSON.stringify(screen.sent[0]?.[1])).not.toMatch(/(period|opening|availability)_id/);
});

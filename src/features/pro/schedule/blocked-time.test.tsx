// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountScope } from '../../../../sync/collections/classes.ts';
import { notTakenMessage } from '../../../forms/save-state.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { clockTime } from '../../../lib/time.ts';
import { accountRow, DrawnScreen, refused } from '../../../testing/drawn-screen.tsx';
import { BlockDetail } from './block-detail.tsx';
import { BlockSheet } from './block-sheet.tsx';
import type { Done } from './calendar-acts.ts';
import { Told } from './testing/told.tsx';
import { whenWords } from './words.ts';

const now = '2026-11-20T12:00:00.000Z';
let screen: DrawnScreen;
let told: Done[];
let edited: unknown[];
let closed: number;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow());
  screen.answer = () => screen.saved('b9');
  [told, edited, closed] = [[], [], 0];
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
  vi.useRealTimers();
});

const body = {
  label: 'Lunch',
  local_start: '2026-12-01T23:30',
  zone: 'America/New_York',
  minutes: 60,
  start: '2026-12-02T04:30:00.000Z',
  end: '2026-12-02T05:30:00.000Z',
  clinician: 'pro-1',
  practice_id: 'x',
  modify_datetime: now,
};
const stamps = { start: 't5', label: 'l2' };
const row = (more: object = {}) => ({
  collection: 'blocked_interval',
  record: { id: 'b1', scope: accountScope('pro-1'), stamps, pending: false, version: 1, body: { ...body, ...more } },
});
const drawSheet = (props: object) =>
  screen.draw(
    <Told to={told}>
      <BlockSheet {...props} onClose={() => void (closed += 1)} />
    </Told>,
  );

test('a time is blocked by one’s own clock; taken back, what was made is removed', async () => {
  await drawSheet({ begun: { date: '2026-12-01', minute: 9 * 60, minutes: 90 } });
  await screen.type('label', 'Dentist');
  await screen.press('Block it');
  const start = '2026-12-01T15:00:00.000Z';
  const time = { local_start: '2026-12-01T09:00', zone: 'America/Chicago', minutes: 90, start };
  expect(screen.sent).toEqual([
    ['blocked_interval.save', { practice_id: 'x', label: 'Dentist', ...time }, { label: '', start: '' }],
  ]);
  const when = whenWords({ start, end: '2026-12-01T16:30:00.000Z' }, 'America/Chicago', '2026-11-20');
  expect([told.map(({ words }) => words), closed]).toEqual([[`Blocked: ${when}. Saved on this device.`], 1]);
  await told[0]?.undo?.();
  expect(screen.sent.at(-1)).toEqual(['blocked_interval.save', { practice_id: 'x', interval_id: 'b9', removed: true }]);
});

test('one that ends before it begins is not sent, and a refusal keeps all that was typed', async () => {
  await drawSheet({ begun: { date: '2026-12-01', minute: 9 * 60, minutes: 90 } });
  await screen.type('label', 'Dentist');
  await screen.type('end_time', '08:00');
  await screen.press('Block it');
  expect([screen.alert(), screen.sent, closed]).toEqual(['It has to end after it begins.', [], 0]);
  await screen.type('end_time', '10:00');
  screen.answer = () => refused('Not yours to block.');
  await screen.press('Block it');
  expect([screen.alert(), closed, told]).toEqual(['Not yours to block.', 0, []]);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Block it');
  expect([screen.alert(), closed]).toEqual([notTakenMessage, 0]);
  expect([screen.field('label').value, screen.field('end_time').value]).toEqual(['Dentist', '10:00']);
});

test('one that is changed stands there by its own clock; only what is other is said, over its version', async () => {
  screen.device.put(row());
  await drawSheet({ block: { ...row().record } });
  expect(['date', 'time', 'end_date', 'end_time'].map((name) => screen.field(name).value)).toEqual([
    '2026-12-01',
    '23:30',
    '2026-12-02',
    '00:30',
  ]);
  await screen.type('label', 'Errands');
  await screen.press('Save');
  await drawSheet({ block: { ...row().record } });
  await screen.type('end_time', '01:00');
  await screen.press('Save');
  const named = { practice_id: 'x', interval_id: 'b1', label: 'Errands' };
  const moved = { local_start: '2026-12-01T23:30', zone: 'America/New_York', minutes: 90, start: body.start };
  expect(screen.sent).toEqual([
    ['blocked_interval.save', named, { label: 'l2' }],
    ['blocked_interval.save', { practice_id: 'x', interval_id: 'b1', ...moved }, { start: 't5' }],
  ]);
  expect(told.map(({ undo }) => undo)).toEqual([undefined, undefined]);
});

test('one that is left as it was closes, and nothing is sent or told', async () => {
  screen.device.put(row());
  await drawSheet({ block: { ...row().record } });
  await screen.press('Save');
  expect([screen.sent, told, closed]).toEqual([[], [], 1]);
});

const drawPage = () =>
  screen.drawAt(
    '/pro-dashboard/schedule/blocks/b1',
    ['pro-dashboard/schedule', 'blocks/$intervalId'],
    <Told to={told} acts={{ editBlock: (block) => void edited.push(block.id) }}>
      <BlockDetail />
    </Told>,
  );

test('[CA-2] a block is told by the clock of who looks, and removed over what was seen; taken back, it is there again', async () => {
  screen.device.put(row());
  await drawPage();
  expect(screen.text()).toContain(clockTime(body.start, 'America/Chicago'));
  expect(screen.text()).toContain('Lunch');
  await screen.press('Edit');
  expect(edited).toEqual(['b1']);
  await screen.press('Remove');
  expect([told.map(({ words }) => words), screen.where()]).toEqual([
    ['The time is not blocked any more.'],
    '/pro-dashboard/schedule',
  ]);
  await told[0]?.undo?.();
  expect(screen.sent).toEqual([
    ['blocked_interval.save', { practice_id: 'x', interval_id: 'b1', removed: true }, { start: 't5', label: 'l2' }],
    ['blocked_interval.save', { practice_id: 'x', interval_id: 'b1', removed: false }],
  ]);
});

test('where removing is refused the page stays and says why', async () => {
  screen.device.put(row());
  await drawPage();
  screen.answer = () => refused('Changed meanwhile.');
  await screen.press('Remove');
  expect([screen.alert(), told, screen.where()]).toEqual([
    'Changed meanwhile.',
    [],
    '/pro-dashboard/schedule/blocks/b1',
  ]);
  expect(screen.button('Remove')?.disabled).toBe(false);
});

test('one that is removed, or not here, says so', async () => {
  screen.device.put(row({ removed: now }));
  await drawPage();
  expect(screen.text()).toContain('This time is not blocked');
  expect(screen.buttons()).toEqual([]);
});

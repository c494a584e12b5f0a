// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chartScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { transferIdOf } from '../../../../sync/collections/session-transfer.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, practiceRow, refused } from '../../../testing/drawn-screen.tsx';
import { longDay } from '../../../lib/time.ts';
import type { Done } from './calendar-acts.ts';
import { Told } from './testing/told.tsx';
import { TransferSheet } from './transfer-sheet.tsx';

// One in the morning in New York, where the practice is; the day before is not over in Chicago, where who looks is.
const now = '2026-11-20T05:30:00.000Z';
let screen: DrawnScreen;
let told: Done[];
let closed: number;
const professional = (sub: string, name: string) => ({
  collection: 'professional',
  record: { id: sub, scope: practiceScope('x'), body: { cognito_sub: sub, display_name: name, practice_id: 'x' } },
});
const at = (id: string, day: string, clinician = 'pro-1') =>
  sessionOf(id, {
    clinician,
    clinician_name: 'Dr. Bell',
    local_start: `${day}T09:00`,
    start: `${day}T09:00:00.000Z`,
    end: `${day}T09:50:00.000Z`,
  });
const session = at('a1', '2026-11-21');
const coming = [session, at('a2', '2026-11-27'), at('a3', '2026-11-26'), at('other', '2026-11-28', 'pro-2')];

beforeEach(() => {
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, cardRow, memberRow());
  screen.device.put(
    professional('pro-1', 'Dr. Bell'),
    professional('pro-2', 'Dr. Cole'),
    professional('pro-3', 'Dr. Dunn'),
  );
  screen.device.put(...coming.map((record) => ({ collection: 'appointment', record })));
  [told, closed] = [[], 0];
});
afterEach(() => screen.leave());

const draw = () =>
  screen.draw(
    <Told to={told}>
      <TransferSheet {...{ session, now }} name="Mara Test" zone="America/Chicago" onClose={() => void (closed += 1)} />
    </Told>,
  );

const whole = 'The whole chart, until that is ended under Who has access: reads everything and writes notes';
const sessionsAlone =
  'The sessions alone: when and where they are and how the client is reached. No note is read, and none can be written.';
const scope = chartScope('c');
const propose = (id: string, state = '') => [
  'session_transfer.propose',
  { appointment_id: id, to: 'pro-2' },
  { state },
];
const withdraw = (id: string, more: object = {}) => [
  'session_transfer.answer',
  { appointment_id: id, answer: 'withdraw', ...more },
];

test('[CA-8] nobody is let into a chart by a choice that was not made; with the sessions alone the undo closes nothing', async () => {
  await draw();
  expect(screen.text()).not.toContain('Dr. Bell sees');
  await screen.press('Dr. Cole');
  expect(screen.button('Propose')?.disabled).toBe(true);
  await screen.press(sessionsAlone);
  await screen.press('Propose');
  const given = { scope, account: 'pro-2', account_name: 'Dr. Cole', role: 'scheduler' };
  expect(screen.sent).toEqual([['membership.grant', given], propose('a1')]);
  expect([told.map(({ words }) => words), closed]).toEqual([['Proposed to Dr. Cole.'], 1]);
  screen.sent.length = 0;
  await told[0]?.undo?.();
  expect(screen.sent).toEqual([withdraw('a1')]);
});

test('[CA-8] a chart that was opened with the proposal is closed by its undo', async () => {
  await draw();
  await screen.press('Dr. Cole');
  await screen.press(whole);
  await screen.press('Propose');
  expect(screen.sent[0]).toEqual([
    'membership.grant',
    { scope, account: 'pro-2', account_name: 'Dr. Cole', role: 'treating' },
  ]);
  screen.sent.length = 0;
  await told[0]?.undo?.();
  expect(screen.sent).toEqual([withdraw('a1', { closes_chart: true })]);
});

test('[CA-8] who was let in until a day gives nothing beyond it', async () => {
  screen.device.put(memberRow('pro-1', { access: 'delegated', until: '2026-12-01' }));
  await draw();
  await screen.press('Dr. Cole');
  await screen.press(whole);
  await screen.press('Propose');
  expect(screen.sent[0]?.[1]).toMatchObject({ role: 'treating', until: '2026-12-01' });
});

test('[CA-8] who reads the chart already is asked for no more, and keeps it when the proposal is taken back', async () => {
  screen.device.put(memberRow('pro-2', { access: 'delegated' }));
  await draw();
  await screen.press('Dr. Cole');
  expect(screen.text()).toContain('Dr. Cole has access to the chart already.');
  await screen.press('Propose');
  expect(screen.sent).toEqual([propose('a1')]);
  screen.sent.length = 0;
  await told[0]?.undo?.();
  expect(screen.sent).toEqual([withdraw('a1')]);
});

test('[AC-6] an access whose last day is over in the practice is none any more, though it is that day where who looks is', async () => {
  screen.device.put(memberRow('pro-2', { access: 'delegated', until: '2026-11-19' }));
  await draw();
  await screen.press('Dr. Cole');
  expect(screen.text()).not.toContain('has access to the chart already');
  expect(screen.button('Propose')?.disabled).toBe(true);
});

test('[CA-8] who has the sessions alone keeps them without another choice, and can be given more', async () => {
  screen.device.put(memberRow('pro-2', { role: 'scheduler', access: 'delegated' }));
  await draw();
  await screen.press('Dr. Cole');
  expect(screen.button('Propose')?.disabled).toBe(false);
  await screen.press('Propose');
  expect(screen.sent).toEqual([propose('a1')]);
});

test('[CA-8] all that are coming go, from the days of notice on by the clock of who looks, over what was proposed before', async () => {
  const before = {
    collection: 'session_transfer',
    record: {
      id: transferIdOf('a2'),
      scope,
      stamps: { state: 's2' },
      body: { appointment_id: 'a2', state: 'declined' },
    },
  };
  screen.device.put(before, memberRow('pro-2', { access: 'delegated' }));
  await draw();
  await screen.press('Dr. Cole');
  await screen.press('All coming sessions of Dr. Bell with Mara Test');
  expect(screen.text()).toContain(`3 sessions, the first on ${longDay('2026-11-21', '2026-11-19')}.`);
  await screen.fill('Notice', '7');
  expect(screen.text()).toContain(`2 sessions, the first on ${longDay('2026-11-26', '2026-11-19')}.`);
  await screen.press('Propose');
  expect(screen.sent).toEqual([propose('a3'), propose('a2', 's2')]);
  screen.sent.length = 0;
  await told[0]?.undo?.();
  expect(screen.sent).toEqual([withdraw('a3'), withdraw('a2')]);
});

test('where nothing lies so far ahead nothing can be proposed', async () => {
  screen.device.put(memberRow('pro-2', { access: 'delegated' }));
  await draw();
  await screen.press('Dr. Cole');
  await screen.press('All coming sessions of Dr. Bell with Mara Test');
  await screen.fill('Notice', '30');
  expect(screen.text()).toContain('No session lies that far ahead.');
  expect(screen.button('Propose')?.disabled).toBe(true);
});

test('[CA-8] a refused access proposes nothing; a refused proposal keeps the sheet, and the next undo closes the chart', async () => {
  await draw();
  await screen.press('Dr. Cole');
  await screen.press(whole);
  screen.answer = ([name]) => (name === 'membership.grant' ? refused('Only who treats gives access.') : screen.saved());
  await screen.press('Propose');
  expect([screen.sent.length, screen.alert(), closed]).toEqual([1, 'Only who treats gives access.', 0]);
  screen.answer = ([name]) => (name === 'membership.grant' ? screen.saved() : refused('It was moved.'));
  await screen.press('Propose');
  expect([screen.alert(), closed, told]).toEqual(['It was moved.', 0, []]);
  // The grant of the first try is there by now.
  screen.put(memberRow('pro-2', { access: 'delegated' }));
  screen.answer = () => screen.saved();
  screen.sent.length = 0;
  await screen.press('Propose');
  expect([screen.sent, screen.alert(), closed]).toEqual([[propose('a1')], null, 1]);
  screen.sent.length = 0;
  await told[0]?.undo?.();
  expect(screen.sent).toEqual([withdraw('a1', { closes_chart: true })]);
});

test('where it throws that is said, and it can be tried again', async () => {
  screen.device.put(memberRow('pro-2', { access: 'delegated' }));
  await draw();
  await screen.press('Dr. Cole');
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Propose');
  expect([screen.alert(), closed, screen.button('Propose')?.disabled]).toEqual([notTakenWords, 0, false]);
});

test('what of several cannot be taken back stops none of the others, and is what is said of it', async () => {
  screen.device.put(memberRow('pro-2', { access: 'delegated' }));
  await draw();
  await screen.press('Dr. Cole');
  await screen.press('All coming sessions of Dr. Bell with Mara Test');
  await screen.press('Propose');
  screen.sent.length = 0;
  screen.answer = ([, args]) =>
    Reflect.get(Object(args), 'appointment_id') === 'a1' ? refused('Taken over meanwhile.') : screen.saved();
  expect(await told[0]?.undo?.()).toMatchObject({ kind: 'rejected', message: 'Taken over meanwhile.' });
  expect(screen.sent).toEqual([withdraw('a1'), withdraw('a3'), withdraw('a2')]);
});

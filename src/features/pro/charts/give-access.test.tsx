// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chartScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { membershipId } from '../../../../sync/collections/membership.ts';
import { notTakenMessage } from '../../../forms/save-state.ts';
import { longDay } from '../../../lib/time.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, practiceRow, refused } from '../../../testing/drawn-screen.tsx';
import { ChartAccess } from './chart-access.tsx';
import { ChartStatus } from './chart-status.tsx';
import type { ClientStatus } from './client-rows.ts';
import { DecideJoining } from './decide-joining.tsx';
import { GiveAccess } from './give-access.tsx';
import { InviteSheet } from './invite-sheet.tsx';

let screen: DrawnScreen;
let closed: number;
const onClose = () => void (closed += 1);
beforeEach(() => {
  // The twentieth is over in New York, where the practice is, and not in Chicago, where who looks is.
  vi.useFakeTimers({ now: Date.parse('2026-11-21T05:30:00.000Z'), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, cardRow);
  closed = 0;
});
afterEach(() => {
  screen.leave();
  vi.useRealTimers();
});

const scope = chartScope('c');
const professional = (sub: string, display_name: string) => ({
  collection: 'professional',
  record: {
    id: sub,
    scope: practiceScope('x'),
    body: { cognito_sub: sub, display_name, medical_degree: 'PhD', practice_id: 'x' },
  },
});
const cole = { ...professional('pro-2', 'Dr. Cole').record, collection: 'professional' } as never;
const today = '2026-11-21';
const give = (lastDay: string | null) =>
  screen.draw(<GiveAccess {...{ scope, today, lastDay, onClose }} clientName="Mara Test" colleagues={[cole]} />);
const given = { scope, account: 'pro-2', account_name: 'Dr. Cole', role: 'treating' };

test('access without a last day is given by who has none themselves', async () => {
  await give(null);
  await screen.press('Give access');
  expect([screen.sent, screen.text().includes('Choose a colleague.')]).toEqual([[], true]);
  await screen.press('Dr. Cole PhD');
  await screen.press('Give access');
  expect([screen.sent, closed]).toEqual([[['membership.grant', given]], 1]);
});

test('whose own access ends gives none beyond that, nor one without an end', async () => {
  await give('2026-12-01');
  expect(screen.text()).not.toContain('It is ended by hand');
  await screen.press('Dr. Cole PhD');
  await screen.type('until', '2026-12-02');
  await screen.press('Give access');
  expect(screen.sent).toEqual([]);
  expect(screen.text()).toContain(`Your own access ends with ${longDay('2026-12-01', today)}.`);
  await screen.type('until', '2026-12-01');
  await screen.press('Give access');
  expect(screen.sent).toEqual([['membership.grant', { ...given, until: '2026-12-01' }]]);
});

test('a refusal keeps the sheet and the choice', async () => {
  await give(null);
  await screen.press('Dr. Cole PhD');
  screen.answer = () => refused('Only who treats gives access.');
  await screen.press('Give access');
  expect([screen.alert(), closed]).toEqual(['Only who treats gives access.', 0]);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Give access');
  expect([screen.alert(), closed]).toEqual([notTakenMessage, 0]);
});

const draw = () => screen.draw(<ChartAccess scope={scope} zone="America/Chicago" clientName="Mara Test" />);
const guest = (more: object = {}) => memberRow('pro-2', { account_name: 'Dr. Cole', access: 'delegated', ...more });

test('[AC-6] another last day is one of the practice: not the one that is over there, nor the one that it is', async () => {
  screen.device.put(memberRow(), guest({ until: '2026-11-25' }));
  await draw();
  await screen.press('Last day of Dr. Cole');
  expect([screen.field('date').value, screen.button('Set the last day')?.disabled]).toEqual(['2026-11-25', true]);
  await screen.type('date', '2026-11-20');
  expect(screen.text()).toContain('That day has passed.');
  expect(screen.button('Set the last day')?.disabled).toBe(true);
  await screen.type('date', today);
  screen.answer = () => refused('You gave it not.');
  await screen.press('Set the last day');
  expect([screen.alert(), screen.sheet()]).toEqual(['You gave it not.', 'Last day of access']);
  screen.answer = () => screen.saved();
  await screen.press('Set the last day');
  expect(screen.sent.at(-1)).toEqual(['membership.grant', { ...given, until: today }]);
  expect(screen.sheet()).toBeNull();
});

test('of somebody with two roles both get the last day; one that has it already is left', async () => {
  screen.device.put(memberRow(), guest({ until: '2026-11-25' }), guest({ role: 'supervisor', until: '2026-11-30' }));
  await draw();
  await screen.press('Last day of Dr. Cole');
  await screen.type('date', '2026-11-25');
  await screen.press('Set the last day');
  expect(screen.sent).toHaveLength(1);
  await screen.press('Last day of Dr. Cole');
  await screen.type('date', '2026-12-05');
  await screen.press('Set the last day');
  const both = ['supervisor', 'treating'].map((role) => ({ ...given, role, until: '2026-12-05' }));
  expect(screen.sent.slice(1).map(([, args]) => args)).toEqual(both);
});

test('access is ended by its membership, after a question; refused, the question stays', async () => {
  screen.device.put(memberRow(), guest());
  await draw();
  await screen.press('End access of Dr. Cole');
  expect(screen.sheet()).toBe('End access of Dr. Cole?');
  screen.answer = () => refused('They own it.');
  await screen.press('End access');
  expect([screen.alert(), screen.sheet()]).toEqual(['They own it.', 'End access of Dr. Cole?']);
  screen.answer = () => screen.saved();
  await screen.press('End access');
  expect(screen.sent.at(-1)).toEqual([
    'membership.revoke',
    { membership_id: membershipId(scope, 'pro-2', 'treating'), scope },
  ]);
  expect(screen.sheet()).toBeNull();
});

const status = (now: ClientStatus) =>
  screen.draw(
    <ChartStatus
      chartId="c"
      name="Mara Test"
      status={now}
      canArchive
      zone="America/Chicago"
      now={`${today}T05:30:00.000Z`}
    />,
  );

test('how a client stands is kept at once, and taken back while it is still so; what was refused is said', async () => {
  await status('active');
  const other = 'waitlist';
  await screen.fill('Status', other);
  expect(screen.sent).toEqual([['chart.set_status', { chart_id: 'c', client_status: other }]]);
  // The device has not taken it in yet: nothing is said as done.
  expect(screen.button('Undo')).toBeUndefined();
  await status(other);
  await screen.press('Undo');
  expect(screen.sent.at(-1)).toEqual(['chart.set_status', { chart_id: 'c', client_status: 'active' }]);
  expect(screen.button('Undo')).toBeUndefined();
  screen.answer = () => refused('Archived meanwhile.');
  await screen.fill('Status', 'active');
  expect(screen.alert()).toBe('Archived meanwhile.');
});

const invite = {
  ...cardRow.record,
  id: 'i1',
  body: { chart_id: 'c', joined_email: 'a@b.example', email: 'old@b.example' },
} as never;

test.each([
  ['let-in', 'Let in', 'chart.confirm_joined'],
  ['undo', 'Undo', 'chart.undo_joining'],
] as const)(
  'who has joined is decided about by their e-mail (%s); a refusal keeps the question',
  async (kind, words, name) => {
    await screen.draw(<DecideJoining {...{ kind, invite, onClose }} name="Mara" />);
    expect(screen.text()).toContain('a@b.example');
    screen.answer = () => Promise.reject(new Error('the storage is full'));
    await screen.press(words);
    expect([screen.alert(), closed]).toEqual([notTakenWords, 0]);
    screen.answer = () => screen.saved();
    await screen.press(words);
    expect(screen.sent.at(-1)).toEqual([name, { chart_id: 'c', invite_id: 'i1' }]);
    expect(closed).toBe(1);
  },
);

const rowOf = (birthDate: string | null) =>
  ({ personId: 'p1', name: 'Mara', email: 'mara@b.example', birthDate, invite: undefined }) as never;

test('an invite on paper carries no e-mail, and is offered only with a birth date', async () => {
  await screen.draw(<InviteSheet chartId="c" row={rowOf('1990-02-03')} onClose={onClose} />);
  await screen.press('Send the invite');
  await screen.press('By a code on paper');
  await screen.press('Make a code');
  expect(screen.sent).toEqual([
    ['chart.invite', { chart_id: 'c', person_id: 'p1', way: 'mail', email: 'mara@b.example' }],
    ['chart.invite', { chart_id: 'c', person_id: 'p1', way: 'paper' }],
  ]);
  screen.leave();
  screen = new DrawnScreen();
  await screen.draw(<InviteSheet chartId="c" row={rowOf(null)} onClose={onClose} />);
  expect(screen.text()).not.toContain('By a code on paper');
});

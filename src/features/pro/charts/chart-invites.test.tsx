// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { MutateResult } from '../../../../sync/client/api.ts';
import { chartScope, personScope } from '../../../../sync/collections/classes.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { fullDate } from '../../../lib/time.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, refused, type Row } from '../../../testing/drawn-screen.tsx';
import { ChartInvites } from './chart-invites.tsx';

// In Chicago, in which days are told here, it is still 24 November.
const now = '2026-11-25T03:00:00.000Z';
const until = '2026-12-09T03:00:00.000Z';
const untilWords = fullDate('2026-12-08');
let screen: DrawnScreen;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  fresh(cardRow, chart(), memberRow(), person());
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

function fresh(...rows: readonly Row[]): void {
  screen = new DrawnScreen();
  screen.device.put(accountRow('pro-1', { timezone: 'UTC' }), ...rows);
}
const draw = (zone = 'America/Chicago') => screen.draw(<ChartInvites scope={chartScope('c')} zone={zone} />);

const chart = (more: object = {}): Row => ({
  collection: 'chart',
  record: { id: 'c', scope: chartScope('c'), body: { patient_type: 'individual', practice_id: 'x', ...more } },
});
const card = (more: object): Row => ({
  ...cardRow,
  record: { ...cardRow.record, body: { ...(cardRow.record.body as object), ...more } },
});
const person = (more: object = {}, id = 'm'): Row => ({
  collection: 'chart_person',
  record: { id, scope: personScope(id), body: { chart_id: 'c', first_name: 'Mara', last_name: 'Test', ...more } },
});
const paper = { way: 'paper', email: undefined };
function invite(state: string, more: object = {}, id = 'i1', pending = false): Row {
  const made = { chart_id: 'c', person_id: 'm', way: 'mail', email: 'mara@example.com', made_by: 'pro-1', until };
  const joining = { joined_as: 'mia', joined_email: 'mia@example.com', joined_at: '2026-11-24T05:59:00.000Z' };
  const used = state === 'open' || state === 'withdrawn' ? {} : joining;
  const body = { ...made, made: '2026-11-20T09:00:00.000Z', made_by_name: 'Dr. Bell', state, ...used, ...more };
  return { collection: 'chart_invite', record: { id, scope: chartScope('c'), pending, body } };
}

/** Of each person: who it is, what is known of them, and what can be done. */
const lines = () =>
  [...document.querySelectorAll('li')].map((line) =>
    [...line.querySelectorAll<HTMLElement>('p, button:not(:disabled)')].map((one) => one.textContent).join(' | '),
  );
const mailed = `Mara Test | Invited at mara@example.com, until ${untilWords}`;
const printed = `Mara Test | Invited by a code on paper, until ${untilWords}`;
const unused = `${mailed}not used yet | Send again | Withdraw`;
const expired = `Mara Test | The invite has expired on ${fullDate('2026-11-24')}`;
const none = 'Mara Test | No account yet, and no invite';
const joined = `Mara Test | Joined with mia@example.com, ${fullDate('2026-11-23')}`;
const wrong = `${joined}gave another birth date: waits for you | Let in | Undo`;
const isOver = { until: now };
const mailWaits = invite('open', {}, 'i1', true);
const paperWaits = invite('open', paper, 'i1', true);
const [asksMe, dob] = [invite('asks_clinician'), { dob: '1990-02-03' }];

test.each([
  ['nobody has invited', [], `${none} | Invite`],
  ['is not invited any more', [invite('withdrawn')], `${none} | Invite`],
  ['has an account of before', [person({ cognito_sub: 'mia' })], 'Mara Test | Has an account'],
  ['is invited by mail', [invite('open')], unused],
  ['is invited on paper', [invite('open', paper)], `${printed}not used yet | Show code | Withdraw`],
  ['is to be mailed to', [mailWaits], `${mailed}the mail leaves once this device is online | Send again | Withdraw`],
  ['is to have a code', [paperWaits], `${printed}waiting to reach the server | Show code | Withdraw`],
  ['did not come until this moment', [invite('open', isOver)], `${expired} | Invite`],
  ['is asked for the birth date', [invite('asks_birth_date')], `${joined}the birth date is being asked | Undo`],
  ['cannot be asked', [asksMe], `${joined}waits for you to let them in | Let in | Undo`],
  ['was born on another day', [asksMe, person(dob)], wrong],
  ['was, as the card has it, born on another day', [asksMe, card(dob)], wrong],
  ['has been let in', [invite('member')], `${joined}sees their sessions | Undo`],
])('[IV-1] of a person who %s that is said, and what can be done about it', async (_, rows, line) => {
  screen.device.put(...rows);
  await draw();
  expect(lines()).toEqual([line]);
});

test('an invite expires while one looks', async () => {
  screen.device.put(invite('open', { until: '2026-11-25T03:00:15.000Z' }));
  await draw();
  expect(lines()[0]).toContain('| Withdraw');
  vi.setSystemTime(Date.parse(now) + 15_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(lines()).toEqual([`${expired} | Invite`]);
});

test.each([
  ['nobody has invited', []],
  ['did not come in time', [invite('open', isOver)]],
])('a person below eighteen who %s is not invited before their birthday has begun here', async (_, rows) => {
  screen.device.put(person({ dob: '2008-11-25' }), ...rows);
  await draw();
  expect([lines(), screen.buttons()]).toEqual([[`Mara Test | ${errorTexts.too_young}`], ['Invite']]);
  await draw('UTC');
  expect(lines()[0]).toMatch(/^Mara Test \| (No account|The invite).* \| Invite$/);
});

test('who waits for the approval invites nobody, and still sees and withdraws what was sent', async () => {
  screen.device.put(accountRow('pro-1', { profile_approved_to_use_the_platform: false }));
  await draw();
  expect([lines(), screen.buttons()]).toEqual([[`Mara Test | ${errorTexts.not_approved}`], ['Invite']]);
  screen.put(invite('open'));
  expect(lines()).toEqual([unused]);
});

test.each([
  ['archived', { archived: '2026-11-02T03:00:00.000Z' }],
  ['made up', { sample: 'shown' }],
])('to a chart that is %s nobody is invited any more; what was begun can be ended', async (_, more) => {
  screen.device.put(card(more));
  await draw();
  expect(screen.buttons()).toEqual([]);
  const left: string[] = [];
  for (const row of [invite('open', isOver), invite('open'), invite('open', paper), asksMe, invite('member')]) {
    screen.put(row);
    left.push(screen.buttons().join());
  }
  expect(left).toEqual(['', 'Withdraw', 'Show code,Withdraw', 'Let in,Undo', 'Undo']);
});

test.each([
  ['supervises', memberRow('pro-1', { role: 'supervisor' })],
  ['does not treat any more', memberRow('pro-1', { ended: '2026-11-01T00:00:00.000Z' })],
])('who only %s reads how it stands, and does nothing about it', async (_, member) => {
  fresh(cardRow, chart(), member, person(), asksMe);
  await draw();
  expect(lines()).toEqual([`${joined}waits for you to let them in`]);
});

test.each([
  ['the person', [cardRow, chart()], person()],
  ['the card', [chart(), person()], cardRow],
  ['the chart', [cardRow, person()], chart()],
])('without %s nothing is told of an account, until it has come', async (_, rows, missing) => {
  fresh(memberRow(), invite('open'), ...rows);
  await draw();
  expect(screen.text()).toBe('');
  screen.put(missing);
  expect([screen.said('h2'), lines().length]).toEqual(['Client account', 1]);
});

const asked = ['chart_person.', 'chart_invite.', 'client_card|', 'chart|'];
test.each(asked)('while %s is read nothing is claimed', async (what) => {
  screen.device.put(invite('open'));
  screen.device.isHeld = true;
  await draw();
  const others = () => [...screen.device.open].filter((one) => !one.what.startsWith(what));
  // What is asked for with an answer in hand is answered too.
  for (let turn = 0; turn < 4; turn += 1) act(() => others().forEach((one) => one.answer()));
  expect(screen.text()).toBe('');
  for (let turn = 0; turn < 4; turn += 1) act(() => screen.device.answer());
  expect(lines()).toEqual([unused]);
});

test('each of a couple is invited for themselves and again to where it went, and the card’s email is nobody’s', async () => {
  screen.device.put(chart({ patient_type: 'couple' }), card({ email: 'both@example.com' }), invite('open'));
  screen.device.put(person({ first_name: 'Noa' }, 'n'));
  await draw();
  expect(lines()).toEqual([unused, 'Noa Test | No account yet, and no invite | Invite']);
  await screen.press('Invite Noa Test');
  expect([screen.sheet(), screen.field('email').value]).toEqual(['Invite Noa Test', '']);
  await screen.type('email', 'noa@example.com');
  await screen.press('Send the invite');
  const args = { chart_id: 'c', person_id: 'n', way: 'mail', email: 'noa@example.com' };
  expect([screen.sent, screen.sheet()]).toEqual([[['chart.invite', args]], null]);
  await screen.press('Send the invite of Mara Test again');
  expect([screen.sheet(), screen.field('email').value]).toEqual(['Invite Mara Test', 'mara@example.com']);
  await screen.press('Back');
  expect([screen.sheet(), screen.sent.length]).toEqual([null, 1]);
});

test('the code of an invite on paper is shown once that is on the server, with its last day here', async () => {
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path);
    return Response.json({ code: 'ABCDE23456' });
  });
  screen.device.put(paperWaits);
  await draw();
  await screen.press('Show the code of Mara Test');
  expect([screen.sheet(), paths]).toEqual(['Code for Mara Test', []]);
  await screen.press('Close');
  expect(screen.sheet()).toBeNull();
  screen.put(invite('open', paper));
  await screen.press('Show the code of Mara Test');
  expect(paths).toEqual(['/api/users/v1/chart_invite/i1/code']);
  expect(screen.said('dialog')).toContain('ABCDE-23456');
  expect(screen.said('dialog')).toContain(`until ${untilWords}.`);
});

test('the code comes by itself once its invite has reached the server, and goes with an invite that is used', async () => {
  const fetched = vi.fn(async () => Response.json({ code: 'ABCDE23456' }));
  vi.stubGlobal('fetch', fetched);
  screen.device.put(paperWaits);
  await draw();
  await screen.press('Show the code of Mara Test');
  expect([screen.said('dialog')?.includes('ABCDE'), fetched.mock.calls.length]).toEqual([false, 0]);
  await act(async () => screen.device.put(invite('open', paper)));
  expect(screen.said('dialog')).toContain('ABCDE-23456');
  screen.put(invite('asks_clinician', paper));
  expect(screen.sheet()).toBeNull();
  // What is open again is not asked for again.
  screen.put(invite('open', paper));
  expect(screen.sheet()).toBeNull();
});

test.each([
  ['Let Mara Test in', 'member'],
  ['Let Mara Test in', 'undone'],
  ['Undo the joining of Mara Test', 'undone'],
])('a question (%s) that was answered elsewhere (%s) is asked no longer', async (asks, state) => {
  screen.device.put(invite('asks_clinician'));
  await draw();
  await screen.press(asks);
  expect(screen.sheet()).not.toBeNull();
  screen.put(invite(state));
  expect([screen.sheet(), screen.sent]).toEqual([null, []]);
});

test('a question about one invite is not put about the next one', async () => {
  screen.device.put(invite('asks_clinician'));
  await draw();
  await screen.press('Let Mara Test in');
  act(() => screen.device.put(invite('undone'), invite('asks_clinician', { joined_email: 'other@x.test' }, 'i2')));
  expect([screen.sheet(), screen.text().includes('other@x.test')]).toEqual([null, true]);
});

test('an invite is withdrawn at a tap, once, and what is said against it is said until it is tried again', async () => {
  screen.device.put(invite('open'), person({ first_name: 'Noa' }, 'n'), invite('open', { person_id: 'n' }, 'i2'));
  await draw();
  let answer: (result: MutateResult) => void = () => undefined;
  screen.answer = () => new Promise((resolve) => void (answer = resolve));
  const buttons = () => ['Mara', 'Noa'].map((name) => screen.button(`Withdraw the invite of ${name} Test`)?.disabled);
  await screen.press('Withdraw the invite of Noa Test');
  expect([buttons(), screen.alert()]).toEqual([[true, true], null]);
  await screen.press('Withdraw the invite of Noa Test');
  await act(async () => answer(refused('It was used meanwhile.')));
  expect([buttons(), screen.alert()]).toEqual([[false, false], 'It was used meanwhile.']);
  await screen.press('Withdraw the invite of Mara Test');
  expect(screen.alert()).toBeNull();
  await act(async () => answer(screen.saved()));
  expect([buttons(), screen.alert()]).toEqual([[false, false], null]);
  const sent = (id: string) => ['chart.withdraw_invite', { chart_id: 'c', invite_id: id }];
  expect(screen.sent).toEqual([sent('i2'), sent('i1')]);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Withdraw the invite of Mara Test');
  expect([buttons(), screen.alert()]).toEqual([[false, false], notTakenWords]);
});

test.each([
  ['let in', 'Let Mara Test in', 'Let Mara Test in?', 'Let in', 'chart.confirm_joined'],
  ['sent away', 'Undo the joining of Mara Test', 'Undo the joining of Mara Test?', 'Undo', 'chart.undo_joining'],
])('who has joined is %s only after one more question; one that fails stays', async (_, asks, title, does, name) => {
  screen.device.put(invite('asks_clinician'));
  await draw();
  await screen.press(asks);
  expect([screen.sheet(), screen.sent]).toEqual([title, []]);
  screen.answer = () => refused();
  await screen.press(does);
  expect([screen.sheet(), screen.alert()]).toEqual([title, 'That was refused.']);
  screen.answer = () => screen.saved();
  await screen.press(does);
  const sent = [name, { chart_id: 'c', invite_id: 'i1' }];
  expect([screen.sheet(), screen.sent]).toEqual([null, [sent, sent]]);
});

test('an invite to this chart that the server refused is said here, and none to another', async () => {
  const kept = { name: 'chart.invite', at: now, kind: 'rejected', code: 'not_allowed', message: 'Too many.' } as const;
  const item = (uid: string, args: object) => ({ ...kept, uid, args: args as never });
  screen.items = [item('u1', { chart_id: 'c', email: 'mara@example.com' }), item('u2', { chart_id: 'd' })];
  await draw();
  expect(screen.alert()).toContain('The invite to mara@example.com was not sent');
});

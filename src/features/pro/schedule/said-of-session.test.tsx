// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { practiceScope } from '../../../../sync/collections/classes.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { dateAndTime } from '../../../lib/time.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, refused } from '../../../testing/drawn-screen.tsx';
import { ApproveSession } from './approve-session.tsx';
import type { Done } from './calendar-acts.ts';
import { HeldQuestion } from './held-question.tsx';
import { LateFee } from './late-fee.tsx';
import { absentee, NoShowSheet } from './no-show-sheet.tsx';
import { Told } from './testing/told.tsx';

let screen: DrawnScreen;
let told: Done[];
let closed: number;
const onClose = () => void (closed += 1);
beforeEach(() => {
  screen = new DrawnScreen();
  screen.device.put(accountRow(), cardRow, memberRow());
  [told, closed] = [[], 0];
});
afterEach(() => screen.leave());

const draw = (content: ReactNode) => screen.draw(<Told to={told}>{content}</Told>);
const stamps = { status: 's3', start: 't5', late_fee: 'f2' };
const session = { ...sessionOf('a1', { clinician: 'pro-1' }), stamps };
const put = (body: object) => ({ ...session, body: { ...session.body, ...body } });

test('[CA-4] that the client did not come is said at first, over the version on screen; its undo over the one that this made', async () => {
  await draw(<NoShowSheet session={session} name="Mara Test" onClose={onClose} />);
  expect(screen.text()).not.toContain('Both came');
  await screen.press('Save');
  expect(told.map(({ words }) => words)).toEqual(['It is noted who did not come.']);
  await told[0]?.undo?.();
  const to = 'appointment.mark_no_show';
  expect(screen.sent).toEqual([
    [to, { appointment_id: 'a1', who: 'client' }, { status: 's3' }],
    [to, { appointment_id: 'a1', who: 'nobody' }, { status: 'u1' }],
  ]);
  expect(closed).toBe(1);
});

test('[CA-4] what was said before is chosen, cannot be saved as it is, and is what the undo says again', async () => {
  await draw(<NoShowSheet session={put({ absent: 'client' })} name="Mara Test" onClose={onClose} />);
  expect(screen.button('Save')?.disabled).toBe(true);
  await screen.press('Both came');
  await screen.press('Save');
  expect(told.map(({ words }) => words)).toEqual(['Nobody was missing.']);
  await told[0]?.undo?.();
  expect(screen.sent.map(([, args, base]) => [args, base])).toEqual([
    [{ appointment_id: 'a1', who: 'nobody' }, { status: 's3' }],
    [{ appointment_id: 'a1', who: 'client' }, { status: 'u1' }],
  ]);
});

test('who did not come is read from the state and from the word of the client’s absence', () => {
  expect(absentee(put({ status: 'cancelled_pro_no_join' }))).toBe('clinician');
  expect(absentee(put({ absent: 'client' }))).toBe('client');
  expect(absentee(session)).toBe('nobody');
});

test('a refusal is said in its own words, the sheet stays with what was chosen, and the next try takes it away', async () => {
  await draw(<NoShowSheet session={session} name="Mara Test" onClose={onClose} />);
  await screen.press('Dr. Lee');
  screen.answer = () => refused('Her note is signed.');
  await screen.press('Save');
  expect([screen.alert(), closed, told, screen.button('Save')?.disabled]).toEqual([
    'Her note is signed.',
    0,
    [],
    false,
  ]);
  screen.answer = () => screen.saved();
  await screen.press('Save');
  expect([screen.alert(), closed]).toEqual([null, 1]);
  expect(screen.sent.map(([, args]) => args)).toEqual([
    { appointment_id: 'a1', who: 'clinician' },
    { appointment_id: 'a1', who: 'clinician' },
  ]);
});

test('of a proposed fee is told only where there are terms', async () => {
  await draw(<NoShowSheet session={session} name="Mara Test" onClose={onClose} />);
  expect(screen.text()).not.toContain('What the terms ask');
  screen.leave();
  screen = new DrawnScreen();
  const late = { hours: 24, fee: { kind: 'flat', cents: 5000 } };
  await draw(<NoShowSheet session={put({ late })} name="Mara Test" onClose={onClose} />);
  expect(screen.text()).toContain('What the terms ask of a client who does not come is proposed.');
});

const dayAfter = '2026-11-22T09:50:00.000Z';

test('a session that took place is said to, over the version on screen, and taken back over what that made', async () => {
  await draw(<HeldQuestion session={session} hasNote={false} now={dayAfter} />);
  await screen.press('It took place');
  await told[0]?.undo?.();
  expect(screen.sent).toEqual([
    ['appointment.mark_held', { appointment_id: 'a1', held: true }, { status: 's3' }],
    ['appointment.mark_held', { appointment_id: 'a1', held: false }, { status: 'u1' }],
  ]);
});

test('that it took place is said again where it was refused, and nothing is told of it', async () => {
  await draw(<HeldQuestion session={session} hasNote={false} now={dayAfter} />);
  screen.answer = () => refused('Changed meanwhile.');
  await screen.press('It took place');
  expect([screen.alert(), told, screen.button('It took place')?.disabled]).toEqual(['Changed meanwhile.', [], false]);
  screen.answer = () => {
    throw new Error('the storage is full');
  };
  await screen.press('It took place');
  expect(screen.alert()).toBe(notTakenWords);
});

test.each([
  ['has a note', {}, true, dayAfter],
  ['is over for less than a day', {}, false, '2026-11-22T09:49:59.000Z'],
  ['was cancelled', { status: 'cancelled_orchid_pro' }, false, dayAfter],
  ['is a colleague’s, where who looks plans and reads nothing clinical', { clinician: 'pro-2' }, false, dayAfter],
] as const)('nobody is asked whether one took place that %s', async (_what, body, hasNote, now) => {
  if ('clinician' in body) {
    screen.leave();
    screen = new DrawnScreen();
    screen.device.put(accountRow(), cardRow, memberRow('pro-1', { role: 'scheduler' }, practiceScope('x')));
  }
  await draw(<HeldQuestion session={put(body)} {...{ hasNote, now }} />);
  expect(screen.buttons()).toEqual([]);
});

const fee = { cents: 5000, state: 'proposed', at: '2026-11-21T03:30:00.000Z' } as const;
const withFee = (more: object = {}) => put({ late_fee: { ...fee, ...more } });

test('[CA-6] a late fee is decided over the one on screen, with when it was cancelled by the clock that is asked for', async () => {
  await draw(<LateFee session={withFee()} zone="America/Chicago" />);
  expect(screen.text()).toContain('Late fee proposed: $50');
  expect(screen.text()).toContain(`Cancelled ${dateAndTime(fee.at, 'America/Chicago')}.`);
  await screen.press('It is owed');
  await screen.press('Waive');
  expect(screen.sent).toEqual([
    ['appointment.decide_fee', { appointment_id: 'a1', state: 'owed' }, { late_fee: 'f2' }],
    ['appointment.decide_fee', { appointment_id: 'a1', state: 'waived' }, { late_fee: 'f2' }],
  ]);
});

test.each([
  ['proposed', 'Late fee proposed', ['It is owed', 'Waive']],
  ['in_time', 'Said in time, arrived late', ['It is owed', 'Waive']],
  ['owed', 'Late fee owed', ['Waive']],
  ['waived', 'Late fee waived', ['It is owed']],
] as const)(
  '[CA-6] of a fee that is %s it is said, and what it is already is not offered',
  async (state, words, buttons) => {
    await draw(<LateFee session={withFee({ state })} zone="UTC" />);
    expect(screen.text()).toContain(`${words}: $50`);
    expect(screen.buttons()).toEqual(buttons);
    expect(screen.text().includes('Nothing is asked unless you say so.')).toBe(state === 'in_time');
  },
);

test('[CA-6] when a cancellation arrived is said beside when it was made, and of one who did not come neither', async () => {
  const received = '2026-11-21T08:00:00.000Z';
  await draw(<LateFee session={withFee({ received })} zone="UTC" />);
  expect(screen.text()).toContain(`${dateAndTime(fee.at, 'UTC')}, arrived ${dateAndTime(received, 'UTC')}.`);
  screen.leave();
  screen = new DrawnScreen();
  await draw(<LateFee session={put({ late_fee: fee, absent: 'client' })} zone="UTC" />);
  expect(screen.text()).toContain('The client did not come.');
  expect(screen.text()).not.toContain('Cancelled ');
});

test('[CA-6] who plans nothing of the session reads the fee and decides nothing; a refused decision is said', async () => {
  await draw(<LateFee session={withFee()} zone="UTC" />);
  screen.answer = () => refused('Decided meanwhile.');
  await screen.press('Waive');
  expect([screen.alert(), screen.button('Waive')?.disabled]).toEqual(['Decided meanwhile.', false]);
  screen.answer = () => screen.saved();
  await screen.press('Waive');
  expect(screen.alert()).toBeNull();
  screen.leave();
  screen = new DrawnScreen();
  screen.device.put(accountRow(), cardRow, memberRow('pro-1', { role: 'supervisor' }));
  await draw(<LateFee session={{ ...withFee(), body: { ...withFee().body, clinician: 'pro-2' } }} zone="UTC" />);
  expect([screen.text().includes('$50'), screen.buttons()]).toEqual([true, []]);
});

test('[CA-7] that the client agreed is said of the time that stood there when the page was opened', async () => {
  const asked = put({ status: 'pending_patient_portal_approval' });
  await draw(<ApproveSession session={asked} />);
  await draw(<ApproveSession session={{ ...asked, stamps: { ...stamps, start: 't6' } }} />);
  screen.answer = () => refused('It was moved meanwhile.');
  await screen.press('They agreed');
  expect(screen.sent).toEqual([['appointment.approve', { appointment_id: 'a1', agreed: true }, { start: 't5' }]]);
  expect(screen.alert()).toBe('It was moved meanwhile.');
});

test('[CA-7] nothing is asked of one that stands', async () => {
  await draw(<ApproveSession session={session} />);
  expect(screen.text()).toBe('');
});

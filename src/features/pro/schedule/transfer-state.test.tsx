// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountScope } from '../../../../sync/collections/classes.ts';
import { transferIdOf, type SessionTransfer } from '../../../../sync/collections/session-transfer.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { clockSpan } from '../../../lib/time.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, practiceRow, refused } from '../../../testing/drawn-screen.tsx';
import { TransferState } from './transfer-state.tsx';

const now = '2026-11-20T12:00:00.000Z';
const zone = 'America/Chicago';
let screen: DrawnScreen;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, cardRow);
});
afterEach(() => {
  screen.leave();
  vi.useRealTimers();
});

const session = { ...sessionOf('a1', { clinician: 'pro-2', clinician_name: 'Dr. Cole' }), stamps: { start: 't5' } };
const mine = { ...session, body: { ...session.body, clinician: 'pro-1' } };
const transfer = (more: Partial<SessionTransfer>) => ({
  collection: 'session_transfer',
  record: {
    id: transferIdOf('a1'),
    scope: session.scope,
    stamps: { state: 's2' },
    body: {
      appointment_id: 'a1',
      to: 'pro-1',
      to_name: 'Dr. Bell',
      from: 'pro-2',
      from_name: 'Dr. Cole',
      state: 'proposed',
      ...more,
    },
  },
});
const draw = (of = session, at = now) => screen.draw(<TransferState session={of} zone={zone} now={at} />);
const scheduler = memberRow('pro-1', { role: 'scheduler', access: 'delegated' });

test('[CA-8] who is asked takes it over the proposal on screen, at the time that stood there when the page was opened', async () => {
  screen.device.put(transfer({}));
  await draw();
  expect(screen.text()).toContain('Dr. Cole asks you to hold this session.');
  await draw({ ...session, stamps: { start: 't6' } });
  screen.answer = () => refused('It was moved meanwhile.');
  await screen.press('Take over');
  await screen.press('Decline');
  expect(screen.sent).toEqual([
    ['session_transfer.answer', { appointment_id: 'a1', answer: 'take' }, { state: 's2', start: 't5' }],
    ['session_transfer.answer', { appointment_id: 'a1', answer: 'decline' }, { state: 's2', start: 't5' }],
  ]);
  expect([screen.alert(), screen.button('Take over')?.disabled]).toEqual(['It was moved meanwhile.', false]);
});

const { local_start, start, end } = session.body;
const block = {
  collection: 'blocked_interval',
  record: {
    id: 'b1',
    scope: accountScope('pro-1'),
    body: { clinician: 'pro-1', practice_id: 'x', label: '', local_start, zone: 'UTC', minutes: 50, start, end },
  },
};

test('[CA-8] a time that one has blocked is taken by saying so', async () => {
  screen.device.put(transfer({}), block);
  await draw();
  expect(screen.text()).toContain('You have blocked that time.');
  await screen.press('Take over all the same');
  expect(screen.sent[0]?.[1]).toEqual({ appointment_id: 'a1', answer: 'take', force_book_over_blocked: true });
});

test('[CA-8] one that would be refused for another session says so by the clock of who looks, and is declined alone', async () => {
  const other = sessionOf('a2', {
    clinician: 'pro-1',
    start: '2026-11-21T09:30:00.000Z',
    end: '2026-11-21T10:20:00.000Z',
  });
  screen.device.put(transfer({}), block, { collection: 'appointment', record: other });
  await draw();
  expect(screen.text()).toContain(
    `You have a session then, ${clockSpan(other.body, zone)}: this one would be refused.`,
  );
  expect(screen.text()).not.toContain('You have blocked that time.');
  expect(screen.button('Take over all the same')?.disabled).toBe(true);
  expect(screen.button('Decline')?.disabled).toBe(false);
});

test.each([
  ['proposed it', { to: 'pro-3', from: 'pro-1' }, scheduler],
  ['treats', { to: 'pro-3' }, memberRow()],
] as const)('[CA-8] who %s takes it back', async (_what, more, row) => {
  screen.device.put(transfer({ to_name: 'Dr. Dunn', ...more }), row);
  await draw();
  expect(screen.text()).toContain('Dr. Dunn has not answered yet. Until then the session stays with Dr. Cole.');
  expect(screen.buttons()).toEqual(['Take the proposal back']);
  await screen.press('Take the proposal back');
  expect(screen.sent[0]?.[1]).toEqual({ appointment_id: 'a1', answer: 'withdraw' });
});

test('[CA-8] who does neither reads it and answers nothing', async () => {
  screen.device.put(transfer({ to: 'pro-3' }), scheduler);
  await draw();
  expect([screen.text().includes('Proposed to a colleague'), screen.buttons()]).toEqual([true, []]);
});

test('[CA-8] who has the sessions alone hands one back to whom she has it from, over the version on screen', async () => {
  screen.device.put(transfer({ state: 'taken' }), scheduler);
  await draw(mine);
  expect(screen.text()).toContain('You took this session over from Dr. Cole.');
  await screen.press('Hand back to Dr. Cole');
  expect(screen.sent).toEqual([['session_transfer.propose', { appointment_id: 'a1', to: 'pro-2' }, { state: 's2' }]]);
});

test('[CA-8] where handing back was declined it is offered again, to the same', async () => {
  const declined = {
    to: 'pro-2',
    to_name: 'Dr. Cole',
    from: 'pro-1',
    from_name: 'Dr. Bell',
    state: 'declined',
  } as const;
  screen.device.put(transfer(declined), scheduler);
  await draw(mine);
  expect(screen.text()).toContain('Dr. Cole declined to take this session over.');
  expect(screen.buttons()).toEqual(['Hand back to Dr. Cole']);
});

test.each([
  ['it was taken by somebody else', { state: 'taken' }, memberRow(), session, now],
  ['it was taken back, and who looks treats', { state: 'withdrawn' }, memberRow(), session, now],
  ['somebody else’s proposal was declined', { state: 'declined', from: 'pro-3' }, scheduler, session, now],
  ['the session has begun', {}, memberRow(), session, start],
  [
    'the session is cancelled',
    {},
    memberRow(),
    { ...session, body: { ...session.body, status: 'cancelled_orchid_pro' } },
    now,
  ],
] as const)('nothing is said where %s', async (_what, more, row, of, at) => {
  screen.device.put(transfer(more), row);
  await draw(of, at);
  expect(screen.text()).toBe('');
});

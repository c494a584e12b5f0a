// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Appointment } from '../../../../sync/collections/appointment.ts';
import { practiceScope } from '../../../../sync/collections/classes.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, refused } from '../../../testing/drawn-screen.tsx';
import type { Done } from './calendar-acts.ts';
import { seriesCancelled } from './series-done.ts';
import { RestoreSession } from './restore-session.tsx';
import { SessionActions } from './session-actions.tsx';
import { Told } from './testing/told.tsx';

const [before, during, after] = ['2026-11-21T08:00', '2026-11-21T09:00', '2026-11-21T09:50'].map(
  (local) => `${local}:00.000Z`,
) as [string, string, string];
let screen: DrawnScreen;
let told: Done[];
let edited: unknown[];
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(before), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow(), cardRow, memberRow());
  [told, edited] = [[], []];
});
afterEach(() => {
  screen.leave();
  vi.useRealTimers();
});

async function draw(now: string, { isSigned = false, ...body }: Partial<Appointment> & { isSigned?: boolean } = {}) {
  const session = sessionOf('a1', { clinician: 'pro-1', ...body });
  await screen.draw(
    <Told to={told} acts={{ edit: (...asked) => void edited.push(asked) }}>
      <SessionActions {...{ session, now, isSigned }} zone="UTC" name="Mara Test" />
    </Told>,
  );
  return session;
}

test.each([
  ['is to come', before, {}, ['Edit', 'Transfer', 'Cancel session']],
  ['has begun', during, {}, ['Edit', 'No show', 'Cancel session']],
  ['is over', after, {}, ['Edit', 'No show', 'Cancel session']],
  ['is over and signed', after, { isSigned: true }, ['Edit', 'No show']],
  ['is signed and goes on', during, { isSigned: true }, ['Edit', 'No show', 'Cancel session']],
  ['is cancelled', before, { status: 'cancelled_orchid_pro' }, []],
  ['is a sample', before, { sample: 'shown' }, []],
] as const)('with one that %s is done what can be', async (_what, now, body, buttons) => {
  await draw(now, body);
  expect(screen.buttons()).toEqual(buttons);
});

test.each([
  ['plans for the practice hands nothing on', memberRow('pro-1', { role: 'scheduler' }, practiceScope('x')), 3],
  ['supervises does nothing', memberRow('pro-1', { role: 'supervisor' }), 0],
] as const)('who %s', async (_what, row, count) => {
  screen.leave();
  screen = new DrawnScreen();
  screen.device.put(accountRow(), cardRow, row);
  await draw(before, { clinician: 'pro-2' });
  expect(screen.buttons()).toEqual(['Edit', 'Cancel session'].slice(0, count));
});

test('it is edited as it stands, by its client’s name', async () => {
  const session = await draw(before);
  await screen.press('Edit');
  expect(edited).toEqual([[session, 'Mara Test']]);
});

test('a cancelled session is brought back as it stood: agreed to, and over whatever is blocked', async () => {
  await draw(before);
  await screen.press('Cancel session');
  await screen.press('Keep it');
  expect(screen.sheet()).toBeNull();
  await screen.press('Cancel session');
  await screen.press('Cancel session');
  expect(told.map(({ words }) => words)).toEqual(['The session with Mara Test is cancelled.']);
  await told[0]?.undo?.();
  expect(screen.sent).toEqual([
    ['appointment.cancel', { appointment_id: 'a1' }],
    ['appointment.restore', { appointment_id: 'a1', agreed: true, force_book_over_blocked: true }],
  ]);
});

test('[CA-9] cancelled sessions of a series are brought back by the change that cancelled them', async () => {
  const doer = { client: screen.client, owner: 'pro-1' };
  const done = seriesCancelled(doer, { name: 'Mara Test', count: 1, seriesId: 's', uid: 'u7' });
  expect(done.words).toBe('1 session with Mara Test is cancelled. Saved on this device.');
  expect(seriesCancelled(doer, { name: 'Mara Test', count: 2, seriesId: 's', uid: 'u7' }).words).toContain(' are ');
  await done.undo?.();
  const args = { series_id: 's', cancelled: 'u7', agreed: true, force_book_over_blocked: true };
  expect(screen.sent).toEqual([['appointment_series.restore', args]]);
});

const cancelled = (body: Partial<Appointment>) =>
  sessionOf('a1', { clinician: 'pro-1', cancelled_from: 'booked', ...body });

test('[CA-7] what the client cancelled and is to come is theirs to say yes to again, or they have', async () => {
  await screen.draw(<RestoreSession session={cancelled({ status: 'cancelled_patient' })} hasNote={false} />);
  expect(screen.text()).toContain('The client cancelled this session.');
  expect(screen.buttons()).toEqual(['Restore and ask', 'Restore, they agreed']);
  await screen.press('Restore and ask');
  await screen.press('Restore, they agreed');
  expect(screen.sent).toEqual([
    ['appointment.restore', { appointment_id: 'a1' }],
    ['appointment.restore', { appointment_id: 'a1', agreed: true }],
  ]);
});

test('[CA-7] of one that has begun nobody is asked; where it was refused that is said, with the note in the archive', async () => {
  vi.setSystemTime(Date.parse(during));
  await screen.draw(<RestoreSession session={cancelled({ status: 'cancelled_patient' })} hasNote />);
  expect(screen.text()).toContain('Its note is in the archive.');
  expect(screen.text()).toContain('Restoring brings both back if this time is still free.');
  expect(screen.buttons()).toEqual(['Restore']);
  screen.answer = () => refused('There is another session.');
  await screen.press('Restore');
  expect([screen.alert(), screen.button('Restore')?.disabled]).toEqual(['There is another session.', false]);
});

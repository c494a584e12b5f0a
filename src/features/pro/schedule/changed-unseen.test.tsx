// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { beforeEach, expect, test } from 'vitest';
import { accountScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { accountRow, DrawnScreen } from '../../../testing/drawn-screen.tsx';
import { BlockDetail } from './block-detail.tsx';
import { NoShowSheet } from './no-show-sheet.tsx';
import { SessionTypesPage } from './session-types-page.tsx';

const modify_datetime = '2026-11-01T00:00:00.000Z';
const session = sessionOf('a1', {});
let screen: DrawnScreen;
beforeEach(() => {
  screen = new DrawnScreen();
  screen.device.put(accountRow());
});

const put = (collection: string, id: string, scope: string, body: object, stamps: object): void =>
  screen.put({ collection, record: { id, scope, body, stamps } as never });
/** Names of the changes, and the versions that they name. */
const bases = () => screen.sent.map(([name, , base]) => [name, base]);

test('who did not come is said over the word that was on screen when it was asked', async () => {
  for (const status of ['u7', 'u8'])
    await screen.draw(
      <NoShowSheet session={{ ...session, stamps: { status } }} name="Mara" onClose={() => undefined} />,
    );
  await screen.press('Save');
  expect(bases()).toEqual([['appointment.mark_no_show', { status: 'u7' }]]);
});

test('a session type is removed as it was seen', async () => {
  const body = {
    label: 'Individual',
    price_cents: 15_000,
    minutes: 50,
    kind: 'regular',
    orchid_pro_user_id: 'pro-1',
    modify_datetime,
  };
  put('appointment_type', 't1', practiceScope('x'), body, { label: 'l1', price_cents: 'p1', minutes: 'm1' });
  await screen.draw(<SessionTypesPage />);
  await screen.press('Remove');
  expect(bases()).toEqual([['appointment_type.save', { label: 'l1', price_cents: 'p1', minutes: 'm1', kind: '' }]]);
});

test('a block is removed as it was seen', async () => {
  const { local_start, zone, minutes, start, end } = session.body;
  const body = {
    local_start,
    zone,
    minutes,
    start,
    end,
    label: '',
    clinician: 'pro-1',
    practice_id: 'x',
    modify_datetime,
  };
  put('blocked_interval', 'b1', accountScope('pro-1'), body, { start: 's1', label: 'l1', removed: 'r1' });
  await screen.drawAt(
    '/pro-dashboard/schedule/blocks/b1',
    ['pro-dashboard/schedule', 'blocks/$intervalId'],
    <BlockDetail />,
  );
  await screen.press('Remove');
  expect(bases()).toEqual([['blocked_interval.save', { start: 's1', label: 'l1' }]]);
});

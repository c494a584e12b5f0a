// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { accountScope } from '../../../../sync/collections/classes.ts';
import { membershipOf } from '../../../../sync/testing/builders.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { ClientContext } from '../../../lib/client-context.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { RestoreSession } from './restore-session.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const session = sessionOf('a1', { status: 'cancelled_orchid_pro', cancelled_from: 'booked', clinician: 'pro-1' });
const { local_start, start, zone } = session.body;

/** The cancelled session on a device, with what of its time is blocked. */
function screen(isBlocked: boolean) {
  const device = new ScreenClient('pro-1');
  const put = (collection: string, id: string, scope: string, body: object): void =>
    device.put({ collection, record: { id, scope, body } as never });
  put('account', 'pro-1', accountScope('pro-1'), { user_type: 'professional', practice_id: 'p1', timezone: 'UTC' });
  put('membership', 'm1', session.scope, membershipOf('pro-1'));
  if (isBlocked) {
    const place = { clinician: 'pro-1', practice_id: 'p1', modify_datetime: '2026-11-01T00:00:00.000Z' };
    const block = { label: 'School', local_start, zone, minutes: 50, start, end: session.body.end, ...place };
    put('blocked_interval', 'b1', accountScope('pro-1'), block);
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <ClientContext value={device.client}>
        <RestoreSession session={session} hasNote={false} />
      </ClientContext>,
    ),
  );
  const press = (name: string) =>
    act(async () => [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name)?.click());
  const leave = (): void => {
    act(() => root.unmount());
    document.body.replaceChildren();
  };
  return { device, press, leave };
}

test('[CN-2] a session whose time has been blocked since is brought back over that, which is said before', async () => {
  const page = screen(true);
  expect(document.body.textContent).toContain('It is blocked in the calendar: restoring books over that.');
  await page.press('Restore');
  expect(page.device.changes).toEqual([
    { name: 'appointment.restore', args: { appointment_id: 'a1', force_book_over_blocked: true } },
  ]);
  page.leave();
});

test('[CN-2] over nothing where nothing is blocked', async () => {
  const page = screen(false);
  expect(document.body.textContent).not.toContain('blocked');
  await page.press('Restore');
  expect(page.device.changes).toEqual([{ name: 'appointment.restore', args: { appointment_id: 'a1' } }]);
  page.leave();
});

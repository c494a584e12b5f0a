import {
  expectDelivered,
  goOffline,
  goOnline,
  moveTo,
  openSignedIn,
  type Device,
  type World,
} from '../../support/app-states.ts';
import { dayAhead, field, fillSession, idOf, openDays, placed, sheet } from './calendar.ts';
import { expect, shoot } from './camera.ts';

export const latePictures = [
  'cancellation-policy-empty',
  'cancellation-policy-normal',
  'cancellation-policy-refused',
  'session-not-agreed',
  'session-cancel',
  'session-late-fee',
  'own-sessions-normal',
  'own-sessions-cancel',
  'own-sessions-offline',
];

/** On what terms sessions are cancelled, and what both sides see of it. */
export async function lateScreens(world: World, kind: Device['kind']): Promise<void> {
  const desk = await openSignedIn(world, 'desktop', 'clinician');
  const device = kind === 'desktop' ? desk : await openSignedIn(world, kind, 'clinician');
  const { page } = device;
  await moveTo(device, '/pro-dashboard/settings/cancellation-policy');
  await expect(page.getByRole('heading', { name: 'Cancellation policy' })).toBeVisible();
  await shoot(device, 'cancellation-policy', 'empty');
  await field(page, 'Cancelled late, or not come').selectOption('costs a part of the price');
  await field(page, 'Hours before the session').fill('400');
  await page.getByRole('button', { name: 'Save' }).click();
  await shoot(device, 'cancellation-policy', 'refused');
  await field(page, 'Hours before the session').fill('168');
  await field(page, 'Percent of the price').fill('50');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/costs 50% of its price/)).toBeVisible();
  await shoot(device, 'cancellation-policy', 'normal');
  await expectDelivered(device);

  const date = dayAhead(kind === 'phone' ? 3 : 4);
  await openDays(desk, 'week', date);
  for (const time of ['06:00', '07:00']) {
    await desk.page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
    await fillSession(desk.page, { date, time, client: 'Rosa Delgado' });
    await field(desk.page, 'Price in dollars').fill('150');
    await field(desk.page, 'Ask the client to say yes').check();
    await sheet(desk.page, 'New session').getByRole('button', { name: 'Book the session' }).click();
    await expect(sheet(desk.page, 'New session')).toHaveCount(0);
  }
  const id = await idOf(desk, 'Rosa Delgado', date);
  await expect(placed(desk.page, id)).toBeVisible();
  await expectDelivered(desk);
  await moveTo(device, `/pro-dashboard/schedule/${id}`);
  const detail = page.getByRole('article', { name: 'Session' });
  await expect(detail).toContainText('Unconfirmed');
  await shoot(device, 'session', 'not-agreed');
  await page.clock.setSystemTime(Date.now() + 6 * 60_000);
  await detail.getByRole('button', { name: 'Cancel session' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancel this session?' });
  await cancel.getByRole('radio', { name: 'Rosa Delgado' }).check();
  await shoot(device, 'session', 'cancel');
  await cancel.getByRole('button', { name: 'Cancel session' }).click();
  await expect(detail.getByRole('region', { name: 'Late fee' })).toBeVisible();
  await shoot(device, 'session', 'late-fee');
  await expectDelivered(device);

  const member = await openSignedIn(world, kind, 'member');
  await moveTo(member, '/member-dashboard/sessions');
  const own = member.page
    .getByRole('region', { name: 'Upcoming' })
    .getByRole('listitem')
    .filter({ hasText: 'Unconfirmed' });
  await expect(own.first()).toBeVisible();
  await shoot(member, 'own-sessions', 'normal');
  await member.page.clock.setSystemTime(Date.now() + 6 * 60_000);
  await goOffline(member);
  await own.first().getByRole('button', { name: 'Cancel', exact: true }).click();
  await shoot(member, 'own-sessions', 'cancel');
  await member.page.getByRole('dialog').getByRole('button', { name: 'Cancel session' }).click();
  await expect(member.page.getByText('Not yet with your clinician')).toBeVisible();
  await shoot(member, 'own-sessions', 'offline');
  await goOnline(member);
}

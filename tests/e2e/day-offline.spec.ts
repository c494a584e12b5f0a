import { expect as expectSoon, test, type Locator, type Page } from '@playwright/test';
import { waitForServiceWorker } from '../support/app-driver.ts';
import {
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  moveTo,
  openSignedIn,
  type Device,
  type World,
} from '../support/app-states.ts';
import { forAxe } from './support/axe.ts';
import { bookSession, field, fillSession, openDays, sheet, weekdayAhead } from './support/calendar.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld(forAxe);
});
test.afterAll(() => disposeWorld(world));

const rosa = 'Rosa Delgado';
const detail = (page: Page): Locator => page.getByRole('article', { name: 'Session' });
const weekLater = (date: string, weeks: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + weeks * 7 * 86_400_000).toISOString().slice(0, 10);

/** Opens the client's session that begins then. */
async function openAt(device: Device, date: string, time: string): Promise<void> {
  await openDays(device, 'day', date);
  const row = device.page.getByRole('main').getByRole('listitem').filter({ hasText: rosa }).filter({ hasText: time });
  await row.locator('[data-session-link]').first().click();
  await expect(detail(device.page)).toContainText(time);
}

/** The front desk books with the clinician, as far as it knows into free time. */
async function bookAtDesk(desk: Device, date: string, time: string): Promise<void> {
  const { page } = desk;
  await openDays(desk, 'day', date);
  await page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
  await fillSession(page, { date, time });
  await field(page, 'With').selectOption({ label: 'Dr. Maya Lindqvist' });
  await sheet(page, 'New session').getByRole('button', { name: 'Book the session' }).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
}

test('[CA-1][CA-9] a whole day without a network on the phone, then what the front desk did meanwhile: everything is placed, or listed with a choice', async () => {
  test.setTimeout(240_000);
  const phone = await openSignedIn(world, 'phone', 'clinician');
  const desk = await openSignedIn(world, 'desktop', 'desk');
  const { page } = phone;
  await waitForServiceWorker(page);
  const date = weekdayAhead(0, 22);
  const third = weekLater(date, 2);
  await openDays(phone, 'day', date);
  for (const time of ['12:10', '14:10']) await bookSession(phone, { date, time, client: rosa });
  await page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
  await fillSession(page, { date, time: '08:10', client: rosa });
  await field(page, 'Repeats').selectOption('Every week');
  await field(page, 'Number of sessions').fill('3');
  await sheet(page, 'New session').getByRole('button', { name: 'Book the sessions' }).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  await expectDelivered(phone);

  // The day: booked, moved, cancelled, a series changed from its second session on, a time blocked.
  await goOffline(phone);
  await bookSession(phone, { date, time: '06:10', client: rosa });
  await openAt(phone, date, '12:10');
  await detail(page).getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Begins at').fill('13:10');
  await sheet(page, 'Edit session').getByRole('button', { name: 'Save' }).click();
  await expect(sheet(page, 'Edit session')).toHaveCount(0);
  await openAt(phone, date, '14:10');
  await detail(page).getByRole('button', { name: 'Cancel session' }).click();
  await page
    .getByRole('dialog', { name: /^Cancel th/ })
    .getByRole('button', { name: /^Cancel / })
    .click();
  await expect(detail(page)).toContainText('Cancelled');
  await openAt(phone, weekLater(date, 1), '08:10');
  await detail(page).getByRole('button', { name: 'Edit' }).click();
  await sheet(page, 'Edit session').getByRole('radio', { name: 'This and following' }).check();
  await field(page, 'Begins at').fill('09:20');
  await sheet(page, 'Edit session').getByRole('button', { name: 'Save' }).click();
  await expect(sheet(page, 'Edit session')).toHaveCount(0);
  await openDays(phone, 'day', date);
  await page.getByRole('main').getByRole('button', { name: 'Block time' }).click();
  await field(page, 'What for').fill('Supervision');
  await field(page, 'From').fill(date);
  await field(page, 'From, time').fill('16:00');
  await field(page, 'Until').fill(date);
  await field(page, 'Until, time').fill('17:00');
  await sheet(page, 'Block time').getByRole('button', { name: 'Block it' }).click();
  await expect(sheet(page, 'Block time')).toHaveCount(0);

  // Meanwhile the front desk takes the time of each.
  for (const time of ['06:30', '13:00', '16:10']) await bookAtDesk(desk, date, time);
  await bookAtDesk(desk, third, '09:40');
  await expectDelivered(desk);

  await goOnline(phone);
  await expectDelivered(phone);
  // What could not be booked says so on the calendar, with times to choose from.
  await openDays(phone, 'day', date);
  const refused = page.getByRole('main').getByRole('alert').filter({ hasText: 'A session was not booked' });
  await expect(refused).toContainText('Oops...There is a conflicting session!');
  await expect(refused.getByRole('button', { name: /\d\d:\d\d/ }).first()).toBeVisible();
  // What could not be moved stands where it was, and says so.
  await openAt(phone, date, '12:10');
  await expect(detail(page)).toContainText('A change to this session was refused');
  await expect(
    detail(page)
      .getByRole('button', { name: /\d\d:\d\d/ })
      .first(),
  ).toBeVisible();
  // What nobody was against is done: the cancelled one, the second of the series, the blocked time; what was booked there first stays.
  await openAt(phone, date, '14:10');
  await expect(detail(page)).toContainText('Cancelled');
  await openAt(phone, weekLater(date, 1), '09:20');
  await openDays(phone, 'day', date);
  await expect(page.getByRole('main').getByText('Supervision')).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /^16:10/ }),
  ).toHaveCount(1);
  // The third of the series stands where it was, and waits with a choice.
  await openAt(phone, third, '08:10');
  await moveTo(phone, '/pro-dashboard/homepage');
  const waiting = page.getByRole('region', { name: 'Needs a time' });
  await expect(waiting).toContainText(rosa);
  await expect(waiting).toContainText('Oops...There is a conflicting session!');
  await expect(waiting.getByRole('group', { name: 'Nearest free times' }).getByRole('button').first()).toBeVisible();
  await waiting.getByRole('button', { name: 'Leave it where it is' }).click();
  await expect(waiting.getByRole('listitem')).toHaveCount(0);
  await expectDelivered(phone);
  // Nobody is in two places at once, on either screen.
  for (const device of [phone, desk]) {
    await openDays(device, 'day', date);
    const rows = device.page.getByRole('main').getByRole('listitem');
    for (const time of [/^06:30/, /^12:10/, /^13:00/]) await expect(rows.filter({ hasText: time })).toHaveCount(1);
    for (const time of [/^06:10/, /^13:10/]) await expect(rows.filter({ hasText: time })).toHaveCount(0);
  }
});

import { expect as expectSoon, test, type Page } from '@playwright/test';
import { waitForServiceWorker } from '../support/app-driver.ts';
import {
  closeOthers,
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  moveTo,
  openSignedIn,
  type Device,
  type World,
} from '../support/app-states.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
import { field, fillSession, openDays, sheet, undo, weekdayAhead } from './support/calendar.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld(forAxe);
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  for (const { problems } of world.devices) expect(problems).toEqual([]);
  await closeOthers(world);
});

const path = '/pro-dashboard/settings/availability';
const main = (page: Page) => page.getByRole('main');
const hours = (page: Page) => page.getByRole('list', { name: 'Weekly hours', exact: true });
const booking = (page: Page) => sheet(page, 'New session');
/** The times that are offered of the first day with any. */
const offered = (page: Page) => booking(page).getByRole('region').first().getByRole('listitem').getByRole('button');

/** Begins a session of that day with the first client, and opens the free times. */
async function find(device: Device, date: string): Promise<void> {
  const { page } = device;
  await moveTo(device, `/pro-dashboard/schedule?date=${date}&view=day`);
  await main(page).getByRole('button', { name: 'New session', exact: true }).click();
  await fillSession(page, { date, time: '07:00' });
  await booking(page).getByRole('button', { name: 'Find a time' }).click();
}

test('[C-034][C-036][CA-10] without a network a clinician says her week on the phone and books a free time of it in two taps; a day away is offered no more', async () => {
  test.setTimeout(180_000);
  const device = await openSignedIn(world, 'phone', 'colleague');
  const { page } = device;
  await waitForServiceWorker(page);
  const date = weekdayAhead(6, 9);
  await moveTo(device, '/pro-dashboard/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Availability' }).click();
  await expect(page.getByText('No weekly hours yet')).toBeVisible();
  await goOffline(device);

  // Without hours it is said why there are no times.
  await find(device, date);
  await expect(booking(page)).toContainText('You have not said yet when you can be booked.');
  await booking(page).getByRole('link', { name: 'Your availability' }).click();
  await page.getByRole('button', { name: 'Add weekly hours' }).click();
  const adding = sheet(page, 'Add weekly hours');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByText('Please choose a day')).toBeVisible();
  await adding.getByRole('checkbox', { name: 'Saturday' }).check();
  await adding.getByRole('checkbox', { name: 'Sunday' }).check();
  await field(page, 'From').fill('10:00');
  await field(page, 'To').fill('09:00');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByText('It has to end after it begins')).toBeVisible();
  await field(page, 'To').fill('13:00');
  await expectAccessibleHere(device, 'weekly hours');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(hours(page).getByRole('heading')).toHaveText(['Saturday', 'Sunday']);

  await find(device, date);
  await expect(offered(page)).toHaveCount(5);
  await expect(offered(page).first()).toContainText(/^Sat.*10:00/);
  await expect(booking(page)).toContainText('Outside your hours');
  await expectAccessibleHere(device, 'free times');
  await offered(page).nth(1).click();
  await expect(field(page, 'Begins at')).toHaveValue('10:30');
  await expect(booking(page)).not.toContainText('Outside your hours');
  await booking(page).getByRole('button', { name: 'Book the session' }).click();
  await expect(booking(page)).toHaveCount(0);
  // What is booked is taken, and what touches it too.
  await find(device, date);
  await expect(offered(page)).toHaveCount(2);
  await expect(offered(page).first()).toContainText(/^Sat.*11:30/);
  await page.keyboard.press('Escape');

  await moveTo(device, path);
  await page.getByRole('button', { name: 'Add time away' }).click();
  await field(page, 'First day').fill(date);
  await field(page, 'Last day').fill(date);
  await sheet(page, 'Add time away').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Away' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessibleHere(device, 'availability');
  await find(device, date);
  // The day after it is the first one.
  await expect(offered(page)).toHaveCount(5);
  await expect(offered(page).first()).toContainText(/^Sun/);
  await expect(booking(page)).toContainText('Away until');
  await page.keyboard.press('Escape');
  await moveTo(device, path);
  await page
    .getByRole('list', { name: 'Away' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(page.getByRole('list', { name: 'Away' })).toHaveCount(0);
  await undo(page).click();
  await expect(page.getByRole('list', { name: 'Away' }).getByRole('listitem')).toHaveCount(1);

  await goOnline(device);
  await expectDelivered(device);
  await expect(page.getByTestId('sync-indicator')).not.toContainText(/attention/i);
  // The front desk is offered the same times.
  const desk = await openSignedIn(world, 'desktop', 'desk');
  await goTo(desk, `/pro-dashboard/schedule?date=${date}&view=day`);
  await main(desk.page).getByRole('button', { name: 'New session', exact: true }).click();
  await fillSession(desk.page, { date, time: '07:00' });
  await field(desk.page, 'With').selectOption({ label: 'Dr. Daniel Okoro' });
  await booking(desk.page).getByRole('button', { name: 'Find a time' }).click();
  await expect(offered(desk.page)).toHaveCount(5);
  await expect(offered(desk.page).first()).toContainText(/^Sun/);
  await expect(booking(desk.page)).toContainText('Away until');
});

test('[S-030][S-032] hours lie behind the sessions of a week; a press on them opens the sheet that changes and removes them', async () => {
  test.setTimeout(150_000);
  const device = await openSignedIn(world, 'desktop', 'clinician');
  const { page } = device;
  await waitForServiceWorker(page);
  const friday = weekdayAhead(5, 9);
  await goTo(device, '/pro-dashboard/schedule');
  await openDays(device, 'week', friday);
  await goOffline(device);
  const named = main(page).getByRole('button', { name: /^Your hours Friday/ });
  await expect(named).toHaveCount(1);
  await expect(main(page).getByText('Your hours', { exact: true })).toBeVisible();
  await expectAccessibleHere(device, 'hours in the week');
  await named.focus();
  await page.keyboard.press('Enter');
  const changing = sheet(page, 'Change weekly hours');
  await expect(field(page, 'To')).toHaveValue('14:00');
  await field(page, 'To').fill('15:30');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(changing).toHaveCount(0);
  await expect(named).toHaveAccessibleName(/15:30|3:30/);
  await named.click();
  await changing.getByRole('button', { name: 'Remove' }).click();
  await expect(named).toHaveCount(0);
  await undo(page).click();
  await expect(named).toHaveAccessibleName(/15:30|3:30/);

  // Rules: a session needs a quarter of an hour around it.
  await moveTo(device, path);
  await page.getByRole('button', { name: 'Change rules' }).click();
  await field(page, 'Free before and after a session').selectOption('15');
  await sheet(page, 'How free times are found').getByRole('button', { name: 'Save' }).click();
  await expect(main(page)).toContainText('15 min');
  await page.getByRole('button', { name: 'Open a time once' }).click();
  await field(page, 'Date').fill(weekdayAhead(0, 9));
  await field(page, 'Place').selectOption('telehealth');
  await sheet(page, 'Open a time once').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Open once' })).toContainText('Video only');
  await expectAccessibleHere(device, 'availability');
  await goOnline(device);
  await expectDelivered(device);
  await expect(page.getByTestId('sync-indicator')).not.toContainText(/attention/i);
  const other = await openSignedIn(world, 'desktop', 'clinician');
  await goTo(other, path);
  await expect(other.page.getByRole('list', { name: 'Open once' })).toContainText('Video only');
  await expect(other.page.getByRole('list', { name: 'Friday' })).toContainText(/15:30|3:30/);
});

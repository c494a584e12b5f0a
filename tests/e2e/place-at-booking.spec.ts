import { expect as expectSoon, test, type Page } from '@playwright/test';
import { waitForServiceWorker } from '../support/app-driver.ts';
import {
  closeOthers,
  createWorld,
  deviceOf,
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
import { bookSession, field, fillSession, idOf, openDays, sheet, weekdayAhead } from './support/calendar.ts';

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

const main = (page: Page) => page.getByRole('main');
const where = (page: Page) => field(page, 'Where the client will be');
const reason = (page: Page) => field(page, 'Why you hold it there (optional)');
const chosen = (page: Page) => where(page).locator('option:checked');
const book = (page: Page) => sheet(page, 'New session').getByRole('button', { name: 'Book the session' });

async function begin(device: Device, when: { readonly date: string; readonly time: string; readonly client?: string }) {
  await main(device.page).getByRole('button', { name: 'New session', exact: true }).click();
  return fillSession(device.page, when);
}

/** What is said on the page before a session. */
async function expectSaid(device: Device, id: string, state: string, why: string): Promise<void> {
  await moveTo(device, `/pro-dashboard/sessions/${id}/before`);
  await expect(field(device.page, 'State')).toHaveValue(state);
  await expect(reason(device.page)).toHaveValue(why);
}

test('[CA-5] at the booking of a session by video it is asked where the client will be, without a network; it is known at the next one', async () => {
  test.setTimeout(150_000);
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  await waitForServiceWorker(page);
  const date = weekdayAhead(0, 9);
  await goTo(device, '/pro-dashboard/schedule');
  await openDays(device, 'week', date);
  await goOffline(device);
  const name = await begin(device, { date, time: '09:00' });
  await field(page, 'Place').selectOption('office_location');
  await expect(where(page)).toHaveCount(0);
  await field(page, 'Place').selectOption('telehealth');
  await where(page).selectOption('WA');
  await expect(sheet(page, 'New session')).toContainText('No license for Washington');
  await reason(page).fill('PSYPACT');
  await expectAccessibleHere(device, 'where the client will be');
  await book(page).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  const id = await idOf(device, name, date);
  await expectSaid(device, id, 'WA', 'PSYPACT');

  // The next time it stands there, and holds where nothing else is said.
  await moveTo(device, `/pro-dashboard/schedule?date=${date}&view=week`);
  await begin(device, { date, time: '11:00', client: name });
  await expect(chosen(page)).toHaveText('Washington, as at the last session');
  await expect(sheet(page, 'New session')).toContainText('No license for Washington');
  await where(page).selectOption('OR');
  // What was said of one client is said of nobody else.
  await field(page, 'Client').fill('');
  await field(page, 'Client').fill('a');
  const other = sheet(page, 'New session').getByRole('option').filter({ hasNotText: name }).first();
  await other.click();
  await expect(where(page)).toHaveValue('');
  await expect(chosen(page)).not.toContainText('Washington');
  await field(page, 'Client').fill(name);
  await sheet(page, 'New session').getByRole('option').filter({ hasText: name }).click();
  await expect(chosen(page)).toHaveText('Washington, as at the last session');
  await field(page, 'Begins at').fill('11:00');
  await book(page).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  const ids = await main(page)
    .locator(`[data-column="${date}"] [data-placed]`)
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-placed') ?? ''));
  const second = ids.find((one) => one !== id) ?? '';
  await goOnline(device);
  await expectDelivered(device);
  await expect(page.getByTestId('sync-indicator')).not.toContainText('attention');

  const later = await openSignedIn(world, 'desktop', 'clinician');
  await expectSaid(later, id, 'WA', 'PSYPACT');
  await moveTo(later, `/pro-dashboard/sessions/${second}/before`);
  await expect(field(later.page, 'State')).toHaveValue('WA');
  // Who plans for others reads it nowhere, and is not asked.
  const desk = await openSignedIn(world, 'desktop', 'desk');
  await goTo(desk, '/pro-dashboard/schedule');
  await begin(desk, { date, time: '15:00', client: name });
  await expect(where(desk.page)).toHaveCount(0);
});

test('[CA-5] where a booking is refused nothing that was typed is lost, and the one in its place says again where the client will be', async () => {
  test.setTimeout(150_000);
  const device = await deviceOf(world, 'desktop', 'clinician');
  const other = await openSignedIn(world, 'desktop', 'clinician');
  const { page } = device;
  await waitForServiceWorker(page);
  const date = weekdayAhead(0, 9 + 7);
  for (const one of [device, other]) {
    await goTo(one, '/pro-dashboard/schedule');
    await openDays(one, 'week', date);
  }
  await goOffline(device);
  const name = await begin(device, { date, time: '10:00' });
  await where(page).selectOption('ID');
  await reason(page).fill('A week with her sister');
  await book(page).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  await bookSession(other, { date, time: '10:00' });
  await expectDelivered(other);
  await goOnline(device);
  const refused = main(page).getByRole('alert').filter({ hasText: 'A session was not booked' });
  await expect(refused).toBeVisible();
  // The booking needs somebody, and what was typed with it waits with it, as one work: through a lock and a reload.
  await moveTo(device, '/pro-dashboard/sync');
  await expect(main(page)).toContainText('There is a conflicting session');
  await expect(main(page).getByRole('button', { name: 'Discard' })).toHaveCount(1);
  await expect(main(page)).toContainText('1 change was refused.');
  await expect(main(page)).toContainText('A week with her sister');

  await moveTo(device, `/pro-dashboard/schedule?date=${date}&view=week`);
  await refused.getByRole('button', { name: 'Another time' }).click();
  await expect(where(page)).toHaveValue('ID');
  await expect(reason(page)).toHaveValue('A week with her sister');
  await field(page, 'Begins at').fill('14:00');
  await book(page).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  await expectDelivered(device);
  await expect(refused).toHaveCount(0);
  await expect(page.getByTestId('sync-indicator')).not.toContainText(/attention/i);
  const blocks = main(page).locator(`[data-column="${date}"] [data-placed]`).filter({ hasText: '14:00' });
  const id = (await blocks.filter({ hasText: name }).getAttribute('data-placed')) ?? '';
  await expectSaid(device, id, 'ID', 'A week with her sister');
});

test('[CA-12] of a series it is asked once where the client will be; each session shows it until it says its own, and a refused series loses nothing', async () => {
  test.setTimeout(150_000);
  const device = await openSignedIn(world, 'desktop', 'clinician');
  const other = await openSignedIn(world, 'desktop', 'clinician');
  const { page } = device;
  await waitForServiceWorker(page);
  const date = weekdayAhead(0, 9 + 14);
  const next = new Date(Date.parse(`${date}T12:00:00Z`) + 7 * 86_400_000).toISOString().slice(0, 10);
  for (const one of [device, other]) {
    await goTo(one, '/pro-dashboard/schedule');
    await openDays(one, 'week', date);
  }
  await goOffline(device);
  const name = await begin(device, { date, time: '10:00' });
  await field(page, 'Repeats').selectOption('Every week');
  await field(page, 'Number of sessions').fill('2');
  await where(page).selectOption('WA');
  await expect(sheet(page, 'New session')).toContainText('No license for Washington');
  await reason(page).fill('A term away');
  await expectAccessibleHere(device, 'where the client of a series will be');
  const bookAll = sheet(page, 'New session').getByRole('button', { name: 'Book the sessions' });
  await bookAll.click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  // Both times are gone before it arrives.
  for (const day of [date, next]) {
    await openDays(other, 'week', day);
    await bookSession(other, { date: day, time: '10:00' });
  }
  await expectDelivered(other);
  await goOnline(device);
  const refused = main(page).getByRole('alert').filter({ hasText: 'A series was not booked' });
  await expect(refused).toBeVisible();
  await refused.getByRole('button', { name: 'Look at it again' }).click();
  await expect(where(page)).toHaveValue('WA');
  await expect(reason(page)).toHaveValue('A term away');
  await field(page, 'Begins at').fill('14:00');
  await bookAll.click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  await expectDelivered(device);
  await expect(refused).toHaveCount(0);
  await expect(page.getByTestId('sync-indicator')).not.toContainText(/attention/i);

  const ids: string[] = [];
  for (const day of [date, next]) {
    await openDays(device, 'week', day);
    const blocks = main(page).locator(`[data-column="${day}"] [data-placed]`).filter({ hasText: '14:00' });
    ids.push((await blocks.filter({ hasText: name }).getAttribute('data-placed')) ?? '');
  }
  const [first = '', second = ''] = ids;
  await expectSaid(device, first, 'WA', 'A term away');
  await expect(main(page)).toContainText('As said for the series.');
  await expectAccessibleHere(device, 'where the client of a series is');
  await goOffline(device);
  await field(page, 'State').selectOption('CA');
  await reason(page).fill('');
  await main(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(main(page)).toContainText('Saved on this device.');
  await goOnline(device);
  await expectDelivered(device);
  await moveTo(other, `/pro-dashboard/sessions/${first}/before`);
  await expect(field(other.page, 'State')).toHaveValue('CA');
  await expectSaid(other, second, 'WA', 'A term away');
});

import { expect as expectSoon, test, type Locator, type Page } from '@playwright/test';
import {
  closeOthers,
  createWorld,
  deviceOf,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  moveTo,
  type Device,
  type World,
} from '../support/app-states.ts';
import { waitForServiceWorker } from '../support/app-driver.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
import { field, fillSession, idOf, linkTo, openDays, placed, sheet, undo, weekdayAhead } from './support/calendar.ts';

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

/** The dates of a weekly series from its first on. */
function weekly(first: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, week) =>
    new Date(Date.parse(`${first}T12:00:00Z`) + week * 7 * 86_400_000).toISOString().slice(0, 10),
  );
}

/** Fills in a weekly series in the sheet of a new session. */
async function fillSeries(
  page: Page,
  { date, time, count }: { readonly date: string; readonly time: string; readonly count: number },
): Promise<string> {
  await page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
  const name = await fillSession(page, { date, time, client: 'Rosa Delgado' });
  await field(page, 'Repeats').selectOption('Every week');
  await field(page, 'Number of sessions').fill(String(count));
  return name;
}

const detail = (page: Page): Locator => page.getByRole('article', { name: 'Session' });
const next = (page: Page): Locator => detail(page).getByRole('link', { name: /^Next of the series/ });

/** The session of the client that stands on a day. */
async function standingOn(device: Device, date: string, name: string): Promise<Locator> {
  await openDays(device, 'day', date);
  const rows = device.page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  return rows.filter({ hasNotText: 'Cancelled' });
}

/** Sees the sessions of the client at these times, one on each of the dates. */
async function expectTimes(
  device: Device,
  name: string,
  dates: readonly string[],
  times: readonly string[],
): Promise<void> {
  for (const [index, date] of dates.entries())
    await expect(await standingOn(device, date, name)).toContainText(times[index] ?? 'a time');
}

test('[S-036][CA-9] a weekly series is booked, moved, cancelled and brought back on a phone without a network', async () => {
  test.setTimeout(180_000);
  const phone = await deviceOf(world, 'phone', 'clinician');
  const desk = await deviceOf(world, 'desktop', 'desk');
  const { page } = phone;
  await waitForServiceWorker(page);
  const dates = weekly(weekdayAhead(0, 8), 6);
  await openDays(phone, 'day', dates[0] ?? '');
  await goOffline(phone);
  const name = await fillSeries(page, { date: dates[0] ?? '', time: '06:10', count: 6 });
  const booking = sheet(page, 'New session');
  await expect(booking.getByRole('group', { name: 'Dates' })).toContainText('6 sessions');
  await expectAccessibleHere(phone, 'series-booking');
  await booking.getByRole('button', { name: 'Book the sessions' }).click();
  await expect(booking).toHaveCount(0);
  await expectTimes(
    phone,
    name,
    dates,
    dates.map(() => '06:10'),
  );

  await openDays(phone, 'day', dates[0] ?? '');
  await linkTo(page, name).click();
  await expect(detail(page)).toContainText('Every week on Sunday, 06:10 – 1st of 6');
  await next(page).click();
  await next(page).click();
  await expect(detail(page)).toContainText('3rd of 6');
  await detail(page).getByRole('button', { name: 'Edit' }).click();
  const edit = sheet(page, 'Edit session');
  await expect(edit.getByRole('radio', { name: 'This session' })).toBeChecked();
  await edit.getByRole('radio', { name: 'This and following' }).check();
  await field(page, 'Begins at').fill('07:20');
  await expect(edit).toContainText('This changes 4 sessions.');
  await expectAccessibleHere(phone, 'series-edit');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  const moved = ['06:10', '06:10', '07:20', '07:20', '07:20', '07:20'];
  await expect(detail(page)).toContainText('Every week on Sunday, 07:20 – 3rd of 6');

  await next(page).click();
  await detail(page).getByRole('button', { name: 'Cancel session' }).click();
  const cancel = page.getByRole('dialog', { name: /^Cancel th/ });
  await expect(cancel.getByRole('radio', { name: 'This session' })).toBeChecked();
  await cancel.getByRole('radio', { name: 'This and following' }).check();
  await expect(cancel).toContainText('This cancels 3 sessions.');
  await expectAccessibleHere(phone, 'series-cancel');
  await cancel.getByRole('button', { name: 'Cancel 3 sessions' }).click();
  await expect(cancel).toHaveCount(0);
  await expect(detail(page)).toContainText('Cancelled');
  await undo(page).click();
  await expect(detail(page)).not.toContainText('Cancelled');
  await expect(detail(page)).toContainText('4th of 6');
  await expectTimes(phone, name, dates, moved);

  await goOnline(phone);
  await expectDelivered(phone);
  await expectTimes(phone, name, dates, moved);
  await expectTimes(desk, name, dates, moved);
});

test('[CA-9] one time of a series that was taken meanwhile waits for another one, and the others stand', async () => {
  test.setTimeout(180_000);
  const phone = await deviceOf(world, 'phone', 'clinician');
  const desk = await deviceOf(world, 'desktop', 'desk');
  const { page } = phone;
  await waitForServiceWorker(page);
  const dates = weekly(weekdayAhead(6, 8), 4);
  const third = dates[2] ?? '';
  await openDays(phone, 'day', dates[0] ?? '');
  await goOffline(phone);
  const name = await fillSeries(page, { date: dates[0] ?? '', time: '06:10', count: 4 });
  await sheet(page, 'New session').getByRole('button', { name: 'Book the sessions' }).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);

  await openDays(desk, 'day', third);
  await desk.page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
  const other = await fillSession(desk.page, { date: third, time: '06:30' });
  await field(desk.page, 'With').selectOption({ label: 'Dr. Maya Lindqvist' });
  await sheet(desk.page, 'New session').getByRole('button', { name: 'Book the session' }).click();
  await expect(sheet(desk.page, 'New session')).toHaveCount(0);
  await expectDelivered(desk);
  expect(other).not.toBe('');

  await goOnline(phone);
  await expectDelivered(phone);
  await moveTo(phone, '/pro-dashboard/homepage');
  const waiting = page.getByRole('region', { name: 'Needs a time' });
  await expect(waiting).toContainText(name);
  await expect(waiting).toContainText('Oops...There is a conflicting session!');
  await expectAccessibleHere(phone, 'series-needs-a-time');
  await waiting.getByRole('button', { name: 'Leave it out' }).click();
  await expect(waiting.getByRole('listitem')).toHaveCount(0);
  await waiting.getByRole('button', { name: 'Undo' }).click();
  const free = waiting.getByRole('group', { name: 'Nearest free times' }).getByRole('button').first();
  const given = /\d\d:\d\d/.exec(await free.innerText())?.[0] ?? '';
  expect(given).not.toBe('06:10');
  await free.click();
  await expect(waiting).toContainText('Saved on this device');
  await expect(waiting.getByRole('listitem')).toHaveCount(0);
  await expectDelivered(phone);
  await expectTimes(desk, name, [dates[0] ?? '', dates[1] ?? '', dates[3] ?? ''], ['06:10', '06:10', '06:10']);
  await expect(await standingOn(desk, third, name)).toContainText(given);
});

test('[CA-9] a session that is moved on the grid takes those that follow with it, one undo brings all back, and the series goes on', async () => {
  test.setTimeout(120_000);
  const device = await deviceOf(world, 'desktop', 'colleague');
  const { page } = device;
  const dates = weekly(weekdayAhead(0, 8), 3);
  const [, second = '', third = ''] = dates;
  await openDays(device, 'week', dates[0] ?? '');
  await page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
  const name = await fillSession(page, { date: dates[0] ?? '', time: '09:00' });
  await field(page, 'Repeats').selectOption('Every week');
  await field(page, 'Ends').selectOption('On a date');
  await field(page, 'Last day').fill(third);
  await sheet(page, 'New session').getByRole('button', { name: 'Book the sessions' }).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  await openDays(device, 'week', second);
  const id = await idOf(device, name, second);
  await placed(page, id).focus();
  await page.keyboard.press('m');
  for (let quarter = 0; quarter < 4; quarter += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(placed(page, id)).toHaveAccessibleName(/10:00/);
  await page.getByRole('button', { name: 'This and following too' }).click();
  await expect(page.getByText(/: 2 sessions moved, from /)).toBeVisible();
  await openDays(device, 'week', third);
  const last = await idOf(device, name, third);
  await expect(placed(page, last)).toHaveAccessibleName(/10:00/);
  await undo(page).click();
  await expect(placed(page, last)).toHaveAccessibleName(/09:00/);
  await openDays(device, 'week', second);
  await expect(placed(page, id)).toHaveAccessibleName(/09:00/);
  await expectDelivered(device);

  // It ends within four weeks, and goes on.
  await moveTo(device, '/pro-dashboard/homepage');
  const ending = page.getByRole('region', { name: 'Sessions that end soon' });
  await expect(ending).toContainText(`${name}: the weekly sessions end on`);
  await expectAccessibleHere(device, 'series-ending');
  await ending.getByRole('button', { name: 'Let it end' }).click();
  await expect(ending).not.toContainText('the weekly sessions end on');
  await ending.getByRole('button', { name: 'Undo' }).click();
  await ending.getByRole('button', { name: 'Continue' }).click();
  const on = sheet(page, 'Continue the sessions');
  await on.getByRole('radio', { name: '4 more sessions' }).check();
  await expectAccessibleHere(device, 'series-continue');
  await on.getByRole('button', { name: 'Continue' }).click();
  await expect(ending).toContainText('4 more sessions. Saved on this device.');
  await expectDelivered(device);
  await openDays(device, 'week', weekly(third, 5)[4] ?? '');
  await expect(linkTo(page, name).first()).toBeVisible();
});

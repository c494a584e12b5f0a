import { expect as expectSoon, test, type Page } from '@playwright/test';
import {
  closeOthers,
  createWorld,
  deviceOf,
  disposeWorld,
  expectDelivered,
  goTo,
  openSessions,
  openSignedIn,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, expectAccessibleHere, forAxe } from './support/axe.ts';
import { dayAhead, field, fillSession, idOf, openDays, placed, sheet, weekdayAhead } from './support/calendar.ts';

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

test('by pointer a session is drawn, moved and resized; Escape lets go, desktop', async () => {
  test.setTimeout(90_000);
  const device = await openSignedIn(world, 'desktop', 'colleague');
  const { page } = device;
  await goTo(device, '/pro-dashboard/schedule');
  const date = weekdayAhead(0, 9 + 7);
  await openDays(device, 'week', date);
  const column = main(page).locator(`[data-column="${date}"]`);
  await expect(column).toBeVisible();
  const box = await column.boundingBox();
  if (!box) throw new Error('no column');
  const { first, hours } = await main(page)
    .locator('[data-grid]')
    .evaluate((grid) => ({
      first: Number(getComputedStyle(grid).getPropertyValue('--first-hour')),
      hours: Number(getComputedStyle(grid).getPropertyValue('--hours')),
    }));
  const at = (clock: number) => [box.x + box.width / 2, box.y + ((clock - first) * box.height) / hours] as const;
  const drag = async (from: number, to: number) => {
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at((from + to) / 2), { steps: 3 });
    await page.mouse.move(...at(to), { steps: 3 });
  };
  await drag(9.05, 9.9);
  await page.mouse.up();
  await expect(field(page, 'Begins at')).toHaveValue('09:00');
  await expect(field(page, 'Minutes')).toHaveValue('60');
  const name = await fillSession(page, { date, time: '09:00' });
  await sheet(page, 'New session').getByRole('button', { name: 'Book the session' }).click();
  const id = await idOf(device, name, date);
  await expect(placed(page, id)).toHaveAccessibleName(/9:00.* to 10:00/);
  await drag(9.3, 11.3);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(placed(page, id)).toHaveAccessibleName(/9:00.* to 10:00/);
  await drag(9.3, 11.3);
  await page.mouse.up();
  await expect(placed(page, id)).toHaveAccessibleName(/11:00.* to 12:00/);
  await drag(11.92, 12.5);
  await page.mouse.up();
  await expect(placed(page, id)).toHaveAccessibleName(/11:00.* to 12:30/);
  await expect(page).toHaveURL(new RegExp(`schedule\\?date=${date}`));
  await expectDelivered(device);
});

test('the grid is walked by arrows, every place is said, and Enter begins a session there; keys work in the calendar alone', async () => {
  test.setTimeout(90_000);
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  await goTo(device, '/pro-dashboard/schedule');
  const date = weekdayAhead(0, 9);
  await openDays(device, 'week', date);
  const cursor = main(page).locator('[data-cursor]');
  await cursor.focus();
  // Over whatever lies on the way, to the day on which nothing does.
  for (let day = 0; day < 6; day += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowDown');
  await expect(cursor).toBeFocused();
  await expect(cursor).toHaveAccessibleName(/^Sunday 10:15, free\. New session$/);
  await page.keyboard.press('Enter');
  await expect(field(page, 'Begins at')).toHaveValue('10:15');
  await page.keyboard.press('Escape');
  await expect(sheet(page, 'New session')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(main(page).locator('[data-session-link]').first()).toBeFocused();
  await page.keyboard.press('t');
  await expect(page).not.toHaveURL(/date=/);
  await page.keyboard.press('?');
  await expect(sheet(page, 'Keys')).toBeVisible();
  await expectAccessibleHere(device, 'keys');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Home', exact: true }).focus();
  await page.keyboard.press('n');
  await expect(sheet(page, 'New session')).toHaveCount(0);
});

test('[S-029] a month leads to a day beside it and on to the day; nothing in day, week, month and list is out of reach', async () => {
  test.setTimeout(90_000);
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  await goTo(device, '/pro-dashboard/schedule');
  for (const view of ['day', 'week', 'month', 'list']) {
    await openDays(device, view, dayAhead(0));
    await expect(main(page).locator('[data-session-link]').first()).toBeVisible();
    await expectAccessible(device, `calendar, ${view}`);
  }
  await openDays(device, 'month', dayAhead(0));
  await main(page)
    .getByRole('table')
    .getByRole('link', { name: /, \d+ sessions$/ })
    .first()
    .click();
  const preview = main(page).getByRole('article', { name: 'Day' });
  await expect(preview.getByRole('listitem').first()).toBeVisible();
  await expectAccessibleHere(device, 'day preview');
  await preview.getByRole('link', { name: 'Open the day' }).click();
  await expect(page).toHaveURL(/view=day/);
  await main(page).getByRole('button', { name: 'By the hour' }).click();
  await expect(main(page).locator('[data-grid]')).toBeVisible();
  await expectAccessibleHere(device, 'day by the hour');
});

test('the palette books a session', async () => {
  test.setTimeout(60_000);
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  await goTo(device, '/pro-dashboard/homepage');
  await expect(main(page).getByRole('heading', { name: 'Today' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('new ses');
  await page.keyboard.press('Enter');
  await expect(sheet(page, 'New session')).toBeVisible();
  await sheet(page, 'New session').getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/pro-dashboard\/schedule($|\?)/);
});

test('who did not come is said once a session has begun, by either side, and taken back', async () => {
  test.setTimeout(90_000);
  const device = await openSignedIn(world, 'desktop', 'colleague');
  const { page } = device;
  await goTo(device, '/pro-dashboard/schedule');
  const [id = ''] = await openSessions(device);
  await goTo(device, `/pro-dashboard/schedule/${id}`);
  const detail = main(page).getByRole('article', { name: 'Session' });
  const noShow = detail.getByRole('button', { name: 'No show' });
  await noShow.click();
  const asked = sheet(page, 'Who did not come?');
  await expectAccessibleHere(device, 'no show');
  await asked.getByRole('button', { name: 'Save' }).click();
  await expect(detail).toContainText('The client did not come');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(detail).not.toContainText('The client did not come');
  await noShow.click();
  await asked.getByRole('radio', { name: /^Dr\. / }).check();
  await asked.getByRole('button', { name: 'Save' }).click();
  await expect(detail).toContainText('Did not take place');
  await noShow.click();
  await asked.getByRole('radio', { name: 'Both came' }).check();
  await asked.getByRole('button', { name: 'Save' }).click();
  await expect(detail).not.toContainText('Did not take place');
  await expectDelivered(device);
});

test('where the device shows another time, its hours are told beside those of the practice', async () => {
  test.setTimeout(60_000);
  const device = await openSignedIn(world, 'desktop', 'clinician', { timezoneId: 'Europe/Berlin' });
  const { page } = device;
  await goTo(device, '/pro-dashboard/schedule');
  await openDays(device, 'week', dayAhead(0));
  const axis = main(page).locator('[data-device]');
  await expect(axis).toContainText(/Berlin.*14:00.*15:00/);
  await expectAccessibleHere(device, 'two axes');
  const [own, first] = await Promise.all([
    axis.boundingBox(),
    main(page).locator('[data-column]').first().boundingBox(),
  ]);
  expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThanOrEqual(first?.x ?? 0);
});

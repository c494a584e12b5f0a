import { moveTo, openSignedIn, type Device, type World } from '../../support/app-states.ts';
import { dayAhead, field, fillSession, openDays, sheet, weekdayAhead } from './calendar.ts';
import { expect, shoot } from './camera.ts';

export const calendarPictures = [
  'calendar-week',
  'calendar-day',
  'calendar-hours',
  'calendar-month',
  'calendar-preview',
  'calendar-list',
  'calendar-keys',
  'new-session-normal',
  'new-session-conflict',
  'session-edit',
  'session-acts',
  'blocked-sheet',
  'blocked-detail',
  'blocked-week',
  'session-types',
];

/** The calendar in each of its views, and its sheets. */
export async function calendarScreens(world: World, kind: Device['kind']): Promise<void> {
  const device = await openSignedIn(world, kind, kind === 'phone' ? 'clinician' : 'colleague');
  const { page } = device;
  const main = page.getByRole('main');
  const today = dayAhead(0);
  const friday = weekdayAhead(5, 1);
  const take = (name: string) => {
    const cut = name.lastIndexOf('-');
    return shoot(device, name.slice(0, cut), name.slice(cut + 1));
  };

  await openDays(device, 'day', today);
  await expect(main.locator('[data-session-link]').first()).toBeVisible();
  await take('calendar-day');
  if (kind === 'desktop') {
    await page.getByRole('button', { name: 'By the hour' }).click();
    await expect(main.locator('[data-grid] [data-session-link]').first()).toBeVisible();
    await take('calendar-hours');
    await page.getByRole('button', { name: 'Keys' }).click();
    await take('calendar-keys');
    await sheet(page, 'Keys').getByRole('button', { name: 'Close' }).last().click();
  }
  await openDays(device, 'week', today);
  await expect(main.locator('[data-session-link]').first()).toBeVisible();
  await take('calendar-week');
  await openDays(device, 'month', today);
  await expect(main.getByRole('table')).toBeVisible();
  await take('calendar-month');
  await main
    .getByRole('table')
    .getByRole('link', { name: /, \d+ sessions$/ })
    .first()
    .click();
  await expect(main.getByRole('article', { name: 'Day' })).toBeVisible();
  await take('calendar-preview');
  await openDays(device, 'list', today);
  await expect(main.locator('[data-session-link]').first()).toBeVisible();
  await take('calendar-list');

  await openDays(device, 'week', friday);
  await main.getByRole('button', { name: 'New session', exact: true }).click();
  await fillSession(page, { date: friday, time: '20:00' });
  await take('new-session-normal');
  await field(page, 'Begins at').fill('10:00');
  await field(page, 'Minutes').fill('240');
  await expect(page.getByText('Nearest free times')).toBeVisible();
  await page.getByText('Nearest free times').scrollIntoViewIfNeeded();
  await take('new-session-conflict');
  await sheet(page, 'New session').getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Let it go' }).click();
  await main.locator('[data-session-link]').last().click();
  await expect(main.getByRole('button', { name: 'Edit' })).toBeVisible();
  await take('session-acts');
  await main.getByRole('button', { name: 'Edit' }).click();
  await expect(sheet(page, 'Edit session')).toBeVisible();
  await take('session-edit');
  await sheet(page, 'Edit session').getByRole('button', { name: 'Back' }).click();

  await openDays(device, 'week', friday);
  await main.getByRole('button', { name: 'Block time' }).click();
  await field(page, 'What for').fill('Supervision');
  await field(page, 'From').fill(friday);
  await field(page, 'From, time').fill('13:00');
  await field(page, 'Until').fill(friday);
  await field(page, 'Until, time').fill('15:00');
  await take('blocked-sheet');
  await sheet(page, 'Block time').getByRole('button', { name: 'Block it' }).click();
  await expect(main.getByRole('link', { name: /Supervision/ })).toBeVisible();
  await take('blocked-week');
  await main.getByRole('link', { name: /Supervision/ }).click();
  await expect(main.getByRole('article', { name: 'Blocked time' })).toBeVisible();
  await take('blocked-detail');

  await moveTo(device, '/pro-dashboard/settings/session-types');
  for (const [name, cost] of [
    ['First session', '200'],
    ['Follow-up', '150'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a session type' }).click();
    await field(page, 'Name').fill(name);
    await field(page, 'Price in dollars').fill(cost);
    await sheet(page, 'Add a session type').getByRole('button', { name: 'Save' }).click();
    await expect(sheet(page, 'Add a session type')).toHaveCount(0);
  }
  await main.getByRole('button', { name: 'Remove First session' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await take('session-types');
  await device.context.close();
}

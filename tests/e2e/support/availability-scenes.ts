import { goOffline, goOnline, moveTo, openSignedIn, type Device, type World } from '../../support/app-states.ts';
import { field, fillSession, openDays, sheet, weekdayAhead } from './calendar.ts';
import { expect, shoot } from './camera.ts';

export const availabilityPictures = [
  'availability-empty',
  'availability-sheet',
  'availability-normal',
  'availability-rules',
  'availability-day',
  'availability-week',
  'find-time-empty',
  'find-time-normal',
  'find-time-outside',
];

/** When a clinician can be booked: said, seen behind the sessions, and offered at a booking. */
export async function availabilityScreens(world: World, kind: Device['kind']): Promise<void> {
  const fresh = await openSignedIn(world, kind, 'colleague');
  await moveTo(fresh, '/pro-dashboard/settings/availability');
  await expect(fresh.page.getByText('No weekly hours yet')).toBeVisible();
  await shoot(fresh, 'availability', 'empty');
  const monday = weekdayAhead(1, 7);
  await moveTo(fresh, `/pro-dashboard/schedule?date=${monday}&view=day`);
  await begin(fresh, monday);
  await expect(sheet(fresh.page, 'New session')).toContainText('You have not said yet');
  await shoot(fresh, 'find-time', 'empty');

  const mine = await openSignedIn(world, kind, 'clinician');
  const { page } = mine;
  await moveTo(mine, '/pro-dashboard/settings/availability');
  await expect(page.getByRole('list', { name: 'Weekly hours' })).toBeVisible();
  await page.getByRole('button', { name: 'Add weekly hours' }).click();
  const adding = sheet(page, 'Add weekly hours');
  await adding.getByRole('checkbox', { name: 'Saturday' }).check();
  await field(page, 'From').fill('10:00');
  await field(page, 'To').fill('13:00');
  await field(page, 'Place').selectOption('telehealth');
  await shoot(mine, 'availability', 'sheet');
  if (kind === 'phone') {
    await adding.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Add time away' }).click();
    await field(page, 'First day').fill(weekdayAhead(4, 20));
    await field(page, 'Last day').fill(weekdayAhead(3, 26));
    await sheet(page, 'Add time away').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Open a time once' }).click();
    await field(page, 'Date').fill(weekdayAhead(0, 9));
    await sheet(page, 'Open a time once').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Dismiss' }).click();
  } else {
    // The device that comes second shows what the first one has said.
    await adding.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Let it go' }).click();
  }
  await expect(page.getByRole('list', { name: 'Open once' })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(mine, 'availability', 'normal');
  await page.getByRole('button', { name: 'Change rules' }).click();
  await shoot(mine, 'availability', 'rules');
  await page.keyboard.press('Escape');

  await moveTo(mine, `/pro-dashboard/schedule?date=${monday}&view=day&by=hours`);
  await expect(page.getByText('Your hours', { exact: true })).toBeVisible();
  await shoot(mine, 'availability', 'day');
  await openDays(mine, 'week', weekdayAhead(4, 20));
  await shoot(mine, 'availability', 'week');
  await goOffline(mine);
  await moveTo(mine, `/pro-dashboard/schedule?date=${monday}&view=day`);
  await begin(mine, monday);
  const booking = sheet(page, 'New session');
  await expect(booking.getByRole('region').first()).toBeVisible();
  await shoot(mine, 'find-time', 'normal');
  await booking.getByRole('region').first().getByRole('listitem').first().getByRole('button').click();
  await field(page, 'Begins at').fill('19:30');
  await expect(booking).toContainText('Outside your hours');
  await shoot(mine, 'find-time', 'outside');
  await goOnline(mine);
}

async function begin({ page }: Device, date: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
  await fillSession(page, { date, time: '09:00' });
  await sheet(page, 'New session').getByRole('button', { name: 'Find a time' }).click();
}

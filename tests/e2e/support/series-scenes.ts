import {
  expectDelivered,
  goOffline,
  goOnline,
  moveTo,
  openSignedIn,
  type Device,
  type World,
} from '../../support/app-states.ts';
import { dayAhead, field, fillSession, idOf, openDays, placed, sheet, undo, weekdayAhead } from './calendar.ts';
import { expect, shoot } from './camera.ts';

export const seriesPictures = [
  'series-booking-normal',
  'series-booking-taken',
  'series-booking-all',
  'series-detail-normal',
  'series-edit-following',
  'series-cancel-all',
  'series-bar-moved',
  'series-waits-home',
  'series-waits-aside',
  'series-ends-home',
  'series-ends-sheet',
];

const weeksOn = (date: string, weeks: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + weeks * 7 * 86_400_000).toISOString().slice(0, 10);

/** Opens the sheet of a new session and says how it repeats. */
async function begin(
  { page }: Device,
  { date, time, count }: { readonly date: string; readonly time: string; readonly count: number },
): Promise<string> {
  await page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
  const name = await fillSession(page, { date, time, client: 'Rosa Delgado' });
  await field(page, 'Repeats').selectOption('Every week');
  await field(page, 'Number of sessions').fill(String(count));
  return name;
}

async function book({ page }: Device): Promise<void> {
  await sheet(page, 'New session').getByRole('button', { name: 'Book the sessions' }).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
}

/** A series as it is booked, looked at, changed and cancelled; one whose time was taken meanwhile; and one that ends. */
export async function seriesScreens(world: World, kind: Device['kind']): Promise<void> {
  const laptop = await openSignedIn(world, 'desktop', 'clinician');
  const mine = kind === 'desktop' ? laptop : await openSignedIn(world, kind, 'clinician');
  const desk = await openSignedIn(world, 'desktop', 'desk');
  const { page } = mine;
  const first = weekdayAhead(kind === 'phone' ? 6 : 0, 8);
  // One that takes a time of the series before it is booked, and one after.
  const single = async (date: string, time: string): Promise<void> => {
    await openDays(desk, 'day', date);
    await desk.page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
    await fillSession(desk.page, { date, time });
    await field(desk.page, 'With').selectOption({ label: 'Dr. Maya Lindqvist' });
    await sheet(desk.page, 'New session').getByRole('button', { name: 'Book the session' }).click();
    await expect(sheet(desk.page, 'New session')).toHaveCount(0);
    await expectDelivered(desk);
  };
  await single(weeksOn(first, 6), '10:30');
  await openDays(mine, 'day', first);
  const name = await begin(mine, { date: first, time: '10:00', count: 12 });
  const dates = sheet(page, 'New session').getByRole('group', { name: 'Dates' });
  await expect(dates).toContainText('taken and left out');
  await shoot(mine, 'series-booking', 'normal');
  await dates.scrollIntoViewIfNeeded();
  await dates.getByRole('button', { name: /^Show all/ }).scrollIntoViewIfNeeded();
  await shoot(mine, 'series-booking', 'taken');
  await dates.getByRole('button', { name: /^Show all/ }).click();
  await shoot(mine, 'series-booking', 'all');
  await goOffline(mine);
  await book(mine);
  await single(weeksOn(first, 2), '10:10');
  await goOnline(mine);
  await expectDelivered(mine);

  await openDays(laptop, 'week', weeksOn(first, 3));
  const id = await idOf(laptop, name, weeksOn(first, 3));
  await moveTo(mine, `/pro-dashboard/schedule/${id}`);
  const detail = page.getByRole('article', { name: 'Session' });
  await expect(detail).toContainText('Every week on');
  await shoot(mine, 'series-detail', 'normal');
  await detail.getByRole('button', { name: 'Edit' }).click();
  const edit = sheet(page, 'Edit session');
  await edit.getByRole('radio', { name: 'This and following' }).check();
  await field(page, 'Begins at').fill('09:30');
  await expect(edit).toContainText('This changes');
  await shoot(mine, 'series-edit', 'following');
  await edit.getByRole('button', { name: 'Back' }).click();
  await detail.getByRole('button', { name: 'Cancel session' }).click();
  const cancel = page.getByRole('dialog', { name: /^Cancel th/ });
  await cancel.getByRole('radio', { name: 'All to come' }).check();
  await shoot(mine, 'series-cancel', 'all');
  await cancel.getByRole('button', { name: 'Keep it' }).click();

  await moveTo(mine, `/pro-dashboard/schedule?date=${weeksOn(first, 9)}&view=day&by=hours`);
  const last = await idOf(mine, name, weeksOn(first, 9));
  await placed(page, last).focus();
  for (const key of ['m', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('button', { name: 'This and following too' })).toBeVisible();
  await shoot(mine, 'series-bar', 'moved');
  await undo(page).click();

  await moveTo(mine, '/pro-dashboard/homepage');
  const waiting = page.getByRole('region', { name: 'Needs a time' });
  await expect(waiting).toContainText(name);
  await shoot(mine, 'series-waits', 'home');
  if (kind === 'desktop') {
    await openDays(mine, 'day', first);
    await expect(waiting).toContainText(name);
    await shoot(mine, 'series-waits', 'aside');
  }

  const soon = dayAhead(kind === 'phone' ? 1 : 2);
  await openDays(laptop, 'day', soon);
  await begin(laptop, { date: soon, time: '05:00', count: 3 });
  await book(laptop);
  await expectDelivered(laptop);
  await moveTo(mine, '/pro-dashboard/homepage');
  const ending = page.getByRole('region', { name: 'Sessions that end soon' });
  await expect(ending).toContainText('the weekly sessions end on');
  await ending.scrollIntoViewIfNeeded();
  await shoot(mine, 'series-ends', 'home');
  await ending.getByRole('button', { name: 'Continue' }).first().click();
  await expect(sheet(page, 'Continue the sessions')).toBeVisible();
  await shoot(mine, 'series-ends', 'sheet');
  await sheet(page, 'Continue the sessions').getByRole('button', { name: 'Back' }).click();
}

import {
  expectDelivered,
  goOffline,
  goOnline,
  moveTo,
  openSignedIn,
  type Device,
  type World,
} from '../../support/app-states.ts';
import { demoPassword } from '../../support/app-driver.ts';
import { bookSession, dayAhead, field, fillSession, idOf, linkTo, openDays, sheet } from './calendar.ts';
import { expect, shoot } from './camera.ts';
import { officeIds, saveOffices } from './offices.ts';

export const memberTimesPictures = [
  'ask-time-sheet',
  'ask-time-offline',
  'ask-time-declined',
  'asked-to-move-home',
  'asked-to-move-session',
  'asked-to-move-taken',
  'calendar-links-empty',
  'calendar-links-made',
  'calendar-links-end',
  'calendar-links-offline',
  'calendar-links-clinician',
];

export const officePictures = ['office-choice-sheet', 'where-to-go-session', 'where-to-go-sessions'];

/** A session in one of two offices: how it is chosen, and what its member reads of it without a network. */
export async function officeScreens(world: World, kind: Device['kind']): Promise<void> {
  const before = await openSignedIn(world, 'desktop', 'clinician');
  if ((await officeIds(before)).size === 0)
    await saveOffices(before, [
      {
        office_name: 'Court Street',
        office_address_line1: '26 Court St',
        office_address_line2: 'Suite 4',
        is_default: true,
      },
      { office_name: 'Park Slope', office_address_line1: '9 Fifth Ave' },
    ]);
  const clinician = await openSignedIn(world, kind, 'clinician');
  const member = await openSignedIn(world, kind, 'member', { timezoneId: 'America/New_York' });
  const date = dayAhead(kind === 'phone' ? 5 : 6);
  const { page } = clinician;
  await openDays(clinician, 'week', date);
  await page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
  const name = await fillSession(page, { date, time: '05:00', client: 'Rosa Delgado' });
  await field(page, 'Place').selectOption('office_location');
  await field(page, 'Office').evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await shoot(clinician, 'office-choice', 'sheet');
  await sheet(page, 'New session').getByRole('button', { name: 'Book the session' }).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  await expectDelivered(clinician);
  await openDays(clinician, 'day', date);
  await linkTo(page, name).first().click();
  await expect(page.getByRole('article', { name: 'Session' })).toContainText('Court Street');
  await shoot(clinician, 'where-to-go', 'session');
  await moveTo(member, '/member-dashboard/sessions');
  const mine = member.page.getByRole('listitem').filter({ hasText: '26 Court St' }).last();
  await expect(mine).toBeVisible();
  await goOffline(member);
  await mine.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await shoot(member, 'where-to-go', 'sessions');
}

/** A member, elsewhere, asks for another time of a session, and both sides of the answer; and links to their calendars. */
export async function memberTimesScreens(world: World, kind: Device['kind']): Promise<void> {
  const desk = await openSignedIn(world, 'desktop', 'clinician');
  const member = await openSignedIn(world, kind, 'member', { timezoneId: 'America/Los_Angeles' });
  const days = kind === 'phone' ? 4 : 8;
  const date = dayAhead(days);
  await openDays(desk, 'week', date);
  const name = await bookSession(desk, { date, time: '05:00', client: 'Rosa Delgado' });
  const id = await idOf(desk, name, date);
  // What stands in the way of the second time.
  await bookSession(desk, { date, time: '20:30', client: 'A' });
  await expectDelivered(desk);
  const { page } = member;
  await moveTo(member, '/member-dashboard/sessions');
  const mine = page.getByRole('listitem').filter({ hasText: /\b2:00.2:50/ });
  await expect(mine.first()).toBeVisible();
  await goOffline(member);
  await mine.first().getByRole('button', { name: 'Ask for another time' }).click();
  const asking = sheet(page, 'Ask for another time');
  await field(page, 'Date').fill(date);
  await field(page, 'Time').fill('03:30');
  await asking.getByRole('button', { name: 'Add another time' }).click();
  await field(page, 'Second date').fill(date);
  await field(page, 'Second time').fill('17:30');
  await field(page, 'A word to your clinician').fill('School begins earlier from next week on.');
  await shoot(member, 'ask-time', 'sheet');
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('You asked for')).toBeVisible();
  await page.getByText('You asked for').evaluate((line) => line.scrollIntoView({ block: 'center' }));
  await shoot(member, 'ask-time', 'offline');
  await goOnline(member);
  await expectDelivered(member);

  const mineToo = kind === 'desktop' ? desk : await openSignedIn(world, kind, 'clinician');
  await moveTo(mineToo, '/pro-dashboard/homepage');
  const asked = mineToo.page.getByRole('region', { name: 'Asked for another time' });
  await expect(asked).toContainText(', taken');
  await asked.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await shoot(mineToo, 'asked-to-move', 'home');
  await moveTo(mineToo, `/pro-dashboard/schedule/${id}`);
  await mineToo.page
    .getByRole('region', { name: 'Another time' })
    .evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await shoot(mineToo, 'asked-to-move', 'session');
  await moveTo(mineToo, '/pro-dashboard/homepage');
  await asked.getByRole('button', { name: /, free$/ }).click();
  await expect(asked).toContainText('Saved on this device.');
  await shoot(mineToo, 'asked-to-move', 'taken');
  await expectDelivered(mineToo);

  // The other kind of device has moved one of its own to that hour.
  const moved = page
    .getByRole('listitem')
    .filter({ hasText: /\b3:30.4:20/ })
    .nth(kind === 'phone' ? 0 : -1);
  await moved.getByRole('button', { name: 'Ask for another time' }).click();
  await field(page, 'A word to your clinician').fill('Any later hour.');
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expectDelivered(member);
  await moveTo(mineToo, '/pro-dashboard/homepage');
  await asked.getByRole('button', { name: 'Keep the time' }).click();
  await expectDelivered(mineToo);
  await expect(moved).toContainText('Your clinician keeps the time.');
  await moved.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await shoot(member, 'ask-time', 'declined');

  await moveTo(member, '/member-dashboard/calendar-links');
  await expect(page.getByText('There are none.')).toBeVisible();
  await shoot(member, 'calendar-links', 'empty');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByText('It is shown only now.')).toBeVisible();
  await shoot(member, 'calendar-links', 'made');
  await page.getByRole('button', { name: 'End this link' }).click();
  await shoot(member, 'calendar-links', 'end');
  await sheet(page, 'End this link?').getByRole('button', { name: 'Keep it' }).click();
  await goOffline(member);
  await shoot(member, 'calendar-links', 'offline');
  await goOnline(member);
  await page.getByRole('button', { name: 'End this link' }).click();
  await sheet(page, 'End this link?').getByRole('button', { name: 'End link' }).click();
  await expect(page.getByText('There are none.')).toBeVisible();
  await moveTo(mineToo, '/pro-dashboard/settings/calendar-links');
  await expect(mineToo.page.getByText('There are none.')).toBeVisible();
  await shoot(mineToo, 'calendar-links', 'clinician');
}

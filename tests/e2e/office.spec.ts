import { expect as expectSoon, test } from '@playwright/test';
import {
  closeOthers,
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  moveTo,
  openSignedIn,
  type World,
} from '../support/app-states.ts';
import { waitForServiceWorker } from '../support/app-driver.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
import { dayAhead, field, fillSession, idOf, openDays, sheet, undo } from './support/calendar.ts';
import { officeIds, saveOffices } from './support/offices.ts';

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

test('[CA-13] a member reads where a session in person is held and finds the way, without a network too, and where the office is by now', async () => {
  test.setTimeout(180_000);
  const before = await openSignedIn(world, 'desktop', 'clinician');
  await saveOffices(before, [{ office_name: 'Court Street', office_address_line1: '26 Court St' }]);
  await closeOthers(world);
  const clinician = await openSignedIn(world, 'desktop', 'clinician');
  const member = await openSignedIn(world, 'phone', 'member', { timezoneId: 'America/New_York' });
  await waitForServiceWorker(member.page);
  const { page } = clinician;
  const date = dayAhead(4);
  await openDays(clinician, 'week', date);

  // With one office it is said without asking.
  await page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
  const name = await fillSession(page, { date, time: '05:00', client: 'Rosa Delgado' });
  await field(page, 'Place').selectOption('office_location');
  await expect(field(page, 'Office')).toHaveCount(0);
  await sheet(page, 'New session').getByRole('button', { name: 'Book the session' }).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  const id = await idOf(clinician, name, date);
  await expectDelivered(clinician);
  await moveTo(clinician, `/pro-dashboard/schedule/${id}`);
  const detail = page.getByRole('article', { name: 'Session' });
  await expect(detail).toContainText('Court Street');

  const mine = member.page.getByRole('listitem').filter({ hasText: /\b0?5:00.0?5:50/ });
  await moveTo(member, '/member-dashboard/sessions');
  await expect(mine).toContainText('26 Court St');
  await goOffline(member);
  await moveTo(member, '/member-dashboard/homepage');
  await moveTo(member, '/member-dashboard/sessions');
  await expect(mine).toContainText('Court Street');
  await expect(mine).toContainText('Brooklyn, NY 11201');
  const way = mine.getByRole('link', { name: 'Directions to Court Street' });
  const to = encodeURIComponent('26 Court St, Brooklyn, NY 11201');
  const href = (await way.getAttribute('href')) ?? '';
  expect([
    `geo:0,0?q=${to}`,
    `https://maps.apple.com/?daddr=${to}`,
    `https://www.openstreetmap.org/search?query=${to}`,
  ]).toContain(href);
  await expect(way).toHaveAttribute('rel', 'noreferrer noopener');
  await expect(way).toHaveAttribute('referrerpolicy', 'no-referrer');
  await expectAccessibleHere(member, 'sessions-with-an-office');
  await goOnline(member);

  // The office moves: who is yet to come is not sent to where it was.
  const ids = await officeIds(clinician);
  await saveOffices(clinician, [
    {
      office_location_id: ids.get('Court Street') ?? '',
      office_name: 'Court Street',
      office_address_line1: '44 Court St',
    },
    { office_name: 'Park Slope', office_address_line1: '9 Fifth Ave' },
  ]);
  await expect(mine).toContainText('44 Court St');
  await expect(mine).not.toContainText('26 Court St');

  // With two it is asked; another one is chosen without a network, and taken back.
  await detail.getByRole('button', { name: 'Edit' }).click();
  const edit = sheet(page, 'Edit session');
  await expect(field(page, 'Office')).toBeVisible();
  await goOffline(clinician);
  await expect(field(page, 'Office').locator('option:checked')).toHaveText('Court Street');
  await field(page, 'Office').selectOption({ label: 'Park Slope' });
  await expectAccessibleHere(clinician, 'edit-session-office');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await expect(detail).toContainText('Park Slope');
  await undo(page).click();
  await expect(detail).toContainText('Court Street');
  await detail.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Office').selectOption({ label: 'Park Slope' });
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await goOnline(clinician);
  await expectDelivered(clinician);
  await expect(mine).toContainText('9 Fifth Ave');
  // By video nobody goes anywhere.
  await detail.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Place').selectOption('telehealth');
  await expect(field(page, 'Office')).toHaveCount(0);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await expectDelivered(clinician);
  await expect(mine).not.toContainText('Fifth Ave');
  await expect(mine.getByRole('link')).toHaveCount(0);
});

test('[CA-13] a series in person says its office once, and the front desk chooses among those of the clinician', async () => {
  test.setTimeout(150_000);
  const clinician = await openSignedIn(world, 'desktop', 'clinician');
  const known = await officeIds(clinician);
  await saveOffices(
    clinician,
    [
      { office_name: 'Court Street', office_address_line1: '44 Court St' },
      { office_name: 'Park Slope', office_address_line1: '9 Fifth Ave' },
    ].filter(({ office_name }) => !known.has(office_name)),
  );
  const desk = await openSignedIn(world, 'desktop', 'desk');
  const member = await openSignedIn(world, 'phone', 'member', { timezoneId: 'America/New_York' });
  const date = dayAhead(5);
  await openDays(desk, 'week', date);
  const { page } = desk;
  await page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
  await fillSession(page, { date, time: '04:00', client: 'Rosa Delgado' });
  await field(page, 'With').selectOption({ label: 'Dr. Maya Lindqvist' });
  await field(page, 'Place').selectOption('office_location');
  await field(page, 'Office').selectOption({ label: 'Park Slope' });
  await field(page, 'Repeats').selectOption('Every week');
  await field(page, 'Number of sessions').fill('3');
  await sheet(page, 'New session').getByRole('button', { name: 'Book the sessions' }).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  await expectDelivered(desk);
  await moveTo(member, '/member-dashboard/sessions');
  const mine = member.page.getByRole('listitem').filter({ hasText: /\b0?4:00.0?4:50/ });
  await expect(mine).toHaveCount(3);
  for (let at = 0; at < 3; at += 1) await expect(mine.nth(at)).toContainText('9 Fifth Ave');
});

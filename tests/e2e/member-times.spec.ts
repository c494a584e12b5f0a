import fs from 'node:fs';
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
import { demoPassword, waitForServiceWorker } from '../support/app-driver.ts';
import { expectAccessible, expectAccessibleHere, forAxe } from './support/axe.ts';
import { bookSession, dayAhead, field, idOf, openDays, sheet } from './support/calendar.ts';

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

test('[CA-11] a member asks for another time without a network; their clinician takes it in one tap, and the member sees it', async () => {
  test.setTimeout(150_000);
  const clinician = await openSignedIn(world, 'desktop', 'clinician');
  const member = await openSignedIn(world, 'phone', 'member', { timezoneId: 'America/New_York' });
  await waitForServiceWorker(member.page);
  const date = dayAhead(4);
  await openDays(clinician, 'week', date);
  const name = await bookSession(clinician, { date, time: '05:00', client: 'Rosa Delgado' });
  const id = await idOf(clinician, name, date);
  await expectDelivered(clinician);

  const { page } = member;
  await moveTo(member, '/member-dashboard/sessions');
  const mine = page.getByRole('listitem').filter({ hasText: /\b0?5:00.0?5:50/ });
  await expect(mine).toBeVisible();
  await goOffline(member);
  const downloading = page.waitForEvent('download');
  await mine.getByRole('button', { name: 'Add to calendar' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('appointment.ics');
  const file = fs.readFileSync(await download.path(), 'utf8');
  expect(file).toContain(`DTSTART;TZID=America/New_York:${date.replaceAll('-', '')}T050000`);
  expect(file).toContain('SUMMARY:Appointment');
  expect(file).not.toContain('Lindqvist');
  await mine.getByRole('button', { name: 'Ask for another time' }).click();
  const asking = sheet(page, 'Ask for another time');
  await expect(asking).toContainText('Your session stays at its time until your clinician moves it.');
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(asking.getByRole('alert')).toContainText('Please choose a time, or write a word.');
  await expectAccessibleHere(member, 'ask-time-sheet');
  await field(page, 'Date').fill(date);
  await field(page, 'Time').fill('06:00');
  await asking.getByRole('button', { name: 'Add another time' }).click();
  await field(page, 'Second date').fill(dayAhead(5));
  await field(page, 'Second time').fill('05:30');
  await field(page, 'A word to your clinician').fill('School begins earlier then');
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(asking).toBeHidden();
  await expect(mine).toContainText('You asked for');
  await expect(mine).toContainText('Not yet with your clinician');
  await expectAccessibleHere(member, 'ask-time-asked');
  await mine.getByRole('button', { name: 'Take back' }).click();
  await expect(mine).not.toContainText('You asked for');
  await mine.getByRole('button', { name: 'Ask for another time' }).click();
  await field(page, 'Date').fill(date);
  await field(page, 'Time').fill('06:00');
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(mine).toContainText('You asked for');
  await goOnline(member);
  await expectDelivered(member);
  await expect(mine).not.toContainText('Not yet with your clinician');

  await moveTo(clinician, '/pro-dashboard/homepage');
  const asked = clinician.page.getByRole('region', { name: 'Asked for another time' });
  await expect(asked).toContainText('Rosa Delgado asks for another time');
  await expectAccessible(clinician, 'asked-to-move');
  // Who plans for the practice is asked as well.
  const desk = await openSignedIn(world, 'desktop', 'desk');
  await moveTo(desk, '/pro-dashboard/homepage');
  const theirs = desk.page.getByRole('region', { name: 'Asked for another time' });
  await expect(theirs).toContainText('Rosa Delgado asks for another time');
  await expect(theirs.getByRole('button', { name: /6:00.*, free$/ })).toBeEnabled();
  await moveTo(clinician, `/pro-dashboard/schedule/${id}`);
  const detail = clinician.page.getByRole('article', { name: 'Session' });
  await expect(detail.getByRole('region', { name: 'Another time' })).toBeVisible();
  await expectAccessibleHere(clinician, 'wish-detail');
  await moveTo(clinician, '/pro-dashboard/homepage');
  await asked.getByRole('button', { name: /6:00.*, free$/ }).click();
  await expect(asked).toContainText(/Rosa Delgado: now .*6:00/);
  await expect(asked.getByRole('listitem')).toHaveCount(0);
  await expectDelivered(clinician);
  await expect(mine).toBeHidden();
  const moved = page.getByRole('listitem').filter({ hasText: /\b0?6:00.0?6:50/ });
  await expect(moved).toBeVisible();
  await expect(moved).not.toContainText('You asked for');

  // Asked once more, the time is kept, and that is said.
  await moved.getByRole('button', { name: 'Ask for another time' }).click();
  await field(page, 'A word to your clinician').fill('Any later hour');
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expectDelivered(member);
  await moveTo(clinician, `/pro-dashboard/schedule/${id}`);
  await expect(detail.getByRole('region', { name: 'Another time' })).toContainText('Any later hour');
  await detail.getByRole('button', { name: 'Keep the time' }).click();
  await expectDelivered(clinician);
  await expect(moved).toContainText('Your clinician keeps the time.');
});

for (const who of ['member', 'clinician'] as const) {
  test(`[FD-1] a calendar link of a ${who} is shown once, opens their times without signing in, and nothing once it is ended`, async ({
    request,
  }) => {
    test.setTimeout(90_000);
    const device = await openSignedIn(world, who === 'member' ? 'phone' : 'desktop', who);
    const { page } = device;
    const isMember = who === 'member';
    if (isMember) {
      await moveTo(device, '/member-dashboard/profile');
      await page.getByRole('main').getByRole('link', { name: 'Calendar links' }).click();
    } else {
      await moveTo(device, '/pro-dashboard/settings');
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Calendar links' }).click();
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calendar links');
    await expect(page.getByText('There are none.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Show initials' })).not.toBeChecked();
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Make a link' }).click();
    const made = page.getByRole('status').filter({ hasText: 'It is shown only now.' });
    await expect(made).toBeVisible();
    const address = /https?:\S+\.ics/.exec(await made.innerText())?.[0] ?? '';
    expect(address.startsWith(`${device.origin}/api/`)).toBe(true);
    await expectAccessible(device, `calendar-links-${who}`);
    const links = page.getByRole('region', { name: 'Your links' }).getByRole('listitem');
    await expect(links).toContainText('Never fetched');

    const fetched = await request.get(address);
    expect(fetched.status()).toBe(200);
    const file = await fetched.text();
    expect(file).toContain(isMember ? 'SUMMARY:Appointment' : 'SUMMARY:Busy');
    expect(file).not.toContain('Delgado');
    // Neither the address bar nor anything that outlives the page has it.
    const kept = await page.evaluate(() => [
      location.href,
      document.title,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
    ]);
    expect(JSON.stringify(kept)).not.toContain(address.slice(-30));

    // Gone with the page; the list says that it was fetched.
    await moveTo(device, isMember ? '/member-dashboard/profile' : '/pro-dashboard/settings');
    await page.getByRole('main').getByRole('link', { name: 'Calendar links' }).click();
    await expect(links).toContainText('Fetched last on');
    await expect(page.getByText('It is shown only now.')).toHaveCount(0);
    await goOffline(device);
    await expect(page.getByText('Calendar links need a connection.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Make a link' })).toBeDisabled();
    await expect(links.getByRole('button', { name: 'End this link' })).toBeDisabled();
    await goOnline(device);
    await links.getByRole('button', { name: 'End this link' }).click();
    const asked = sheet(page, 'End this link?');
    await expectAccessibleHere(device, `calendar-link-end-${who}`);
    await asked.getByRole('button', { name: 'End link' }).click();
    await expect(page.getByText('There are none.')).toBeVisible();
    expect((await request.get(address)).status()).toBe(404);
  });
}

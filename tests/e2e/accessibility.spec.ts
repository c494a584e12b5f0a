import { expect, test } from '@playwright/test';
import { demoPassword, unlock } from '../support/app-driver.ts';
import {
  createWorld,
  deviceOf,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  lockNow,
  makeRefused,
  makeTwoVersions,
  moveTo,
  beginNote,
  notePath,
  openSessions,
  openSignedIn,
  type people,
  planLabel,
  pressSign,
  todaysSessions,
  writeIn,
  type Device,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, expectAccessibleHere, forAxe } from './support/axe.ts';
import { endSessions } from './support/end-sessions.ts';
import { addQuotaSwitch, makeNotSaved, setDiskFull } from './support/disk-full.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

/** Each state is come to once, on a device that is as wide as a desk, and looked at in both widths: see `support/axe.ts`. */
const deviceFor = (who: keyof typeof people): Promise<Device> => deviceOf(world, 'desktop', who, forAxe);

test('the screens of a clinician are accessible', async () => {
  const device = await deviceFor('clinician');
  const { page } = device;
  const today = await todaysSessions(device);
  await expectAccessible(device, 'home');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(device, 'palette');
  await page.keyboard.press('Escape');
  const menu = page.getByRole('menu');
  const openMenu = async (): Promise<void> => {
    // Another layout has a menu of its own, which is not open yet.
    await expect(menu).toHaveCount(0);
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(menu).toBeVisible();
  };
  await openMenu();
  await expectAccessible(device, 'account menu', openMenu);
  const sheet = page.getByRole('dialog');
  const openOwnPage = async (): Promise<void> => {
    if ((await sheet.count()) > 0) return;
    if ((await menu.count()) === 0) await openMenu();
    await page.getByRole('menuitem', { name: 'Your page for everybody' }).click();
    await expect(sheet.getByRole('button', { name: 'Put my page up' })).toBeVisible();
  };
  await openOwnPage();
  await expectAccessible(device, 'own page', openOwnPage);
  await sheet.getByRole('button', { name: 'Close' }).first().click();

  await goTo(device, '/pro-dashboard/schedule');
  await expect(page.getByRole('link', { name: 'Write note' })).toBeVisible();
  await expectAccessible(device, 'schedule, day');
  await goTo(device, '/pro-dashboard/schedule?view=week');
  await expect(page.getByRole('main').getByRole('link').nth(12)).toBeVisible();
  await expectAccessible(device, 'schedule, week');
  await goTo(device, `/pro-dashboard/schedule/${today[0]?.id ?? ''}`);
  await expect(page.getByRole('article', { name: 'Session' })).toBeVisible();
  await expectAccessible(device, 'session');
  await goTo(device, notePath(today.at(-1)?.id ?? ''));
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await expectAccessible(device, 'note');
  await pressSign(device);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(device, 'note, not yet');

  await goTo(device, '/pro-dashboard/patient-charts');
  const clients = page.getByRole('listitem').getByRole('link');
  await expect(clients.first()).toBeVisible();
  await expectAccessible(device, 'charts');
  await clients.nth(1).click();
  await expect(page.getByRole('heading', { name: 'Who has access' })).toBeVisible();
  await expectAccessible(device, 'chart');
  await page.getByRole('button', { name: 'Give access' }).click();
  const giving = page.getByRole('dialog');
  await expect(giving.getByRole('radio').first()).toBeVisible();
  await expectAccessible(device, 'give access');
  await giving.getByRole('button', { name: 'Give access' }).click();
  await expect(giving.getByText('Choose a colleague.')).toBeVisible();
  await expectAccessible(device, 'give access, nobody chosen');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Read note' }).first().click();
  await expect(page.getByText('Signed and sealed')).toBeVisible();
  await expectAccessible(device, 'signed note');
  await goTo(device, '/pro-dashboard/sync');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(device, 'sync');
  await goOffline(device);
  await expectAccessible(device, 'sync, offline');
  await goOnline(device);
  await lockNow(device);
  await expectAccessible(device, 'locked');
  await unlock(page);
  await expectDelivered(device);
});

test('two versions and refused changes are accessible', async () => {
  const handset = await openSignedIn(world, 'phone', 'clinician', forAxe);
  const laptop = await deviceFor('clinician');
  const [first = '', second = '', third = ''] = await openSessions(laptop);
  await makeTwoVersions(handset, laptop, first, { away: 'Thursday, on the phone.', here: 'Friday, by letter.' });
  for (const device of [handset, laptop]) {
    await device.page.getByRole('button', { name: 'Write one from both' }).click();
    await expectAccessibleHere(device, 'two versions');
  }
  for (const [away, here, id] of [
    [handset, laptop, second],
    [laptop, handset, third],
  ] as const) {
    await beginNote(here, id);
    await makeRefused(away, here, id, 'Too late.');
    await expectAccessibleHere(away, 'signed note with a refused change');
    await goTo(away, '/pro-dashboard/sync');
    await expect(away.page.getByRole('button', { name: 'Discard' })).toBeVisible();
    await expectAccessibleHere(away, 'sync, refused');
  }
  await handset.context.close();
});

// The last one: it ends every session of the clinician.
test('text that is not saved and a session that has ended are accessible', async () => {
  const device = await deviceFor('clinician');
  const { page } = device;
  const today = await todaysSessions(device);
  await addQuotaSwitch(device);
  await makeNotSaved(device, today.at(-1)?.id ?? '', 'No room for this.');
  await expectAccessible(device, 'note, not saved');
  await page.getByRole('link', { name: 'Patients' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(device, 'leaving a note that is not saved');
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await lockNow(device);
  await expectAccessible(device, 'locked, with text that is not saved');
  await moveTo(device, '/pro-dashboard/homepage');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Text of a note is not saved' })).toBeVisible();
  await expectAccessible(device, 'text left behind');
  await setDiskFull(device, false);
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await expectDelivered(device);
  await goTo(device, notePath(today.at(-1)?.id ?? ''));
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await endSessions(world.server.origin, 'clinician@demo.test');
  await writeIn(device, planLabel, 'Written after the session had ended.');
  await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeInViewport({ timeout: 40_000 });
  await expectAccessible(device, 'note, sign in again');
});

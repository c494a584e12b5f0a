import { expect, test } from '@playwright/test';
import {
  createWorld,
  deviceOf,
  disposeWorld,
  goTo,
  openChoice,
  openDevice,
  type people,
  todaysSessions,
  type Device,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, forAxe } from './support/axe.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

/** See `accessibility.spec.ts`, where the clinician's screens are. */
const deviceFor = (who: keyof typeof people): Promise<Device> => deviceOf(world, 'desktop', who, forAxe);

test('public pages and the sign-in are accessible', async () => {
  const device = await openDevice(world, 'desktop', forAxe);
  const { page } = device;
  for (const path of [
    '/',
    '/get-started',
    '/professional-register',
    '/member-register',
    '/confirm-email',
    '/terms-of-use',
    '/privacy-policy',
    '/AUP',
    '/help-now',
    '/reset-password',
    '/confirm-new-email',
    '/restore-email',
    '/welcome',
    '/page-not-found',
    '/professional-search/nobody',
  ]) {
    await goTo(device, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(device, path);
  }
  await goTo(device, '/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(device, 'sign-in, empty');
  await goTo(device, '/pro-dashboard/schedule');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(device, 'sign-in dialog');
  await device.context.close();
});

test('the screens of a member are accessible', async () => {
  const device = await deviceFor('member');
  await expect(device.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(device, 'member home');
  await goTo(device, '/member-dashboard/sessions');
  await expect(device.page.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(device, 'my sessions');
  await goTo(device, '/member-dashboard/profile');
  await expect(device.page.getByRole('heading', { name: 'Insurance' })).toBeVisible();
  await expectAccessible(device, 'profile');
  await goTo(device, '/member-dashboard/edit-profile');
  await expect(device.page.getByLabel('About you')).toBeVisible();
  await expectAccessible(device, 'edit profile');
  const openSecurity = async (): Promise<void> => {
    if ((await device.page.getByRole('dialog').count()) === 0) {
      await device.page.getByRole('button', { name: 'Account' }).click();
      await device.page.getByRole('menuitem', { name: 'Password and recovery' }).click();
    }
    await expect(device.page.getByRole('button', { name: 'Change password' })).toBeVisible();
  };
  await openSecurity();
  await expectAccessible(device, 'password and recovery', openSecurity);
  const newcomer = await deviceFor('newcomer');
  await expect(newcomer.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(newcomer, 'member home, empty');
  await goTo(newcomer, '/member-dashboard/sessions');
  await expect(newcomer.page.getByRole('heading', { name: 'Upcoming' })).toBeVisible();
  await expectAccessible(newcomer, 'my sessions, empty');
});

test('the screens of the front desk and the owner are accessible', async () => {
  const desk = await deviceFor('desk');
  const { page } = desk;
  const main = page.getByRole('main');
  const today = await todaysSessions(desk);
  await expect(main.getByText(/^Dr\. /).first()).toBeVisible();
  await expectAccessible(desk, 'home of the front desk');
  await goTo(desk, '/pro-dashboard/schedule');
  await expect(main.getByText(/^Dr\. /).first()).toBeVisible();
  await expectAccessible(desk, 'day of a practice');
  await openChoice(desk);
  await page.getByRole('checkbox', { name: 'Dr. Ines Falk' }).check();
  await expectAccessible(desk, 'choice of clinicians');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(main.getByRole('button', { name: 'Show everybody' })).toBeVisible();
  await expectAccessible(desk, 'day of a practice, nobody shown');
  await main.getByRole('button', { name: 'Show everybody' }).click();
  await goTo(desk, '/pro-dashboard/schedule?view=week');
  await expect(main.getByRole('link').nth(12)).toBeVisible();
  await expectAccessible(desk, 'week of a practice');
  await goTo(desk, `/pro-dashboard/schedule/${today.at(-1)?.id ?? ''}?view=week`);
  await expect(main.getByRole('article', { name: 'Session' })).toBeVisible();
  await expectAccessible(desk, 'session of a practice');
  const owner = await deviceFor('owner');
  await goTo(owner, '/pro-dashboard/homepage');
  await expect(owner.page.getByText('You run this practice.')).toBeVisible();
  await expectAccessible(owner, 'home of the owner');
});

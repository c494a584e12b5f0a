import { demoPassword } from '../../support/app-driver.ts';
import { goOffline, openDevice, people, type Device, type World } from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';

export const lockPictures = ['locking-soon', 'sign-out-everywhere-normal', 'sign-out-everywhere-refused'];

/** Two minutes before an idle lock, and signing out everywhere with a password that is not right. */
export async function lockStates(device: Device): Promise<void> {
  const { page } = device;
  await page.evaluate(() => {
    const longAgo = Date.now() - 58 * 60_000;
    document.cookie = `orchid_last_active=${longAgo}; Max-Age=600; Path=/; SameSite=Lax`;
    dispatchEvent(new Event('focus'));
  });
  await expect(page.getByText('Orchid will lock soon')).toBeVisible();
  await shoot(device, 'locking', 'soon');
  await page.getByRole('button', { name: 'Stay', exact: true }).click();
  await expect(page.getByText('Orchid will lock soon')).toHaveCount(0);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  const sheet = page.getByRole('dialog', { name: 'Sign out everywhere' });
  await expect(sheet).toBeVisible();
  await shoot(device, 'sign-out-everywhere', 'normal');
  await sheet.getByLabel('Password').fill('not the password');
  await sheet.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await shoot(device, 'sign-out-everywhere', 'refused');
  await sheet.getByRole('button', { name: 'Stay' }).click();
}

export const notReadyPictures = ['not-ready-screen', 'not-ready-account'];

/** A device whose app could not be stored, without a network: what is missing says so, and it can be locked. */
export async function notReady(world: World, kind: Device['kind']): Promise<void> {
  const device = await openDevice(world, kind, { serviceWorkers: 'block' });
  const { page } = device;
  await page.goto(`${device.origin}/login`);
  await page.getByLabel('Email').fill(people.clinician);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByTestId('sync-indicator')).toHaveText('Setting up');
  await goOffline(device);
  await page.evaluate(() => history.pushState({}, '', '/pro-dashboard/sync'));
  await expect(page.getByText('This part of Orchid is not on this device yet')).toBeVisible();
  await shoot(device, 'not-ready', 'screen');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('region', { name: 'Account' })).toBeVisible();
  await shoot(device, 'not-ready', 'account');
  await device.context.close();
}

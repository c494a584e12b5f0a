import { expect, test, type Page } from '@playwright/test';
import { demoPassword, signIn } from '../support/app-driver.ts';
import {
  createWorld,
  disposeWorld,
  goOffline,
  lockNow,
  openDevice,
  people,
  type World,
} from '../support/app-states.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
import { deviceWithFinger } from './support/passkey-device.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

async function unlockByPassword(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByTestId('sync-indicator')).toBeVisible({ timeout: 20_000 });
}

test('[PK-1] after the second unlock the device’s own way is offered; from then on a finger opens it, offline too, until it is turned off', async () => {
  const device = await deviceWithFinger(world, 'phone', { ...forAxe, locale: 'en-US' });
  const { page, home } = device;
  await signIn(page, home, people.clinician);
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced', { timeout: 30_000 });
  const offer = page.getByText('This device can open Orchid by your face');
  await lockNow(device);
  await expect(page.getByRole('button', { name: 'Unlock without the password' })).toHaveCount(0);
  await unlockByPassword(page);
  await expect(offer).toHaveCount(0);
  await lockNow(device);
  await unlockByPassword(page);
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Turn it on' }).click();
  const sheet = page.getByRole('dialog', { name: 'Unlock without the password' });
  await expectAccessibleHere(device, 'passkey-sheet');
  await sheet.getByLabel('Password', { exact: true }).fill('not the password');
  await sheet.getByRole('button', { name: 'Turn on' }).click();
  await expect(sheet).toContainText('That password is not right.');
  await sheet.getByLabel('Password', { exact: true }).fill(demoPassword);
  await sheet.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('This device opens without the password now.')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(offer).toHaveCount(0);

  await goOffline(device);
  await lockNow(device);
  await expectAccessibleHere(device, 'passkey-locked');
  await page.getByRole('button', { name: 'Unlock without the password' }).click();
  await expect(page.getByTestId('sync-indicator')).toBeVisible({ timeout: 20_000 });

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Password and recovery' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await lockNow(device);
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unlock without the password' })).toHaveCount(0);
  expect(device.problems).toEqual([]);
});

test('[PK-1] a device that has nothing of the kind is offered nothing', async () => {
  const { page, origin } = await openDevice(world, 'phone');
  await signIn(page, origin, people.colleague);
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Password and recovery' }).click();
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await expect(page.getByText('Unlock without the password')).toHaveCount(0);
});

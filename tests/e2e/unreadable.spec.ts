import { expect, test } from '@playwright/test';
import { createWorld, disposeWorld, goTo, lockNow, openSignedIn, type World } from '../support/app-states.ts';
import { makeStorageReadable, makeStorageUnreadable, openUnreadable } from './support/broken-device.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

test('[RD-3] a screen that cannot be read says so, claims nothing of what is there, and shows it once it can', async () => {
  const device = await openSignedIn(world, 'phone', 'clinician');
  const { page } = device;
  await makeStorageUnreadable(device);
  await page.getByRole('link', { name: 'Patients' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Some of this cannot be shown just now' });
  await expect(alert).toBeVisible({ timeout: 5000 });
  await expect(page.getByTestId('sync-indicator')).toContainText('Needs attention');
  await expect(page.getByText(/No patients|nobody|no one/i)).toHaveCount(0);
  await makeStorageReadable(device);
  await expect(page.getByRole('heading', { name: 'Patients', exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await expect(alert).toHaveCount(0);
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced');
  await device.context.close();
});

test('[RD-3] a start that cannot read the device calls nobody signed out, and goes on by itself', async () => {
  const device = await openSignedIn(world, 'desktop', 'clinician');
  const { page } = device;
  const heading = page.getByRole('heading', { name: 'This device could not be opened' });
  await openUnreadable(device);
  for (const path of ['/pro-dashboard/patient-charts', '/login']) {
    await goTo(device, path);
    await expect(heading).toBeVisible({ timeout: 5000 });
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await expect(page).toHaveTitle('Orchid');
    await makeStorageReadable(device);
    await expect(heading).toHaveCount(0);
    await expect(page.getByTestId('sync-indicator')).toBeVisible();
  }
  await lockNow(device);
  await page.reload();
  await expect(heading).toBeVisible({ timeout: 5000 });
  await makeStorageReadable(device);
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await device.context.close();
});

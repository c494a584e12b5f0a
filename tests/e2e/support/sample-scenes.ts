import { goOffline, goOnline, moveTo, openSignedIn, type Device, type World } from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';

export const samplePictures = [
  'first-week-home',
  'first-week-schedule',
  'sample-list',
  'sample-chart',
  'sample-note',
  'sample-words',
  'sample-removed',
  'sample-removed-list',
];

/** A first week: the sample client wherever it is met, written into, named before it goes, and gone. */
export async function sampleScreens(world: World, kind: Device['kind']): Promise<void> {
  const device = await openSignedIn(world, kind, 'started');
  const { page } = device;
  await moveTo(device, '/pro-dashboard/homepage');
  await shoot(device, 'first-week', 'home');
  await moveTo(device, '/pro-dashboard/schedule?view=week');
  await shoot(device, 'first-week', 'schedule');
  await moveTo(device, '/pro-dashboard/patient-charts');
  await expect(page.getByRole('link', { name: 'Sam Sample' }).first()).toBeVisible();
  await shoot(device, 'sample', 'list');
  await page.getByRole('link', { name: 'Sam Sample' }).first().click();
  await expect(page.getByText('A sample client')).toBeVisible();
  const path = new URL(page.url()).pathname;
  await shoot(device, 'sample', 'chart');
  if (kind === 'phone') {
    await page.getByRole('link', { name: 'Open note' }).first().click();
    await page.getByLabel('What happens next').fill('Ask about the notebook');
    await expect(page.getByText(/Saved on this device \d/)).toBeVisible();
    await shoot(device, 'sample', 'note');
    await moveTo(device, path);
  }
  await page.getByRole('button', { name: 'Remove the sample' }).click();
  const sheet = page.getByRole('dialog', { name: 'You wrote into the sample' });
  if (await sheet.isVisible()) {
    await shoot(device, 'sample', 'words');
    await sheet.getByRole('button', { name: 'Remove the sample' }).click();
  }
  await expect(page.getByText('You removed the sample client.')).toBeVisible();
  await shoot(device, 'sample', 'removed');
  await goOffline(device);
  await moveTo(device, '/pro-dashboard/patient-charts');
  await shoot(device, 'sample', 'removed-list');
  await page.getByRole('button', { name: 'Bring it back' }).first().click();
  await goOnline(device);
  await device.context.close();
}

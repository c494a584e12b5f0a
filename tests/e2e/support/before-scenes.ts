import { goOffline, goOnline, goTo, openSignedIn, type Device, type World } from '../../support/app-states.ts';
import { openBefore } from './before.ts';
import { expect, shoot } from './camera.ts';

export const beforePictures = [
  'before-normal',
  'before-far',
  'before-offline',
  'session-types-empty',
  'session-types-normal',
  'session-types-sheet',
];

/** What one looks at before a session, and what one offers. */
export async function beforeScreens(world: World, kind: Device['kind']): Promise<void> {
  const device = await openSignedIn(world, kind, kind === 'phone' ? 'clinician' : 'colleague');
  const { page } = device;
  await openBefore(device);
  await shoot(device, 'before', 'normal');
  const where = page.getByRole('region', { name: 'Where the client is' });
  await where.getByLabel('State').selectOption('WA');
  await where.getByLabel('Why you hold it there (optional)').fill('PSYPACT, and she moves back in March');
  await shoot(device, 'before', 'far');
  await goOffline(device);
  await where.getByRole('button', { name: 'Save' }).click();
  await expect(where.getByText('Saved on this device.')).toBeVisible();
  await shoot(device, 'before', 'offline');
  await goOnline(device);
  await goTo(device, '/pro-dashboard/settings/session-types');
  const add = page.getByRole('button', { name: 'Add a session type' });
  await expect(add).toBeVisible();
  await shoot(device, 'session-types', 'empty');
  for (const [name, price, minutes] of [
    ['Individual session', '150', '50'],
    ['Couples session, evenings and Saturdays, in the office by the harbor', '210', '80'],
  ] as const) {
    await add.click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Name').fill(name);
    await sheet.getByLabel('Price in dollars').fill(price);
    await sheet.getByLabel('Minutes').fill(minutes);
    if (minutes === '80') await shoot(device, 'session-types', 'sheet');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toHaveCount(0);
  }
  await shoot(device, 'session-types', 'normal');
}

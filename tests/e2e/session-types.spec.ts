import { expect as expectSoon, test } from '@playwright/test';
import { waitForServiceWorker } from '../support/app-driver.ts';
import {
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  moveTo,
  openSignedIn,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, forAxe } from './support/axe.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld(forAxe);
});
test.afterAll(() => disposeWorld(world));

const path = '/pro-dashboard/settings/session-types';

for (const kind of kindsOf('session-types'))
  test(`[S-003][S-033][CA-3] a clinician says what she offers without a network, prices it anew, removes it and takes that back; a booking takes it, ${kind}`, async () => {
    const who = kind === 'phone' ? 'clinician' : 'colleague';
    const device = await openSignedIn(world, kind, who);
    const { page } = device;
    await waitForServiceWorker(page);
    await moveTo(device, '/pro-dashboard/settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Session types' }).click();
    await expect(page.getByText('No session types yet')).toBeVisible();
    await goOffline(device);
    await page.getByRole('button', { name: 'Add a session type' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Name').fill('Evening hour');
    await sheet.getByLabel('Price in dollars').fill('a lot');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet.getByText('Please enter an amount, like 150 or 82.50')).toBeVisible();
    await sheet.getByLabel('Price in dollars').fill('150');
    await sheet.getByLabel('Name').fill('Regular AI Session');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet.getByText('This name is kept for AI sessions, which your plan does not show')).toBeVisible();
    await sheet.getByLabel('Name').fill('Evening hour');
    await sheet.getByLabel('Minutes').fill('45');
    await sheet.getByRole('button', { name: 'Save' }).click();
    const list = page.getByRole('list', { name: 'Session types' });
    await expect(list.getByRole('listitem')).toContainText(['Evening hour']);
    await expect(list.getByRole('listitem')).toContainText(['$150']);
    await expectAccessible(device, `session types, ${kind}`);
    await page.getByRole('button', { name: 'Change Evening hour' }).click();
    await sheet.getByLabel('Price in dollars').fill('82.50');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(list.getByRole('listitem')).toContainText(['$82.50']);
    await page.getByRole('button', { name: 'Remove Evening hour' }).click();
    await expect(list).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(list.getByRole('listitem')).toContainText(['Evening hour']);

    await goOnline(device);
    await expectDelivered(device);
    const other = await openSignedIn(world, 'desktop', who);
    await goTo(other, path);
    await expect(other.page.getByRole('list', { name: 'Session types' }).getByRole('listitem')).toContainText([
      '$82.50',
    ]);
    await goTo(other, '/pro-dashboard/schedule/new');
    const booking = other.page.getByRole('dialog', { name: 'New session' });
    await expect(booking.getByLabel('Minutes')).toHaveValue('45');
    await expect(booking.getByLabel('Price in dollars')).toHaveValue('82.50');
    for (const { context } of world.devices) await context.close();
  });

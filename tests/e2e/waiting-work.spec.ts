import { expect, test, type Page } from '@playwright/test';
import { demoPassword, signIn } from '../support/app-driver.ts';
import {
  createWorld,
  disposeWorld,
  lockNow,
  makeTwoVersions,
  moveTo,
  openSessions,
  openSignedIn,
  planLabel,
  type Device,
} from '../support/app-states.ts';
import { faults, paths } from './support/fault-kinds.ts';
import { FaultWorld } from './support/fault-world.ts';

const others = 'Unsent work of another account is kept locked on this device. Signing in with that account sends it.';
const somebodys = 'Unsent work is kept locked on this device. Signing in with its account sends it.';
const whose = /Lindqvist|Maya|clinician@/;

const handset =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
};

test('[WK-1][WK-2] a note in two fields is one waiting change wherever it is counted; who comes next hears of it, not whose, until it is sent', async () => {
  const world = await FaultWorld.create();
  try {
    await world.openNote();
    const { page, gate } = world;
    const device = { page, origin: gate.origin } as Device;
    gate.begin(faults['502'], paths.push);
    const sinceMs = Date.now();
    await world.write();
    await world.expectRight(/^Offline · 1 waiting$/, sinceMs);
    // What has left once is never rewritten: this is another row, and another after it.
    const text = await world.write();
    await page.getByLabel('Focus of the session').fill('The return to work');
    await page.getByLabel('Focus of the session').blur();
    await expect(page.getByText(/^Saved on this device \d/)).toBeVisible();

    await moveTo(device, '/pro-dashboard/sync');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Offline · 1 waiting');
    const waiting = page.getByRole('region', { name: 'Waiting' });
    await expect(waiting.getByRole('listitem')).toHaveCount(1);
    await expect(waiting).toContainText(`Note: ${planLabel}, Focus of the session`);
    await waiting.getByRole('button', { name: 'Show' }).click();
    await expect(waiting).toContainText(text);
    await expect(waiting).toContainText('The return to work');
    await expect(waiting.getByRole('button', { name: 'Export' })).toHaveCount(2);
    await expect(page.getByText(/Unsent work/)).toHaveCount(0);

    await logOut(page);
    await expect(page.getByRole('heading', { name: '1 change has not reached the server' })).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await lockNow(device);
    await expect(page.getByText('1 change is waiting on this device')).toBeVisible();

    await page.getByRole('button', { name: 'Use another account' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(others);
    await expect(page.locator('body')).not.toContainText(whose);
    await dialog.getByLabel('Email').fill('colleague@demo.test');
    await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByTestId('sync-indicator')).toContainText('Synced', { timeout: 30_000 });
    await expect(page.getByRole('main')).toContainText(others);
    await expect(page.getByRole('main')).not.toContainText(whose);

    await logOut(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(/professional-homepage/);
    await page.goto(`${gate.origin}/login`);
    await expect(page.getByText(somebodys)).toBeVisible();

    await gate.heal();
    await signIn(page, gate.origin, 'clinician@demo.test');
    await moveTo(device, '/pro-dashboard/sync');
    await expect(page.getByText('Nothing is waiting.')).toBeVisible();
    await expect.poll(() => world.onServer()).toBe(text);
    await logOut(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(/professional-homepage/);
    await page.goto(`${gate.origin}/login`);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await expect(page.getByText(/Unsent work/)).toHaveCount(0);
  } finally {
    await world.dispose();
  }
});

test('[CF-3] two versions of one person say on which device each was written, and that one is this device', async () => {
  const world = await createWorld();
  try {
    const away = await openSignedIn(world, 'phone', 'clinician', { userAgent: handset });
    const here = await openSignedIn(world, 'desktop', 'clinician');
    const [session = ''] = await openSessions(here);
    await makeTwoVersions(away, here, session, { away: 'Call on Thursday.', here: 'Write on Friday.' });
    const versionOf = (device: Device, text: string) =>
      device.page
        .getByRole('region', { name: planLabel })
        .locator('div')
        .filter({ hasText: text })
        .filter({ has: device.page.getByRole('button', { name: 'Keep this' }) })
        .last();
    await expect(versionOf(here, 'Write on')).toContainText(/You, on this device, \d\d:\d\d/);
    await expect(versionOf(here, 'Call on')).toContainText(/You, in Chrome on Android, \d\d:\d\d/);
    await expect(versionOf(away, 'Call on')).toContainText(/You, on this device, \d\d:\d\d/);
    await expect(versionOf(away, 'Write on')).toContainText(/You, in Chrome on (Windows|Linux), \d\d:\d\d/);
  } finally {
    await disposeWorld(world);
  }
});

import { expect, test } from '@playwright/test';
import { demoPassword, signIn } from '../support/app-driver.ts';
import {
  createWorld,
  disposeWorld,
  goOffline,
  goOnline,
  moveTo,
  openDevice,
  people,
  type Device,
  type World,
} from '../support/app-states.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

const failed = (device: Device) => device.page.getByText('This screen failed');
const account = (device: Device) => device.page.getByRole('button', { name: 'Account' });

/** How the stored files came: an answer that the service worker made out of the pack has no address. */
async function waysOfParts(): Promise<{ readonly packed: number; readonly alone: number }> {
  const ways = { packed: 0, alone: 0 };
  for (const name of await caches.keys())
    for (const response of await (await caches.open(name)).matchAll())
      ways[response.url === '' ? 'packed' : 'alone'] += 1;
  return ways;
}

test('[OF-1] right after the first sign-in the network goes: every screen opens, and the device can be locked and unlocked', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  await signIn(page, device.origin, people.clinician);
  // "Synced" is said only where the app itself lies on the device.
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const ways = await page.evaluate(waysOfParts);
  expect(ways.alone).toBeLessThan(24);
  expect(ways.packed).toBeGreaterThan(100);
  const session = await page.getByRole('region', { name: 'Today' }).getByRole('link').first().getAttribute('href');
  await goOffline(device);

  for (const [path, heading] of [
    ['/pro-dashboard/patient-charts', /./],
    ['/pro-dashboard/schedule', /./],
    [session ?? '', /./],
    ['/pro-dashboard/sync', /Offline/],
    ['/pro-dashboard/homepage', /./],
  ] as const) {
    await moveTo(device, path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(heading);
    await expect(failed(device)).toHaveCount(0);
  }
  const id = /schedule\/([^/?]+)/.exec(session ?? '')?.[1] ?? '';
  await moveTo(device, `/pro-dashboard/sessions/${id}/note`);
  await expect(page.getByRole('main')).toContainText(/\w/);
  await expect(failed(device)).toHaveCount(0);

  await account(device).click();
  await page.getByRole('menuitem', { name: 'Lock now' }).click();
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByTestId('sync-indicator')).toBeVisible();
});

/** Files whose names live on from version to version, as those that came alone were stored: with what their answer said of who asks. */
async function storeAsBefore(): Promise<number> {
  let count = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = /\/assets\//.test(request.url) ? await cache.match(request) : undefined;
      if (!response) continue;
      const headers = new Headers(response.headers);
      headers.set('vary', 'accept-encoding, accept, cookie');
      await cache.put(request, new Response(await response.arrayBuffer(), { headers }));
      count += 1;
    }
  }
  return count;
}

test('[OF-1] what earlier versions have stored is found without a network, whatever its answer said of who asks', async () => {
  const device = await openDevice(world, 'phone');
  const { page } = device;
  await signIn(page, device.origin, people.clinician);
  expect(await page.evaluate(storeAsBefore)).toBeGreaterThan(100);
  await goOffline(device);
  // Else the browser's own cache would answer.
  await (await device.context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.reload();
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await expect(failed(device)).toHaveCount(0);
});

test('[OF-1] where the app could not be stored the device says that it is not ready; what is missing says so, and locking works', async () => {
  const device = await openDevice(world, 'phone', { serviceWorkers: 'block' });
  const { page } = device;
  await page.goto(`${device.origin}/login`);
  await page.getByLabel('Email').fill(people.clinician);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  const indicator = page.getByTestId('sync-indicator');
  await expect(indicator).toHaveText('Setting up', { timeout: 30_000 });
  await expect(indicator).toHaveAttribute('title', /Not ready for offline yet/);
  await goOffline(device);

  await moveTo(device, '/pro-dashboard/sync');
  await expect(page.getByText('This part of Orchid is not on this device yet')).toBeVisible();
  await expect(failed(device)).toHaveCount(0);
  // Asked for again once there is a connection, it comes: the page was not loaded anew for it.
  await goOnline(device);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Waiting' })).toBeVisible();
  await goOffline(device);

  await account(device).click();
  const menu = page.getByRole('region', { name: 'Account' });
  await expect(menu).toContainText('This part of Orchid is not on this device yet');
  // The rest of the shell goes on around it.
  await expect(indicator).toBeVisible();
  await menu.getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
});

test('[OF-1] a network that breaks while the app is stored: it is begun anew by itself, and the device becomes ready', async () => {
  const device = await openDevice(world, 'phone');
  const { page, context } = device;
  let broken = 0;
  let isBroken = true;
  await context.route('**/*', async (route) => {
    if (!isBroken || route.request().serviceWorker() === null) return route.continue();
    broken += 1;
    return route.abort();
  });
  await page.goto(`${device.origin}/login`);
  await page.getByLabel('Email').fill(people.clinician);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  const indicator = page.getByTestId('sync-indicator');
  await expect(indicator).toHaveText('Setting up', { timeout: 30_000 });
  expect(broken).toBeGreaterThan(0);
  isBroken = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(indicator).toContainText('Synced', { timeout: 30_000 });
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const ways = await page.evaluate(waysOfParts);
  expect(ways.alone).toBeLessThan(24);
  expect(ways.packed).toBeGreaterThan(100);
});

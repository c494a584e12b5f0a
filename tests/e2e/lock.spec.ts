import { expect, test, type BrowserContext } from '@playwright/test';
import { unlock } from '../support/app-driver.ts';
import {
  createWorld,
  deviceOf,
  disposeWorld,
  goOffline,
  goTo,
  lockNow,
  openSignedIn,
  type Device,
  type World,
} from '../support/app-states.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

const sessionCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => /orchid_(at|rt)$/.test(name));

/** What the address bar shows of these, by status. */
async function addresses(device: Device): Promise<number[]> {
  const paths = ['/api/users/v1/user_info', '/api/login/v1/device_key', '/api/users/v1/patient_chart/'];
  const answers: number[] = [];
  for (const path of paths) {
    const page = await device.context.newPage();
    answers.push((await page.goto(`${device.origin}${path}`))?.status() ?? 0);
    await page.close();
  }
  return answers;
}

test('[LK-3] what an address opens before a lock, it does not after, with the old cookies put back either', async () => {
  const device = await deviceOf(world, 'desktop', 'clinician');
  expect(await addresses(device)).toEqual([200, 200, 200]);
  const stolen = await sessionCookies(device.context);
  expect(stolen).toHaveLength(2);

  await lockNow(device);
  await expect.poll(() => sessionCookies(device.context)).toEqual([]);
  await device.context.addCookies(stolen);
  expect(await addresses(device)).toEqual([403, 401, 401]);

  // The person is asked for the password once, and nothing else, and is back online.
  await device.context.clearCookies({ name: /orchid_(at|rt)$/ });
  await unlock(device.page);
  await expect.poll(() => addresses(device), { timeout: 20_000 }).toEqual([200, 200, 200]);
});

test('[LK-3][LO-1] a lock made offline is paid as soon as there is a network, with every page closed', async () => {
  const device = await deviceOf(world, 'desktop', 'clinician');
  await goOffline(device);
  await lockNow(device);
  const stolen = await sessionCookies(device.context);
  expect(stolen.length).toBeGreaterThan(0);
  device.proxy.setFault('none');
  await device.page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'deposit' }));
  await expect.poll(() => sessionCookies(device.context), { timeout: 20_000 }).toEqual([]);
  await device.context.addCookies(stolen);
  expect(await addresses(device)).toEqual([403, 401, 401]);
});

test('[LK-6] signing out everywhere asks for the password, and every device asks for it then', async () => {
  const phone = await openSignedIn(world, 'phone', 'member');
  const desk = await openSignedIn(world, 'desktop', 'member');
  await desk.page.getByRole('button', { name: 'Account' }).click();
  await desk.page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  const sheet = desk.page.getByRole('dialog', { name: 'Sign out everywhere' });
  await sheet.getByLabel('Password').fill('not this one');
  await sheet.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('That password is not right.');
  await sheet.getByLabel('Password').fill('Orchid-demo-26!');
  await sheet.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(desk.page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 });
  await goTo(desk, '/member-dashboard/homepage');
  await expect(desk.page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await phone.page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(phone.page.getByText(/Sign in again/)).toBeVisible({ timeout: 30_000 });
});

import { expect as expectSoon, test, type Page, type Route } from '@playwright/test';
import { demoPassword } from '../support/app-driver.ts';
import {
  closeOthers,
  createWorld,
  disposeWorld,
  expectDelivered,
  goTo,
  moveTo,
  openDevice,
  openSignedIn,
  people,
  type World,
} from '../support/app-states.ts';
import { makeStorageReadable, makeStorageUnreadable } from './support/broken-device.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));
test.afterEach(() => closeOthers(world));

const pulls = '**/api/sync/v1/pull?**';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });

async function signInHere(page: Page): Promise<void> {
  await field(page, 'Email').fill(people.member);
  await field(page, 'Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** The line of a page of the sync protocol that brings this record of the member's own. */
const isLineOf = (collection: string) => (line: string) => line.includes(`"c":"${collection}"`);

test('[C-605] on a fresh device a member’s profile is fetched before it is shown, and shown as it was fetched', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  const fetched: string[] = [];
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(pulls, async (route) => {
    await held;
    const response = await route.fetch();
    fetched.push(...(await response.text()).split('\n'));
    await route.fulfill({ response });
  });
  await goTo(device, '/member-dashboard/profile');
  await signInHere(page);
  await expect(page.getByRole('heading', { name: 'Setting up this device' })).toBeVisible();
  expect(fetched).toEqual([]);
  letGo();
  const details = page.getByRole('region', { name: 'Personal details' });
  await expect(details).toBeVisible();
  const line = fetched.find(isLineOf('member_profile')) ?? '{}';
  const { b: body } = JSON.parse(line) as { readonly b?: { readonly home_city: string } };
  await expect(details.getByText(body?.home_city ?? 'nothing was fetched')).toBeVisible();
});

test('[C-628] a profile that comes damaged is not shown as an empty one: what failed is said until it is whole', async () => {
  const device = await openDevice(world, 'phone');
  const { page } = device;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const spoil = async (route: Route) => {
    // Asked for again alone: that comes whole, once the test has looked.
    if (new URL(route.request().url()).searchParams.has('record')) {
      await held;
      return route.continue();
    }
    const response = await route.fetch();
    const lines = (await response.text()).split('\n').map((line) => {
      if (isLineOf('member_profile')(line)) return line.replace(/"home_city":"[^"]*"/, '"home_city":7');
      // As of a server that has it so itself: what is changed on its way is not taken at all.
      return line.replace(/,"digest":"[^"]*"/, '');
    });
    return route.fulfill({ response, body: lines.join('\n') });
  };
  await page.route(pulls, spoil);
  await goTo(device, '/member-dashboard/profile');
  await signInHere(page);
  const said = page.getByRole('alert').filter({ hasText: 'failed to get patient info: ' });
  await expect(said).toBeVisible();
  await expect(page.getByText('Nothing is said here yet.')).toHaveCount(0);
  await moveTo(device, '/member-dashboard/edit-profile');
  await expect(said).toBeVisible();
  await expect(field(page, 'City')).toHaveCount(0);
  letGo();
  await expect(field(page, 'City')).toHaveValue(/\S/);
  await expect(said).toHaveCount(0);
});

test('[C-618] a profile that the device could not keep stays in its form, says what failed, and is saved once it can be', async () => {
  const device = await openSignedIn(world, 'desktop', 'member');
  const { page } = device;
  await moveTo(device, '/member-dashboard/edit-profile');
  await field(page, 'City').fill('Boulder');
  await makeStorageUnreadable(device);
  await save(page).click();
  const said = page.getByRole('alert').filter({ hasText: /^failed to save member info: \S/ });
  await expect(said).toBeVisible();
  await makeStorageReadable(device);
  await expect(field(page, 'City')).toHaveValue('Boulder');
  await save(page).click();
  await expect(page).toHaveURL(`${device.origin}/member-dashboard/profile`);
  await expect(page.getByRole('region', { name: 'Personal details' }).getByText('Boulder')).toBeVisible();
  await expectDelivered(device);
});

import { expect as expectSoon, test, type Page } from '@playwright/test';
import { demoPassword, unlock } from '../support/app-driver.ts';
import {
  createWorld,
  disposeWorld,
  goTo,
  lockNow,
  moveTo,
  openDevice,
  openSignedIn,
  people,
  type Device,
  type World,
} from '../support/app-states.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  for (const { context } of world.devices) await context.close();
});

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in' });

async function signInHere({ page }: Device, email: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(demoPassword);
  await logIn(page).click();
}

test('[C-073][C-090] /login is the sign-in page; /welcome signs in whoever is not, and leads on to the own home', async () => {
  const device = await openDevice(world, 'desktop');
  const { page, origin } = device;
  await goTo(device, '/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(page).toHaveTitle(/Log in/);
  await goTo(device, '/welcome');
  await signInHere(device, people.member);
  await expect(page).toHaveURL(`${origin}/member-dashboard/homepage`);
  expect(device.problems).toEqual([]);
});

for (const [id, path, email] of [
  ['C-144', '/pro-dashboard/schedule', 'clinician'],
  ['C-145', '/member-dashboard/sessions', 'member'],
] as const)
  test(`[${id}] ${path} signed out asks for the sign-in there, and shows itself after it`, async () => {
    const device = await openDevice(world, 'desktop');
    const { page, origin } = device;
    await goTo(device, path);
    const dialog = page.getByRole('dialog', { name: 'Log in' });
    await expect(dialog).toBeVisible();
    // Inside a dashboard it is answered, not put away.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Register' })).toHaveCount(0);
    await signInHere(device, people[email]);
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(`${origin}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(device.problems).toEqual([]);
  });

test('[C-371] while a registration is on its way the button says so and cannot be pressed again', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  await goTo(device, '/professional-register');
  await field(page, 'First name').fill('Vera');
  await field(page, 'Last name').fill('Lind');
  await field(page, 'Email').fill('slow@practice.test');
  await field(page, 'Password').fill('Tall-grass-42');
  await field(page, 'Confirm password').fill('Tall-grass-42');
  await page.getByRole('checkbox', { name: /I am over 18/ }).check();
  let sent = 0;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/users/v1/orchid_pro/account', async (route) => {
    sent += 1;
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Register' }).click();
  const busy = page.getByRole('button', { name: 'Registering…' });
  await expect(busy).toBeVisible();
  await expect(busy).toBeDisabled();
  await field(page, 'Email').press('Enter');
  await expect.poll(() => sent).toBe(1);
  letGo();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  expect(sent).toBe(1);
});

test('[C-384] a tab that comes to the front after an hour looks at once whether anybody was there', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  await page.clock.install();
  await goTo(device, '/login');
  await signInHere(device, people.clinician);
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced');
  // The clock goes on and no timer runs, as in a tab that the browser has frozen.
  await page.clock.setFixedTime(new Date(Date.now() + 60 * 60_000));
  await expect(page.getByRole('heading', { name: 'Locked' })).toHaveCount(0);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
});

test('[C-345] each sign-in, and each unlock, fetches anew who the person is', async () => {
  const device = await openSignedIn(world, 'desktop', 'member');
  const { page } = device;
  let pulls = 0;
  device.context.on('request', (request) => (pulls += request.url().includes('/api/sync/v1/pull') ? 1 : 0));
  const elsewhere = await openSignedIn(world, 'desktop', 'member');
  const rename = (first_name: string) =>
    elsewhere.page.evaluate(async (name) => {
      const body = JSON.stringify({ first_name: name });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/api/users/v1/patient/', { method: 'PUT', headers, body });
      return answer.status;
    }, first_name);
  await moveTo(device, '/member-dashboard/profile');
  const name = (first: string) => page.getByRole('heading', { level: 1, name: new RegExp(`^${first} `) });

  await lockNow(device);
  expect(await rename('Wera')).toBe(200);
  pulls = 0;
  await unlock(page);
  await expect(name('Wera')).toBeVisible();
  expect(pulls).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${device.origin}/`);
  expect(await rename('Nova')).toBe(200);
  pulls = 0;
  await goTo(device, '/member-dashboard/profile');
  await signInHere(device, people.member);
  await expect(name('Nova')).toBeVisible();
  expect(pulls).toBeGreaterThan(0);
});

test('[C-395] logging out leads a member to the start page', async () => {
  const device = await openSignedIn(world, 'desktop', 'member');
  const { page, origin } = device;
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('[C-449] a forgotten password takes any text for an e-mail, trimmed: what it is, its mail tells', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  await goTo(device, '/reset-password');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login/v1/forgot_password')) sent.push(request.postDataJSON());
  });
  await field(page, 'Email').fill('  no address at all ');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  expect(sent).toEqual([{ username_or_email: 'no address at all' }]);
});

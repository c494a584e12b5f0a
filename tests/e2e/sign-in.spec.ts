import { expect, test, type Page } from '@playwright/test';
import { demoPassword, unlock, waitForServiceWorker } from '../support/app-driver.ts';
import { dumpOrigin } from '../support/canary-scan.ts';
import { failNextWorker, makeStorageUnreadable } from './support/broken-device.ts';
import {
  closeOthers,
  createWorld,
  deviceOf,
  disposeWorld,
  goTo,
  lockNow,
  openDevice,
  openSignedIn,
  people,
  type Device,
  type World,
} from '../support/app-states.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));
test.afterEach(() => closeOthers(world));

async function openLogin(kind: Device['kind'] = 'desktop'): Promise<Device> {
  const device = await openDevice(world, kind);
  await goTo(device, '/login');
  return device;
}

const password = (page: Page) => page.getByLabel('Password', { exact: true });
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in' });
/** When somebody last acted, as the cookie says it. */
const lastActive = async (page: Page): Promise<number> =>
  Number(/orchid_last_active=(\d+)/.exec(await page.evaluate(() => document.cookie))?.[1]);
const locked = (page: Page) => page.getByRole('heading', { name: 'Locked' });

test('[C-247][C-251][C-443][C-444][C-612] both fields are needed, and the missing one gets the focus', async () => {
  const { page } = await openLogin();
  const text = 'Please fill out all of the required fields correctly';
  await logIn(page).click();
  await expect(page.getByRole('alert')).toHaveText(text);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('   ');
  await password(page).fill('something');
  await logIn(page).click();
  await expect(page.getByRole('alert')).toHaveText(text);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(people.clinician);
  await password(page).fill('');
  await logIn(page).click();
  await expect(page.getByRole('alert')).toHaveText(text);
  await expect(password(page)).toBeFocused();
});

test('[C-248][C-249] Show and Hide turn the password over; Remember me is on', async () => {
  const { page } = await openLogin();
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).toBeChecked();
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
});

test('[C-252][C-253][C-254][C-255] on phones the sign-in is also the way to register and to get help', async () => {
  const { page, origin } = await openLogin('phone');
  await expect(page.getByRole('heading', { name: 'Sign in or register' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get help signing in' })).toHaveAttribute('href', /^mailto:/);
  await page.getByRole('link', { name: 'Register for an account' }).click();
  await expect(page).toHaveURL(`${origin}/get-started`);
  await page.goto(`${origin}/pro-dashboard/schedule`);
  await expect(page.getByRole('dialog', { name: 'Sign in or register' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register for an account' })).toHaveCount(0);
});

test('[C-180][C-246][C-204] Log in on a public page opens one dialog and leaves the address', async () => {
  const device = await openDevice(world, 'desktop');
  const { page, origin } = device;
  await goTo(device, '/');
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page).toHaveURL(`${origin}/`);
  await goTo(device, '/login');
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1);
});

test('[C-614] a wrong password shows the server’s words; the right one, typed after it, opens the home of a professional', async () => {
  const { page, origin } = await openLogin();
  const answer = page.waitForResponse(/initiate_auth/);
  await page.getByLabel('Email').fill(people.clinician);
  await password(page).fill('not the password');
  await logIn(page).click();
  const { detail } = (await (await answer).json()) as { detail: string };
  await expect(page.getByRole('alert')).toHaveText(detail);
  await expect(page).toHaveURL(`${origin}/login`);
  await password(page).fill(demoPassword);
  await logIn(page).click();
  await expect(page).toHaveURL(`${origin}/pro-dashboard/homepage`);
});

test('[C-142][C-143][C-349][C-445] user_type decides the dashboard; the other one does not exist, for a member nor for a professional', async () => {
  const { page, origin } = await openLogin();
  await page.getByLabel('Email').fill(`  ${people.member} `);
  await password(page).fill(demoPassword);
  await logIn(page).click();
  await expect(page).toHaveURL(`${origin}/member-dashboard/homepage`);
  await page.goto(`${origin}/pro-dashboard/schedule`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  const professional = await openSignedIn(world, 'desktop', 'colleague');
  await goTo(professional, '/member-dashboard/homepage');
  await expect(professional.page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(professional.page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
});

test('[C-347] a professional who signs in from the bar of a public page arrives at the professional home', async () => {
  const device = await openDevice(world, 'desktop');
  const { page, origin } = device;
  await goTo(device, '/');
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await dialog.getByLabel('Email').fill(people.clinician);
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`${origin}/pro-dashboard/homepage`);
});

test('[C-351][C-346] a deep link asks for the password where it is and is kept through sign-in, lock and unlock', async () => {
  const device = await openDevice(world, 'desktop');
  const { page, origin } = device;
  const deep = `${origin}/pro-dashboard/schedule?view=week`;
  await page.goto(deep);
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await page.getByLabel('Email').fill(people.clinician);
  await password(page).fill(demoPassword);
  await logIn(page).click();
  await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked();
  await expect(page).toHaveURL(deep);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await lockNow(device);
  await expect(page).toHaveURL(deep);
  // Whose device it is may be read, and nothing of what is on it.
  await expect(page.getByRole('main')).toContainText('Dr. Maya Lindqvist');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('alert')).toHaveText('That password does not open this device.');
  await unlock(page);
  await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked();
  await expect(page).toHaveURL(deep);
});

test('[C-559] once the code is given and the answer is success, the person is in', async () => {
  const { page, origin } = await openLogin();
  const codes: unknown[] = [];
  await page.route('**/api/login/v1/initiate_auth', async (route) => {
    const { mfa_code: code } = route.request().postDataJSON() as { readonly mfa_code?: string };
    codes.push(code ?? 'none');
    // No account has a second factor yet: that one is asked for is said in the server's place, the rest is the server's own.
    await (code === undefined ? route.fulfill({ json: { nextStep: 'mfa' } }) : route.continue());
  });
  await page.getByLabel('Email').fill(people.clinician);
  await password(page).fill(demoPassword);
  await logIn(page).click();
  await expect(page.getByRole('heading', { name: '2-step verification' })).toBeVisible();
  await page.getByRole('textbox').first().pressSequentially('246810');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${origin}/pro-dashboard/homepage`);
  expect(codes).toEqual(['none', '246810']);
});

test('an unlock that cannot load what it needs says so and can be tried again', async () => {
  const device = await deviceOf(world, 'phone', 'clinician');
  const { page } = device;
  await lockNow(device);
  await failNextWorker(device);
  await unlock(page);
  await expect(page.getByRole('alert')).toHaveText('This device could not be opened just now. Please try again.');
  await unlock(page);
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('listitem').first()).toBeVisible();
});

test('a log-out never calls everything sent where storage cannot say what is left', async () => {
  const device = await openSignedIn(world, 'phone', 'clinician');
  const { page } = device;
  await makeStorageUnreadable(device);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'This device cannot say what has reached the server' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Lock and keep' })).toBeVisible();
  await expect(page.getByText('Everything is on the server.')).toHaveCount(0);
});

test('a locked device opens without a network, and says Offline', async () => {
  const device = await deviceOf(world, 'phone', 'clinician');
  const { page, proxy } = device;
  // What derives keys comes from there once the network is gone.
  await waitForServiceWorker(page);
  await lockNow(device);
  proxy.setFault('reset');
  await unlock(page);
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByTestId('sync-indicator')).toContainText('Offline');
});

test('[C-379][C-380][C-382][C-383][C-385] 58 minutes without a hand leave the app open, 59 minutes and a check lock it and show the way in', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  await page.clock.install();
  await goTo(device, '/login');
  await page.getByLabel('Email').fill(people.clinician);
  await password(page).fill(demoPassword);
  await logIn(page).click();
  // A device that was never here says so only once the app itself is stored too.
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced', { timeout: 30_000 });
  await page.getByRole('link', { name: 'Patients' }).click();
  await page.clock.fastForward('58:00');
  await expect(page.getByRole('heading', { name: 'Patients', exact: true })).toBeVisible();
  await expect(locked(page)).toHaveCount(0);
  // A click counts as presence: the time begins again, and says so in the cookie that every tab reads.
  const before = await lastActive(page);
  await page.getByRole('heading', { name: 'Patients', exact: true }).click();
  expect((await lastActive(page)) - before).toBeGreaterThanOrEqual(58 * 60_000);
  await page.clock.fastForward('58:00');
  await expect(locked(page)).toHaveCount(0);
  await page.clock.fastForward('01:01');
  await page.clock.runFor(60_000);
  await expect(locked(page)).toBeVisible();
  await expect(password(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Patients', exact: true })).toHaveCount(0);
});

test('without a network the first sign-in says what it needs', async () => {
  const { page, proxy } = await openLogin();
  proxy.setFault('reset');
  await page.getByLabel('Email').fill(people.clinician);
  await password(page).fill(demoPassword);
  await logIn(page).click();
  await expect(page.getByRole('alert')).toContainText('The first sign-in on a device needs the network');
});

test('[C-393][C-394] logging out asks, takes everything of the account from the device, and leads a professional to the public page', async () => {
  const device = await openSignedIn(world, 'desktop', 'colleague');
  const { page, origin } = device;
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  const held = () => page.evaluate(dumpOrigin, { withCaches: false });
  expect(await databases()).toHaveLength(2);
  expect(await held()).toContain('wrapReplica');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${origin}/professional-homepage`);
  expect(await databases()).toEqual(['orchid-device']);
  expect(await held()).not.toContain('wrapReplica');
  await goTo(device, '/pro-dashboard/homepage');
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
});

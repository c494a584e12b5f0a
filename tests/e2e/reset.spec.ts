import { expect as expectSoon, test, type Page } from '@playwright/test';
import { demoPassword } from '../support/app-driver.ts';
import {
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  lockNow,
  moveTo,
  notePath,
  openDevice,
  openSessions,
  openSignedIn,
  people,
  planLabel,
  writeIn,
  type Device,
  type World,
} from '../support/app-states.ts';
import { linkIn, waitForMail } from './support/mailbox.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  for (const { context } of world.devices) await context.close();
});

const next = 'Tall-grass-42';
const other = 'Wide-river-77';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Asks for the mail on this device, and opens its newest link there. */
async function openLink({ page, origin }: Device, email: string): Promise<string> {
  await page.goto(`${origin}/login`);
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await field(page, 'Email').fill(` ${email} `);
  await press(page, 'Send reset link');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = linkIn(await waitForMail(world, email, 'Choose a new password for Orchid'), '/reset-password');
  await page.goto(link);
  return link;
}

/** Opens "Password and recovery" of whoever is signed in. */
async function openSecurity({ page }: Device): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Password and recovery' }).click();
  await expect(page.getByRole('dialog', { name: 'Password and recovery' })).toBeVisible();
}

test('[C-074][C-250][C-279][C-280][C-281][C-283][C-390][C-448] a password forgotten without a recovery code: 20 unsent texts on the only device are on the server afterwards', async () => {
  test.setTimeout(240_000);
  const device = await openSignedIn(world, 'desktop', 'clinician');
  const { page, origin } = device;
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  // On some days of the week fewer of the demo's sessions are open.
  const sessions = (await openSessions(device)).slice(0, 6);
  const fields = [planLabel, 'What the client reports', 'What you observe', 'How you understand it'];
  expect(sessions.length * fields.length).toBeGreaterThanOrEqual(20);
  await goTo(device, notePath(sessions[0] ?? ''));
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await goOffline(device);
  for (const [index, id] of sessions.entries()) {
    await moveTo(device, notePath(id));
    for (const label of fields) await writeIn(device, label, `Unsent ${index}`);
  }
  await lockNow(device);
  device.proxy.setFault('none');
  const link = await openLink(device, people.clinician);
  await expect(page).toHaveURL(`${origin}/reset-password`);
  await field(page, 'New password').fill(next);
  await page.getByRole('radio', { name: 'I have neither' }).check();
  await expect(page.getByText('Your account gets new keys')).toBeVisible();
  await press(page, 'Save new password');
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced', { timeout: 40_000 });
  // The replica is a new one: what stands in it came from the server.
  for (const [index, id] of sessions.entries()) {
    await moveTo(device, notePath(id));
    for (const label of fields) await expect(page.getByLabel(label)).toHaveText(`Unsent ${index}`);
  }
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(names.filter((name) => name !== 'orchid-device')).toHaveLength(1);
  const second = await openDevice(world, 'phone');
  await second.page.goto(link.replace(origin, second.origin));
  await expect(second.page.getByRole('alert')).toContainText('This link does not work any more');
  expect(sent.join('\n')).not.toContain(next);
  expect(device.problems).toEqual([]);
});

test('[C-450] a recovery code is kept, and with it a forgotten password loses nothing; the password is changed and the other device goes on', async () => {
  test.setTimeout(180_000);
  const device = await openSignedIn(world, 'phone', 'colleague');
  const { page, origin } = device;
  const away = await openSignedIn(world, 'desktop', 'colleague');
  await openSecurity(device);
  await press(page, 'Make a recovery code');
  const code = (await page.getByRole('list', { name: 'Recovery code' }).getByRole('listitem').allInnerTexts()).join(
    ' ',
  );
  await press(page, 'I have kept it');
  await field(page, 'Recovery code').fill('ABCD');
  await field(page, 'Password').fill(demoPassword);
  await press(page, 'Use this code');
  await expect(page.getByText('This is not the code that was shown')).toBeVisible();
  await field(page, 'Recovery code').fill(code.toLowerCase());
  await press(page, 'Use this code');
  await expect(page.getByText('Your recovery code is kept.')).toBeVisible();
  await press(page, 'Done');

  const [id = ''] = await openSessions(away);
  await goTo(away, notePath(id));
  await expect(away.page.getByLabel(planLabel)).toBeVisible();
  await goOffline(away);
  await writeIn(away, planLabel, 'Written while the password changed elsewhere');

  await openSecurity(device);
  await press(page, 'Change password');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await field(page, 'Current password').fill(demoPassword);
  await field(page, 'New password').fill(demoPassword);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('New password cannot be the same as current password.')).toBeVisible();
  await field(page, 'New password').fill(next);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await press(page, 'Done');

  await goOnline(away);
  await away.page.getByRole('button', { name: 'Log in' }).click();
  const signIn = away.page.getByRole('dialog', { name: 'Log in' });
  await signIn.getByLabel('Email').fill(people.colleague);
  await signIn.getByLabel('Password', { exact: true }).fill(next);
  await signIn.getByRole('button', { name: 'Log in' }).click();
  await expectDelivered(away);
  await expect(away.page.getByLabel(planLabel)).toHaveText('Written while the password changed elsewhere');

  await lockNow(device);
  await openLink(device, people.colleague);
  await field(page, 'New password').fill(other);
  await page.getByRole('radio', { name: 'I have my recovery code' }).check();
  await field(page, 'Recovery code').fill(code);
  await press(page, 'Save new password');
  await expect(page).toHaveURL(`${origin}/pro-dashboard/homepage`);
  await expect(page.getByTestId('sync-indicator')).toContainText(/Synced/);
});

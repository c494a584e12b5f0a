import { expect as expectSoon, test, type Page } from '@playwright/test';
import { createWorld, disposeWorld, goTo, openDevice, people, type Device, type World } from '../support/app-states.ts';
import { endLinksOnServer } from '../support/server-database.ts';
import { linkIn, waitForMail, waitForMails } from './support/mailbox.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  for (const { context } of world.devices) await context.close();
});

const own = 'Tall-grass-42';
const strange = 'Wide-river-77';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Registers a member on the device; the part of the confirming link behind its `#`, of the newest of so many mails. */
async function registerMember(device: Device, email: string, password: string, mails = 1): Promise<string> {
  const { page } = device;
  await goTo(device, '/member-register');
  await field(page, 'First name').fill('Vera');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('checkbox', { name: /I am over 18/ }).check();
  await press(page, 'Register');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const all = await waitForMails(world, email, mails);
  const hashes = all.map((mail) => new URL(linkIn(mail, '/confirm-email')).hash);
  const fresh = hashes.find((hash) => !seen.has(hash));
  if (fresh === undefined) throw new Error('no new link was mailed');
  seen.add(fresh);
  return fresh;
}
const seen = new Set<string>();

async function confirm(device: Device, hash: string): Promise<void> {
  await goTo(device, `/confirm-email${hash}`);
  await press(device.page, 'Confirm my email');
}

async function logIn({ page }: Device, email: string, password: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await press(page, 'Log in');
}

for (const kind of kindsOf('dead-links')) {
  test(`[RG-3] two people register one e-mail: who follows the mail has the account, the stranger's password opens nothing, ${kind}`, async () => {
    const email = `shared-${kind}@home.test`;
    const stranger = await openDevice(world, kind);
    const strangerHash = await registerMember(stranger, email, strange);
    const owner = await openDevice(world, kind);
    const hash = await registerMember(owner, email, own, 2);
    // The stranger's link, opened by the owner: it was begun elsewhere, and her password is not that one's.
    await confirm(owner, strangerHash);
    await expect(owner.page.getByRole('heading', { name: 'This was begun on another device' })).toBeVisible();
    await field(owner.page, 'Password').fill(own);
    await press(owner.page, 'Confirm my email');
    await expect(owner.page.getByRole('alert')).toContainText('with another password');
    await confirm(owner, hash);
    await expect(owner.page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
    await logIn(owner, email, own);
    await expect(owner.page).toHaveURL(/\/member-dashboard\//);
    await goTo(stranger, '/login');
    await logIn(stranger, email, strange);
    await expect(stranger.page.getByRole('alert')).toContainText(/password/i);
    await confirm(stranger, strangerHash);
    await expect(stranger.page.getByRole('alert')).toContainText('This link does not work any more');
    expect(owner.problems).toEqual([]);
  });

  test(`a link to confirm and one to choose a password that have expired say so, and a new one works, ${kind}`, async () => {
    const device = await openDevice(world, kind);
    const { page } = device;
    const email = `late-${kind}@home.test`;
    const hash = await registerMember(device, email, own);
    endLinksOnServer(world.server.dataDir);
    await confirm(device, hash);
    await expect(page.getByRole('alert')).toContainText('This link does not work any more');
    const again = await registerMember(device, email, own, 2);
    await confirm(device, again);
    await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
    await page.goto(`${device.origin}/reset-password`);
    await field(page, 'Email').fill(people.colleague);
    await press(page, 'Send reset link');
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const link = linkIn(
      await waitForMail(world, people.colleague, 'Choose a new password for Orchid'),
      '/reset-password',
    );
    endLinksOnServer(world.server.dataDir);
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('This link does not work any more');
  });

  test(`two tabs: a link is used once; the tab that comes second says so, what was confirmed goes on, ${kind}`, async () => {
    const device = await openDevice(world, kind);
    const email = `tabs-${kind}@home.test`;
    const hash = await registerMember(device, email, own);
    const other = await device.context.newPage();
    await other.goto(`${device.origin}/confirm-email${hash}`);
    await press(other, 'Confirm my email');
    await expect(other.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
    await device.page.goto(`${device.origin}/confirm-email${hash}`);
    await press(device.page, 'Confirm my email');
    await expect(device.page.getByRole('alert')).toContainText('This link does not work any more');
    await field(other, 'Password').fill(own);
    await press(other, 'Log in');
    await expect(other).toHaveURL(/\/member-dashboard\//);
  });
}

for (const kind of kindsOf('dead-links'))
  test(`[IV-5] a code from paper tried wrong five times is asked no more from there, right or wrong, and says how long, ${kind}`, async () => {
    // Counted by address: a server that nobody else asks.
    const quiet = await createWorld();
    const device = await openDevice(quiet, kind);
    const { page } = device;
    await goTo(device, '/member-register');
    await press(page, 'I have a code on paper');
    await field(page, 'Your birth date').fill('1980-03-04');
    for (const code of ['AAAAA-AAAA2', 'AAAAA-AAAA3', 'AAAAA-AAAA4', 'AAAAA-AAAA5', 'AAAAA-AAAA6']) {
      await field(page, 'Code').fill(code);
      const answered = page.waitForResponse((response) => response.request().method() !== 'GET');
      await press(page, 'Continue');
      expect((await answered).status()).toBe(400);
      await expect(page.getByRole('alert')).toContainText('This invite does not work');
    }
    await field(page, 'Code').fill('AAAAA-AAAA7');
    const refused = page.waitForResponse((response) => response.status() === 429);
    await press(page, 'Continue');
    expect(Number((await refused).headers()['retry-after'])).toBeGreaterThan(60);
    await expect(page.getByRole('alert')).not.toContainText('This invite does not work');
    await expect(page.getByRole('alert')).toHaveText(/^Too many attempts\. Please try again in (60|59) minutes\.$/);
    await disposeWorld(quiet);
  });

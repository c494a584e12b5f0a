import { expect, test, type Page, type Route } from '@playwright/test';
import { createWorld, disposeWorld, goTo, openDevice, people, type World } from '../support/app-states.ts';
import { linkIn, waitForMails } from './support/mailbox.ts';
import { fillProfessional, newPassword as password } from './support/new-professional.ts';
import { kindsOf } from './support/kinds.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  for (const { context } of world.devices) await context.close();
});

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const register = (page: Page) => page.getByRole('button', { name: 'Register' });
const agree = (page: Page) => page.getByRole('checkbox', { name: /I am over 18/ });

for (const kind of kindsOf('register')) {
  test(`[C-071][C-077][C-089][C-354][C-356] a clinician comes in by herself: registers, confirms, logs in, stands in her own empty practice, ${kind}`, async () => {
    const device = await openDevice(world, kind);
    const { page } = device;
    const email = `vera-${kind}@practice.test`;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await goTo(device, '/get-started');
    const care = page.getByRole('link', { name: 'Get personalized care' });
    await expect(care).toHaveAttribute('href', '/member-register');
    await page.getByRole('link', { name: 'Join as a professional' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Join as a professional' })).toBeVisible();
    await fillProfessional(page, ` ${email} `);
    await register(page).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    const [mail] = await waitForMails(world, email, 1);
    expect(mail?.subject).toBe('Confirm your email for Orchid');
    // In the very tab that waits: nothing is loaded anew.
    await page.goto(linkIn(mail, '/confirm-email'));
    // What opens the account stands in no address, once its page is there.
    await expect(page).toHaveURL(`${device.origin}/confirm-email`);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
    await expect(field(page, 'Email')).toHaveValue(email);
    await field(page, 'Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    // Quick intake comes first, and can wait.
    await expect(page.getByRole('heading', { name: 'Tell us about yourself' })).toBeVisible({ timeout: 20_000 });
    await page.getByRole('link', { name: 'Finish later' }).click();
    await expect(page).toHaveURL(`${device.origin}/pro-dashboard/homepage`);
    await expect(page.getByTestId('sync-indicator')).toContainText('Synced', { timeout: 20_000 });
    expect(sent.join('\n')).not.toContain(password);
    expect(device.problems).toEqual([]);
  });
}

test('[C-078][C-446][C-467][C-468][C-469][C-470] a member: what is missing is said, the list follows what is typed, and she comes home', async () => {
  const device = await openDevice(world, 'phone');
  const { page } = device;
  await goTo(device, '/member-register');
  await expect(page.getByRole('heading', { level: 1, name: 'Get personalized care' })).toBeVisible();
  await register(page).click();
  await expect(page.getByText('Please fill out all of the required fields correctly')).toHaveCount(2);
  await expect(page.getByText('Please confirm that you are over 18 and agree')).toBeVisible();
  const needs = page.getByRole('list', { name: 'Your password needs' }).getByRole('listitem');
  for (const [typed, done] of [
    ['', []],
    ['a', ['1 lowercase']],
    ['aB', ['1 uppercase', '1 lowercase']],
    ['aB3', ['1 uppercase', '1 lowercase', '1 number']],
    ['aB3-', ['1 uppercase', '1 lowercase', '1 number', '1 special']],
    ['aB3-aB3-aB', ['10+ characters', '1 uppercase', '1 lowercase', '1 number', '1 special']],
  ] as const) {
    await field(page, 'Password').fill(typed);
    await expect(needs.filter({ hasText: ', done' })).toHaveText(done.map((name) => `${name}, done`));
  }
  await field(page, 'Password').fill('weak');
  await field(page, 'Email').focus();
  await expect(
    page.getByText(
      'Password must be at least 10 characters long and contain at least one uppercase letter, one lowercase letter, one number, and one special character.',
    ),
  ).toBeVisible();
  await field(page, 'First name').fill('Noa');
  await field(page, 'Email').fill('noa@home.test');
  await field(page, 'Password').fill(password);
  await agree(page).check();
  await register(page).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const [mail] = await waitForMails(world, 'noa@home.test', 1);
  await page.goto(linkIn(mail, '/confirm-email'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`${device.origin}/member-dashboard/homepage`, { timeout: 20_000 });
});

test('[C-455][C-456][C-457][C-458][C-459][C-460][C-461][C-462][C-463][C-464][C-465][C-466] what a professional is told, field by field', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  await goTo(device, '/professional-register');
  await register(page).click();
  for (const words of [
    'Please enter your first name',
    'Please enter your last name',
    'Please enter your email',
    'Please enter your password',
    'Please confirm your password',
  ])
    await expect(page.getByText(words)).toBeVisible();
  await expect(field(page, 'First name')).toBeFocused();
  await field(page, 'Email').fill('x');
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  for (const [typed, words] of [
    ['Aa1-Aa1-A', 'Password must be at least 10 characters'],
    ['Aa--Aa--Aa', 'Password must contain at least one number'],
    ['AA1-AA1-AA', 'Password must contain at least one lowercase letter'],
    ['aa1-aa1-aa', 'Password must contain at least one uppercase letter'],
    ['Aa1aAa1aAa', 'Password must contain at least one special character'],
  ] as const) {
    await field(page, 'Password').fill(typed);
    await expect(page.getByText(words)).toBeVisible();
  }
  await fillProfessional(page, 'told@practice.test');
  await field(page, 'Confirm password').fill(`${password}!`);
  await expect(page.getByText('Passwords do not match')).toBeVisible();
});

test('[C-282][C-277][C-278][C-561][C-610] the mail can be asked for again; where that fails, it says so; three a day', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  await goTo(device, '/professional-register');
  await fillProfessional(page, 'again@practice.test');
  await register(page).click();
  const resend = page.getByRole('button', { name: 'Resend email' });
  await resend.click();
  await expect(page.getByText('Sent once more.')).toBeVisible();
  await waitForMails(world, 'again@practice.test', 2);
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', /^mailto:/);
  device.proxy.setFault('reset');
  await resend.click();
  await expect(page.getByRole('alert')).toHaveText('Failed to resend confirmation email');
});

test('[C-609] where the server cannot say who is here, the page says that, and looks again when it is asked to', async () => {
  const device = await openDevice(world, 'phone');
  const { page } = device;
  await goTo(device, '/member-register');
  await field(page, 'First name').fill('Noa');
  await field(page, 'Email').fill('looks@home.test');
  await field(page, 'Password').fill(password);
  await agree(page).check();
  await register(page).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const failing = (route: Route) => route.fulfill({ status: 500, json: { detail: 'Ooops! Something went wrong.' } });
  await page.route('**/api/users/v1/user_info', failing);
  await goTo(device, '/confirm-email');
  await expect(page.getByRole('alert')).toHaveText('failed to get userInfo: Ooops! Something went wrong.');
  await page.unroute('**/api/users/v1/user_info', failing);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('looks@home.test')).toBeVisible();
  await page.route('**/api/users/v1/user_info', failing);
  // What is known does not go because a later look failed.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByText('looks@home.test')).toBeVisible();
});

test('[C-284] a link that was opened on another device asks for the password; a used one says that it is dead', async () => {
  const laptop = await openDevice(world, 'desktop');
  await goTo(laptop, '/professional-register');
  await fillProfessional(laptop.page, 'two@practice.test');
  await register(laptop.page).click();
  await expect(laptop.page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const [mail] = await waitForMails(world, 'two@practice.test', 1);
  const hash = new URL(linkIn(mail, '/confirm-email')).hash;

  const phone = await openDevice(world, 'phone');
  const { page } = phone;
  await goTo(phone, `/confirm-email${hash}`);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('heading', { name: 'This was begun on another device' })).toBeVisible();
  await field(page, 'Password').fill('Wrong-grass-42');
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('alert')).toContainText('with another password');
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();

  await goTo(laptop, `/confirm-email${hash}`);
  await laptop.page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(laptop.page.getByRole('alert')).toContainText('This link does not work any more');
});

test('[C-615][C-616] an e-mail that has an account looks like any other; a refusal stands above the button, with what was typed', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  await goTo(device, '/professional-register');
  await fillProfessional(page, people.colleague);
  await register(page).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const mails = await waitForMails(world, people.colleague, 1);
  expect(mails[0]?.subject).toBe('You have an Orchid account already');

  await page.route('**/api/users/v1/orchid_pro/account', (route) =>
    route.fulfill({ status: 400, json: { detail: 'Something is wrong with it.' } }),
  );
  await goTo(device, '/professional-register');
  await fillProfessional(page, 'refused@practice.test');
  await register(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('Failed to register: Something is wrong with it.');
  const [above, button] = [await alert.boundingBox(), await register(page).boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  await expect(field(page, 'First name')).toHaveValue('Vera');
});

test('[C-146][C-147][C-352][C-391][C-392] who signs in before the confirmation is shown what is waited for; inside a dashboard that cannot be put away, outside it can', async () => {
  const first = await openDevice(world, 'desktop');
  const email = 'early@practice.test';
  await goTo(first, '/professional-register');
  await fillProfessional(first.page, email);
  await register(first.page).click();
  await expect(first.page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  const signIn = async (): Promise<void> => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await expect(dialog.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect(dialog.getByText(email)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
  };
  await goTo(device, '/pro-dashboard/schedule');
  await signIn();
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'Contact support' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Resend email' }).click();
  await expect(dialog.getByText('Sent once more')).toBeVisible();
  device.proxy.setFault('reset');
  await dialog.getByRole('button', { name: 'Resend email' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to resend confirmation email');
  device.proxy.setFault('none');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByLabel('Email')).toBeVisible();
  await goTo(device, '/');
  await page.getByRole('button', { name: 'Log in' }).first().click();
  await signIn();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

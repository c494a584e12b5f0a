import { expect as expectSoon, test, type Page } from '@playwright/test';
import { createWorld, disposeWorld, goTo, openDevice, type World } from '../support/app-states.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
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

const titles = { desktop: 'Get started finding your support', phone: 'Sign in or register' } as const;
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

for (const kind of ['desktop', 'phone'] as const) {
  const ids = kind === 'phone' ? '[C-266][C-267][C-268]' : '[C-265][C-268]';
  test(`${ids} a member registers over the page she is on, ${kind}`, async () => {
    const device = await openDevice(world, kind, forAxe);
    const { page, origin } = device;
    await goTo(device, '/');
    await page.getByRole('banner').getByRole('button', { name: 'Register' }).click();
    const dialog = page.getByRole('dialog', { name: titles[kind] });
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(`${origin}/`);
    const lead = dialog.getByText('Sign in or create an account to join the community', { exact: true });
    await expect(lead).toHaveCount(kind === 'phone' ? 1 : 0);
    const over18 = dialog.getByRole('checkbox', { name: /I am over 18/ });
    await expect(over18).not.toBeChecked();
    await field(page, 'First name').fill('Vera');
    await field(page, 'Email').fill(`dialog-${kind}@member.test`);
    await field(page, 'Password').fill('Tall-grass-42');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await dialog.getByRole('button', { name: 'Register' }).click();
    // Not without the confirmation: said, and nothing is sent.
    await expect(dialog.getByText('Please confirm that you are over 18 and agree')).toBeVisible();
    await expectAccessibleHere(device, 'register-dialog');
    expect(sent.filter((url) => url.includes('/api/'))).toEqual([]);
    await over18.check();
    await dialog.getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveURL(`${origin}/confirm-email`);
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const mail = await waitForMail(world, `dialog-${kind}@member.test`, 'Confirm your email for Orchid');
    expect(linkIn(mail, '/confirm-email')).toContain('/confirm-email');
    expect(device.problems).toEqual([]);
  });
}

test('[C-269][C-072] one dialog at a time: Log in takes the place of the registration, Register leads from there to where one chooses', async () => {
  const device = await openDevice(world, 'desktop');
  const { page, origin } = device;
  await goTo(device, '/');
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  const logIn = page.getByRole('dialog', { name: 'Log in' });
  await expect(logIn).toBeVisible();
  await expect(page).toHaveURL(`${origin}/`);
  await logIn.getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL(`${origin}/get-started`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(device.problems).toEqual([]);
});

test('the dialog closes by Escape and gives the focus back', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  await goTo(device, '/');
  const button = page.getByRole('banner').getByRole('button', { name: 'Register' });
  await button.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
});

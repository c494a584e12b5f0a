import { expect as expectSoon, test, type Page } from '@playwright/test';
import { unlock } from '../support/app-driver.ts';
import {
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  lockNow,
  moveTo,
  openDevice,
  openSignedIn,
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

const password = 'Tall-grass-42';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Registers, confirms and logs in a member, who then wants to see this page. */
async function newMember(device: Device, email: string, path: string): Promise<void> {
  const { page, origin } = device;
  await goTo(device, '/member-register');
  await field(page, 'First name').fill('Vera');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('checkbox', { name: /I am over 18/ }).check();
  await press(page, 'Register');
  await page.goto(linkIn(await waitForMail(world, email, 'Confirm your email for Orchid'), '/confirm-email'));
  await press(page, 'Confirm my email');
  await field(page, 'Password').fill(password);
  await press(page, 'Log in');
  await expect(page).toHaveURL(`${origin}/member-dashboard/homepage`);
  await page.goto(`${origin}${path}`);
}

async function fillPersonal(page: Page): Promise<void> {
  await field(page, 'Legal Last Name').fill('Lind');
  await field(page, 'Date of birth').pressSequentially('01021990');
  await expect(field(page, 'Date of birth')).toHaveValue('01/02/1990');
  await field(page, 'Phone').pressSequentially('3035550100');
  await expect(field(page, 'Phone')).toHaveValue('(303) 555 0100');
  await field(page, 'Address').fill('1 Elm St');
  await field(page, 'City').fill('Denver');
  await field(page, 'State').selectOption('CO');
  await field(page, 'Zip').fill('80202');
}

for (const kind of ['phone', 'desktop'] as const) {
  const title = kind === 'phone' ? 'Finish setting up' : 'Complete your registration';
  test(`[C-270][C-271][C-272][C-274][C-275][C-276][C-476][C-484][C-310][C-350][C-353][C-357][C-358][C-359][C-364][C-366] a new member finishes setting up, ${kind}`, async () => {
    const device = await openDevice(world, kind);
    const { page, origin } = device;
    await newMember(device, `intake-${kind}@member.test`, '/member-dashboard/sessions');
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveText(['Personal Details', 'Insurance Details (optional)']);
    const next = dialog.getByRole('button', { name: 'Next' });
    await expect(next).toBeDisabled();
    await expect(field(page, 'Legal First Name')).toHaveValue('Vera');
    await expect(field(page, 'Country')).toHaveValue('US');
    await expect(dialog.getByText('must match what your insurance')).toHaveCount(kind === 'phone' ? 1 : 0);
    await field(page, 'Legal Last Name').fill('Lind');
    await expect(next).toBeDisabled();
    await field(page, 'Date of birth').fill('01/02/2020');
    await expect(next).toBeEnabled();
    await field(page, 'Legal First Name').fill('');
    await expect(next).toBeDisabled();
    await field(page, 'Legal First Name').fill('Vera');
    await expect(next).toBeEnabled();
    await next.click();
    await expect(dialog.getByText('You need to be at least 13 years old')).toBeVisible();
    await expect(dialog.getByText('Please fill out all of the required fields correctly')).toHaveCount(4);
    await field(page, 'Country').selectOption('CO');
    await expect(field(page, 'Department')).toBeVisible();
    await expect(field(page, 'Postal Code')).toBeVisible();
    await field(page, 'Country').selectOption('CA');
    await expect(field(page, 'Province')).toBeVisible();
    await field(page, 'Country').selectOption('US');
    await field(page, 'Date of birth').fill('');
    await fillPersonal(page);
    await next.click();
    await field(page, 'Insurance provider').fill('Aetna');
    await dialog.getByRole('button', { name: 'Back', exact: true }).last().click();
    await expect(field(page, 'City')).toHaveValue('Denver');
    await next.click();
    await expect(field(page, 'Insurance provider')).toHaveValue('Aetna');
    await dialog.getByRole('button', { name: 'Finish' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(`${origin}/member-dashboard/sessions`);
    await expectDelivered(device);
    expect(await page.evaluate(() => sessionStorage.getItem('redirect_after_register'))).toBeNull();
    await moveTo(device, '/member-dashboard/profile');
    await expect(page.getByRole('heading', { name: 'Vera Lind' })).toBeVisible();
    await expect(page.getByText(/\b1990\b/)).toBeVisible();
    expect(device.problems).toEqual([]);
  });
}

test('[C-075][C-076][C-361][C-362][C-363] any address that ends in the intake’s opens its dialog alone; Back leads to the first step, then home', async () => {
  const device = await openDevice(world, 'desktop');
  const { page, origin } = device;
  await newMember(device, 'alone@member.test', '/x/y/member-intake-form');
  const dialog = page.getByRole('dialog', { name: 'Complete your registration' });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await fillPersonal(page);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(field(page, 'Insurance provider')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back', exact: true }).first().click();
  await expect(field(page, 'City')).toHaveValue('Denver');
  await dialog.getByRole('button', { name: 'Back', exact: true }).first().click();
  await expect(page).toHaveURL(`${origin}/member-dashboard/homepage`);
  await expect(dialog).toHaveCount(0);
  await press(page, 'Finish setting up');
  await expect(dialog).toBeVisible();
  await page.goto(`${origin}/member-intake-form`);
  await fillPersonal(page);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Finish' }).click();
  await expect(page).toHaveURL(`${origin}/member-dashboard/homepage`);
});

test('[C-355] whoever has finished is asked nothing: not at the sign-in, not after a reload, not at the intake’s address', async () => {
  const device = await openSignedIn(world, 'desktop', 'member');
  const { page, origin } = device;
  const isLeftAlone = async () => {
    // What stands over the page would take these clicks.
    for (const [link, heading] of [
      ['My sessions', 'My sessions'],
      ['Profile', /^\p{Lu}/u],
      ['Home', /^\p{Lu}/u],
    ] as const) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Finish setting up' })).toHaveCount(0);
  };
  await isLeftAlone();
  await page.reload();
  await isLeftAlone();
  await goTo(device, '/member-intake-form');
  await expect(page).toHaveURL(`${origin}/member-dashboard/homepage`);
  await isLeftAlone();
});

/** One finger across the sheet, which stands below, from here to there. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const box = await page.getByRole('listitem').filter({ hasText: 'Personal Details' }).boundingBox();
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  const at = (x: number) => [{ x, y }];
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at((from + to) / 2) });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await cdp.detach();
}

test('[C-360] on a phone a swipe turns from one step to the other and back, as the buttons do; an unsteady tap does not', async () => {
  const device = await openDevice(world, 'phone');
  const { page } = device;
  await newMember(device, 'swipe@member.test', '/member-dashboard/homepage');
  const dialog = page.getByRole('dialog', { name: 'Finish setting up' });
  await fillPersonal(page);
  await dialog.getByRole('heading').first().click();
  await swipe(page, 200, 170);
  await expect(field(page, 'City')).toBeVisible();
  await swipe(page, 300, 80);
  await expect(field(page, 'Insurance provider')).toBeVisible();
  await swipe(page, 80, 300);
  await expect(field(page, 'City')).toHaveValue('Denver');
});

test('[C-167][C-168][C-485][C-317][C-312][C-313][C-314] a member edits the profile without a network, over a lock; Save waits for a change; another device shows it', async () => {
  const device = await openSignedIn(world, 'phone', 'member');
  const { page } = device;
  await moveTo(device, '/member-dashboard/edit-profile');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(page.getByLabel('Gender').getByRole('option')).toHaveText([
    'Not said',
    'Male',
    'Female',
    'Non-binary',
    'Transgender',
    'Prefer not to say',
  ]);
  await expect(page.getByLabel('Sex').getByRole('option')).toHaveText(['Not said', 'Male', 'Female']);
  const city = await field(page, 'City').inputValue();
  await field(page, 'City').fill('Boulder');
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
  await field(page, 'City').fill(city);
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await field(page, 'About you').fill('x'.repeat(1025));
  await expect(field(page, 'About you')).toHaveValue('x'.repeat(1024));
  await expect(page.getByText('1024 of 1024')).toBeVisible();
  await field(page, 'About you').fill('Mornings are best.');
  await goOffline(device);
  await lockNow(device);
  await unlock(page);
  await expect(field(page, 'About you')).toHaveValue('Mornings are best.');
  await press(page, 'Save');
  await expect(page.getByText('Mornings are best.')).toBeVisible();
  await goOnline(device);
  await expectDelivered(device);
  const other = await openSignedIn(world, 'desktop', 'member');
  await moveTo(other, '/member-dashboard/profile');
  await expect(other.page.getByText('Mornings are best.')).toBeVisible();
});

import { expect as expectSoon, test, type Page } from '@playwright/test';
import {
  closeOthers,
  createWorld,
  deviceOf,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  moveTo,
  openSignedIn,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, forAxe } from './support/axe.ts';
import { makeStorageReadable, makeStorageUnreadable } from './support/broken-device.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld(forAxe);
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  for (const { problems } of world.devices) expect(problems).toEqual([]);
  await closeOthers(world);
});

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const sections = (page: Page) => page.getByRole('navigation', { name: 'Settings' });

for (const kind of ['phone', 'desktop'] as const) {
  test(`[S-035] the settings are a list with a way back on a phone, and stand beside what was chosen on a desktop, ${kind}`, async () => {
    const device = await deviceOf(world, kind, 'clinician');
    const { page } = device;
    await goTo(device, '/pro-dashboard/homepage');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page).toHaveURL(`${device.origin}/pro-dashboard/settings`);
    await expect(page).toHaveTitle('Settings · Orchid');
    await expect(sections(page).getByRole('link')).toHaveCount(11);
    await expectAccessible(device, 'settings');
    for (const [label, heading] of [
      ['Your record', 'Your record'],
      ['Session types', 'Session types'],
      ['Availability', 'Availability'],
      ['New clients', 'New clients'],
      ['Contacts', 'Contacts'],
      ['Time zone', 'Time zone'],
      ['Appearance', 'Appearance'],
      ['Security', 'Security'],
    ] as const) {
      await sections(page).getByRole('link', { name: label }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      if (kind === 'desktop') {
        await expect(sections(page).locator('[aria-current="page"]')).toContainText(label);
        continue;
      }
      await expect(sections(page)).toBeHidden();
      await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
      await expect(sections(page)).toBeVisible();
    }
    await sections(page).getByRole('link', { name: 'Sync' }).click();
    await expect(page).toHaveURL(`${device.origin}/pro-dashboard/sync`);

    // Between the two widths the list and a section take turns, and the section has its own way back.
    await page.setViewportSize({ width: 900, height: 800 });
    await moveTo(device, '/pro-dashboard/settings/appearance');
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
    await expect(sections(page)).toBeVisible();
    await page.setViewportSize(kind === 'phone' ? { width: 390, height: 844 } : { width: 1440, height: 900 });
  });
}

for (const kind of kindsOf('settings')) {
  test(`the theme is chosen for this device, where the account menu says the same; Security opens its sheet, ${kind}`, async () => {
    const device = await deviceOf(world, kind, 'clinician');
    const { page } = device;
    await moveTo(device, '/pro-dashboard/settings/appearance');
    await page.getByRole('radio', { name: 'Dark' }).check();
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    expect(await theme()).toBe('dark');
    await expectAccessible(device, 'appearance');
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
    expect(await theme()).toBe('light');
    await moveTo(device, '/pro-dashboard/settings/security');
    await page.getByRole('main').getByRole('button', { name: 'Password and recovery' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Change email' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
    // As the device was: others look at it in either scheme.
    await moveTo(device, '/pro-dashboard/settings/appearance');
    await page.getByRole('radio', { name: 'Same as this device' }).check();
  });

  test(`[C-157] what new clients are asked is chosen offline, is what their form asks, and reaches the other device, ${kind}`, async () => {
    test.setTimeout(120_000);
    const device = await deviceOf(world, kind, kind === 'phone' ? 'clinician' : 'colleague');
    const { page } = device;
    await moveTo(device, '/pro-dashboard/settings/client-info');
    await expect(page.getByRole('checkbox', { name: 'Email' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Pronouns' })).not.toBeChecked();
    await goOffline(device);
    for (const name of ['Pronouns', /^Address/, /^Emergency contact/, /^Insurance/])
      await page.getByRole('checkbox', { name }).check();
    await page.getByRole('checkbox', { name: 'Email' }).uncheck();
    await page.getByRole('checkbox', { name: 'Date of birth' }).uncheck();
    await expect(page.getByText('Saved on this device.')).toBeVisible();
    await field(page, 'Time zone of new clients').selectOption('America/Chicago');
    await expect(page.getByText('Saved on this device.')).toHaveCount(1);
    await expectAccessible(device, 'client-info');

    await moveTo(device, '/pro-dashboard/patient-charts');
    await page.getByRole('button', { name: 'New client' }).click();
    const sheet = page.getByRole('dialog', { name: 'New client' });
    await expect(field(page, 'Member ID')).toBeVisible();
    await expect(sheet.locator('label')).toHaveText([
      'Legal First Name',
      'Legal Last Name',
      'Preferred First Name',
      'Pronouns',
      'Phone',
      'Address',
      'City',
      'State',
      'Zip',
      'Emergency contact',
      'Relationship',
      'Emergency phone',
      'Insurance provider',
      'Group ID',
      'Member ID',
      'A couple: two people in one chart',
    ]);
    await expectAccessible(device, 'new-client-asked');
    const last = kind === 'phone' ? 'Aavik' : 'Aarhus';
    await field(page, 'Legal First Name').fill('Liv');
    await field(page, 'Legal Last Name').fill(last);
    await field(page, 'Pronouns').fill('she/her');
    await field(page, 'Address').fill('12 Oak St');
    await field(page, 'City').fill('Springfield');
    await field(page, 'State').selectOption('IL');
    await field(page, 'Zip').fill('62701');
    await field(page, 'Emergency contact').fill(`Tor ${last}`);
    await field(page, 'Emergency phone').pressSequentially('2175550133');
    await field(page, 'Member ID').fill('M-2207');
    await sheet.getByRole('button', { name: 'Make the chart' }).click();
    await expect(page.getByRole('heading', { name: `Liv ${last}` })).toBeVisible();
    await expect(page.getByText(/Chicago time/)).toBeVisible();
    const path = new URL(page.url()).pathname;

    await goOnline(device);
    await expectDelivered(device);
    const other = await deviceOf(
      world,
      kind === 'phone' ? 'desktop' : 'phone',
      kind === 'phone' ? 'clinician' : 'colleague',
    );
    await moveTo(other, path);
    await expect(other.page.getByRole('heading', { name: `Liv ${last}` })).toBeVisible();
    await moveTo(other, '/pro-dashboard/settings/client-info');
    await expect(other.page.getByRole('checkbox', { name: 'Pronouns' })).toBeChecked();
    await expect(other.page.getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
    await expect(field(other.page, 'Time zone of new clients')).toHaveValue('America/Chicago');
  });
}

test('[C-157] a choice that the device could not keep is said to be none, and is as it was', async () => {
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  await moveTo(device, '/pro-dashboard/settings/client-info');
  const insurance = page.getByRole('checkbox', { name: /^Insurance/ });
  const was = await insurance.isChecked();
  await makeStorageUnreadable(device);
  await insurance.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved' })).toBeVisible();
  await expect(insurance).toBeChecked({ checked: was });
  await makeStorageReadable(device);
  await insurance.click();
  await expect(page.getByText('Saved on this device.')).toBeVisible();
  await expect(insurance).toBeChecked({ checked: !was });
});

test('the time zone is the account’s: chosen without a network, the same on the other device', async () => {
  const device = await openSignedIn(world, 'phone', 'joined');
  const other = await openSignedIn(world, 'desktop', 'joined');
  const { page } = device;
  await moveTo(device, '/pro-dashboard/settings/time-zone');
  await expectAccessible(device, 'time-zone');
  await goOffline(device);
  await page.getByLabel('Your time zone').selectOption('America/Los_Angeles');
  await expect(page.getByText('Saved on this device.')).toBeVisible();
  await expect(page.getByText(/There it is .*Los Angeles/)).toBeVisible();
  await goOnline(device);
  await moveTo(other, '/pro-dashboard/settings/time-zone');
  await expect(other.page.getByLabel('Your time zone')).toHaveValue('America/Los_Angeles');
});

test('the front desk has contacts, and no section of those who treat', async () => {
  const device = await openSignedIn(world, 'desktop', 'desk');
  const { page } = device;
  await moveTo(device, '/pro-dashboard/settings');
  await expect(sections(page).getByRole('link')).toHaveText([
    /^Contacts/,
    /^Time zone/,
    /^Appearance/,
    /^Security/,
    /^Sync/,
  ]);
  await moveTo(device, '/pro-dashboard/settings/client-info');
  await expect(page.getByText('For those who treat')).toBeVisible();
  await moveTo(device, '/pro-dashboard/settings/contacts');
  await expect(page.getByRole('button', { name: 'Add a contact' })).toBeVisible();
});

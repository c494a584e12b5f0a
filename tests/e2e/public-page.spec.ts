import { expect, test } from '@playwright/test';
import {
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  moveTo,
  openDevice,
  openSignedIn,
  type World,
} from '../support/app-states.ts';
import { operator } from './support/operator.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

test('[AC-8][C-324] a clinician puts up a page that anybody reads without an account, offline too, and takes it down again', async () => {
  const clinician = await openSignedIn(world, 'phone', 'clinician');
  const visitor = await openDevice(world, 'desktop');
  const { page } = clinician;
  const menu = async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Your page for everybody' }).click();
    return page.getByRole('dialog', { name: 'Your page for everybody' });
  };
  const sheet = await menu();
  await expect(sheet).toContainText('Without an account nobody finds anything of you now');
  await expect(sheet.getByRole('link')).toHaveCount(0);
  await goOffline(clinician);
  await sheet.getByRole('button', { name: 'Put my page up' }).click();
  await expect(sheet).toContainText('This has not reached the server yet');
  const address = (await sheet.getByRole('link').getAttribute('href')) ?? '';
  const path = new URL(address).pathname;

  await goTo(visitor, path);
  await expect(visitor.page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
  await goOnline(clinician);
  await expect(sheet).not.toContainText('This has not reached the server yet', { timeout: 20_000 });
  await goTo(visitor, path);
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('Dr. Maya Lindqvist');
  await expect(visitor.page).toHaveTitle(/^Professional/);

  // What she holds stands there; “Other” is no name of anything.
  await sheet.getByRole('button', { name: 'Close' }).first().click();
  await moveTo(clinician, '/pro-dashboard/settings/professional-record');
  const held = page.getByRole('region', { name: 'Certifications' });
  await held.getByLabel('Certifications, one a line').fill('Other\nEMDR, basic training\n\n');
  await held.getByRole('button', { name: 'Save' }).click();
  await expect(held.getByText('Saved on this device.')).toBeVisible();
  await expectDelivered(clinician);
  await goTo(visitor, path);
  await expect(visitor.page.getByText('EMDR, basic training', { exact: true })).toBeVisible();
  await menu();

  await sheet.getByRole('button', { name: 'Take my page down' }).click();
  await sheet.getByRole('button', { name: 'Close' }).first().click();
  await expectDelivered(clinician);
  await goTo(visitor, path);
  await expect(visitor.page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
});

test('[AP-1] who waits for the approval reads what for, and puts her page up once the operator has approved', async () => {
  operator(world, '--find', 'joined@demo.test', '--set', 'profile_approved_to_use_the_platform=false');
  const { page } = await openSignedIn(world, 'phone', 'joined');
  const sentence = page.getByText(/Your registration is being looked at: until it is approved/);
  await expect(sentence).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Your page for everybody' }).click();
  const sheet = page.getByRole('dialog', { name: 'Your page for everybody' });
  await expect(sheet).toContainText('This becomes possible once it is approved.');
  await expect(sheet.getByRole('button', { name: 'Put my page up' })).toBeDisabled();
  operator(world, '--find', 'joined@demo.test', '--approve');
  await expect(sheet.getByRole('button', { name: 'Put my page up' })).toBeEnabled({ timeout: 30_000 });
  await sheet.getByRole('button', { name: 'Close' }).first().click();
  await expect(sentence).toHaveCount(0);
});

test('who is no clinician of a practice has no such page to put up', async () => {
  for (const who of ['desk', 'member'] as const) {
    const { page } = await openSignedIn(world, 'desktop', who);
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(page.getByRole('menuitem', { name: 'Lock now' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Your page for everybody' })).toHaveCount(0);
  }
});

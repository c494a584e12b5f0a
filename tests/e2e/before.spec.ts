import { expect as expectSoon, test } from '@playwright/test';
import { waitForServiceWorker } from '../support/app-driver.ts';
import {
  createWorld,
  deviceOf,
  disposeWorld,
  closeOthers,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  openSignedIn,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, forAxe } from './support/axe.ts';
import { openBefore } from './support/before.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld(forAxe);
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  await closeOthers(world);
});

for (const kind of kindsOf('before'))
  test(`[CA-5] before a session one page says whom to call, the last plan and risk; where the client is is said there, without a network, ${kind}`, async () => {
    test.setTimeout(120_000);
    const device = await deviceOf(world, kind, 'clinician');
    const { page } = device;
    await waitForServiceWorker(page);
    const path = await openBefore(device);
    await goOffline(device);
    const calls = page.getByRole('region', { name: 'Whom to call' });
    await expect(calls.getByText('In an emergency')).toBeVisible();
    await expect(calls.locator('a[href^="tel:"]').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Risk' })).toBeVisible();

    const where = page.getByRole('region', { name: 'Where the client is' });
    const state = kind === 'phone' ? 'WA' : 'ID';
    await where.getByLabel('State').selectOption(state);
    await expect(where.getByText('Your record names none there.')).toBeVisible();
    await where.getByLabel('Why you hold it there (optional)').fill('PSYPACT');
    await where.getByRole('button', { name: 'Save' }).click();
    await expect(where.getByText('Saved on this device.')).toBeVisible();
    await expectAccessible(device, `before the session, ${kind}`);

    // The plan is that of the note it names.
    const plan = page.getByRole('region', { name: 'Last plan' });
    const [text = ''] = await plan.locator('p').allInnerTexts();
    await plan.getByRole('link').click();
    await expect(page.getByLabel('What happens next').or(page.getByText(text)).first()).toBeVisible();
    await expect(page.locator('main')).toContainText(text.slice(0, 40));

    await goOnline(device);
    await expectDelivered(device);
    const other = await openSignedIn(world, 'desktop', 'clinician');
    await goTo(other, path);
    await expect(other.page.getByLabel('State', { exact: true })).toHaveValue(state);
    await expect(other.page.getByLabel('Why you hold it there (optional)')).toHaveValue('PSYPACT');
  });

test('the palette begins a new client; put away, the list stands there', async () => {
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a patient, a session or a note' }).fill('new cl');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'New client' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Back' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/pro-dashboard\/patient-charts$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a patient, a session or a note' }).fill('new cl');
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  await sheet.getByLabel('Legal First Name').fill('Orla');
  await sheet.getByLabel('Legal Last Name').fill('Palette');
  await sheet.getByRole('button', { name: 'Make the chart' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orla Palette' })).toBeVisible();
  await expect(sheet).toBeHidden();
  // Who plans for others begins no charts.
  const desk = await openSignedIn(world, 'desktop', 'desk');
  await desk.page.keyboard.press('Control+k');
  await desk.page.getByRole('combobox', { name: 'Find a patient, a session or a note' }).fill('new');
  await expect(desk.page.getByRole('option', { name: 'New session' })).toBeVisible();
  await expect(desk.page.getByRole('option', { name: 'New client' })).toHaveCount(0);
});

import { expect as expectSoon, test, type Page } from '@playwright/test';
import { createWorld, disposeWorld, goOffline, goTo, moveTo, openSignedIn, type World } from '../support/app-states.ts';
import { waitForServiceWorker } from '../support/app-driver.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
// Each width is somebody's first week: a server of its own.
test.beforeEach(async () => {
  world = await createWorld(forAxe);
});
test.afterEach(async () => {
  for (const { problems } of world.devices) expect(problems).toEqual([]);
  await disposeWorld(world);
});

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

for (const kind of kindsOf('first-steps'))
  test(`whoever has no client yet is shown where to begin, makes one without a network and books from the chart, ${kind}`, async () => {
    const device = await openSignedIn(world, kind, 'started');
    const { page } = device;
    await waitForServiceWorker(page);
    // Without the sample there is no session today, whatever day it is.
    await moveTo(device, '/pro-dashboard/patient-charts');
    await page
      .getByRole('link', { name: /Sample/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Remove the sample' }).click();
    await expect(page.getByText('You removed the sample client.')).toBeVisible();
    await goTo(device, '/pro-dashboard/homepage');
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps).toContainText('Your first client is two minutes away.');
    await expectAccessibleHere(device, `first-steps-${kind}`);
    await goOffline(device);
    await steps.getByRole('link', { name: 'Add your first client' }).click();
    const sheet = page.getByRole('dialog', { name: 'New client' });
    await field(page, 'Legal First Name').fill('Signe');
    await field(page, 'Legal Last Name').fill('Aalto');
    await sheet.getByRole('button', { name: 'Make the chart' }).click();
    await expect(sheet).toHaveCount(0);
    await page.getByRole('link', { name: 'Book a session' }).click();
    const booking = page.getByRole('dialog', { name: 'New session' });
    await expect(field(page, 'Client')).toHaveValue('Signe Aalto');
    await booking.getByRole('button', { name: 'Book the session' }).click();
    await expect(page.getByText(/^Signe Aalto, .*Saved on this device\.$/)).toBeVisible();
    await moveTo(device, '/pro-dashboard/homepage');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(steps).toHaveCount(0);
  });

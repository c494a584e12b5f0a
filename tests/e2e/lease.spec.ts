import { expect, test } from '@playwright/test';
import {
  createWorld,
  deviceOf,
  disposeWorld,
  goOffline,
  goTo,
  notePath,
  openSessions,
  openSignedIn,
  planLabel,
  writeIn,
  type World,
} from '../support/app-states.ts';
import { comeBackAfter, reachServer } from './support/long-silence.ts';
import { shareChart } from './support/shared-chart.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

test('[AC-3] after four days without a word, what others shared is closed and named, one’s own is open', async () => {
  const owner = await deviceOf(world, 'desktop', 'clinician');
  const device = await openSignedIn(world, 'desktop', 'colleague');
  const { page } = device;
  const chart = await shareChart(owner, 'said in confidence', 2);
  // Lists put the family name first.
  const [given, family] = [chart.client.split(' ').slice(0, -1).join(' '), chart.client.split(' ').at(-1)];
  const listed = `${family}, ${given}`;
  await goTo(device, chart.chartPath);
  await expect(page.getByRole('main')).toContainText(chart.client);

  await comeBackAfter(device, 4);
  await expect(page.getByText('Shared charts are closed')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(chart.client);
  await page.getByRole('link', { name: 'Patients' }).first().click();
  await expect(page.getByText('Shared charts are closed')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(listed);

  await reachServer(device);
  await expect(page.getByText('Shared charts are closed')).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(listed);
  await device.context.close();
});

test('[AC-3] after a month everything is closed but what was written here and has not been sent', async () => {
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page, context } = device;
  const [session] = await openSessions(device);
  const address = notePath(session ?? '');
  await goTo(device, address);
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await goOffline(device);
  await writeIn(device, planLabel, 'written before the long silence');

  await comeBackAfter(device, 31);
  await expect(page.getByRole('heading', { name: 'Closed until there is a connection' })).toBeVisible();
  await expect(page.getByLabel(planLabel)).toHaveCount(0);
  await page.getByRole('link', { name: 'Open the sync page' }).click();
  await expect(page.getByRole('button', { name: 'Show' })).toBeVisible();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('main')).toContainText('written before the long silence');
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();

  device.proxy.setFault('none');
  await reachServer(device);
  await expect(page.getByText(/^Synced/).first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Patients' }).first().click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await context.close();
});

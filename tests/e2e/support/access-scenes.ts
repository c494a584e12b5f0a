import { goOffline, goTo, moveTo, notePath, planLabel, writeIn, type Device } from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';
import { comeBackAfter, reachServer } from './long-silence.ts';
import { endAccess, shareChart, type SharedChart } from './shared-chart.ts';

export const sharedPictures = [
  'chart-shared-closed',
  'charts-shared-closed',
  'note-access-ended',
  'chart-access-ended',
];

/** What colleagues see of a chart that is shared with them: closed after four days without a word, then gone for good. */
export async function sharedChart(owner: Device, colleagues: readonly Device[]): Promise<void> {
  const chart = await shareChart(owner, 'Sleep diary until Thursday. Call the sister before the weekend.', 2);
  for (const device of colleagues) await sharedClosed(device, chart);
  for (const device of colleagues) {
    // Not anew: the clock stands since it was put right, and a fresh start takes that for one that was set back.
    await moveTo(device, chart.notePath);
    await expect(device.page.getByLabel(planLabel)).toBeVisible();
  }
  await endAccess(owner.page);
  for (const device of colleagues) {
    const ended = device.page.getByText('Your access to this chart has ended');
    await expect(ended).toBeVisible();
    await shoot(device, 'note', 'access-ended');
    await moveTo(device, chart.chartPath);
    await expect(ended).toBeVisible();
    await shoot(device, 'chart', 'access-ended');
  }
}

async function sharedClosed(device: Device, { chartPath, client }: SharedChart): Promise<void> {
  const { page } = device;
  const screen = page.getByRole('main');
  const closed = page.getByText('Shared charts are closed');
  await goTo(device, chartPath);
  await expect(screen).toContainText(client);
  await goOffline(device);
  await comeBackAfter(device, 4);
  await expect(closed).toBeVisible();
  await expectOffline(device);
  await expect(screen).not.toContainText(client);
  await shoot(device, 'chart', 'shared-closed');
  await page.getByRole('link', { name: 'Patients' }).first().click();
  await expect(screen.getByRole('listitem').getByRole('link').first()).toBeVisible();
  await shoot(device, 'charts', 'shared-closed');
  device.proxy.setFault('none');
  await reachServer(device);
  await expect(closed).toHaveCount(0);
}

export const closedPictures = ['closed-normal', 'sync-closed'];

/** After a month without a word everything is closed but what was written here and has not been sent. */
export async function allClosed(device: Device, appointmentId: string): Promise<void> {
  const { page } = device;
  await goTo(device, notePath(appointmentId));
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await goOffline(device);
  await writeIn(device, planLabel, 'Sleep diary until Friday. Write to the sister instead of calling.');
  await comeBackAfter(device, 31);
  await expect(page.getByRole('heading', { name: 'Closed until there is a connection' })).toBeVisible();
  await expectOffline(device);
  await shoot(device, 'closed', 'normal');
  await page.getByRole('link', { name: 'Open the sync page' }).click();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  await shoot(device, 'sync', 'closed');
}

/** Until then the device shows what it last knew: that there was a connection. */
async function expectOffline({ page }: Device): Promise<void> {
  await expect(page.getByTestId('sync-indicator')).toContainText('Offline');
}

import { test } from '@playwright/test';
import { waitForServiceWorker } from '../support/app-driver.ts';
import {
  closeOthers,
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  moveTo,
  notePath,
  openSessions,
  openSignedIn,
  people,
  planLabel,
  type World,
} from '../support/app-states.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
import { expect } from './support/camera.ts';
import { halfOf } from './support/kinds.ts';
import { browsers, confirmBy, deviceLine, logInAgain, openDevices, usualName, writeOnLost } from './support/devices.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld({ ...forAxe, locale: 'en-US' });
});
test.afterAll(() => disposeWorld(world));
test.afterEach(() => closeOthers(world));

const kinds = [
  ['phone', 'Chrome on Windows', 'Edge on Windows'],
  ['desktop', 'Chrome on Android', 'Firefox on Android'],
] as const;

for (const [kind, name, lostName] of halfOf('devices', kinds)) {
  const otherKind = kind === 'phone' ? 'desktop' : 'phone';
  test(`[DV-1, DV-2] another device is put away by its name and asks for the password; this one goes on, ${kind}`, async () => {
    const mine = await openSignedIn(world, kind, 'colleague');
    const other = await openSignedIn(world, otherKind, 'colleague', { userAgent: browsers[name] });
    await waitForServiceWorker(mine.page);
    const { page } = mine;
    await openDevices(mine);
    const own = deviceLine(page, `${usualName}, this device`);
    await expect(own).toContainText('Logged in now.');
    await expect(own.getByRole('button')).toHaveCount(0);
    const line = deviceLine(page, name).filter({ hasText: 'Logged in.' });
    await expect(line).toHaveCount(1);
    await expectAccessibleHere(mine, 'devices');
    await line.getByRole('button', { name: 'Log out there' }).click();
    await expect(page.getByRole('dialog')).toContainText('goes out with the next login');
    await page.getByRole('dialog').getByRole('button', { name: 'Log out there' }).click();
    await expect(page.getByText(`${name} asks for the password now.`)).toBeVisible();
    await expect(line).toHaveCount(0);

    await expect(other.page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeVisible({ timeout: 40_000 });
    await logInAgain(other, people.colleague);
    await expectDelivered(other);
    await expect(page.getByTestId('sync-indicator')).toContainText('Synced');
  });

  test(`[DV-1] without a connection the list says so in place, and comes with it, ${kind}`, async () => {
    const mine = await openSignedIn(world, kind, 'colleague');
    const { page } = mine;
    await waitForServiceWorker(page);
    await moveTo(mine, '/pro-dashboard/settings/security');
    await page.getByRole('button', { name: 'Devices' }).click();
    await expect(deviceLine(page, `${usualName}, this device`)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await goOffline(mine);
    await page.getByRole('button', { name: 'Devices' }).click();
    await expect(page.getByRole('dialog')).toContainText('The list of devices needs a connection.');
    await expectAccessibleHere(mine, 'devices-offline');
    await goOnline(mine);
    await expect(deviceLine(page, `${usualName}, this device`)).toBeVisible();
  });

  test(`[DV-3, DV-4, DV-5] what is written on a device reported lost waits for a decision, and goes in once it is let through, ${kind}`, async () => {
    const who = kind === 'phone' ? 'clinician' : 'colleague';
    const email = people[who];
    const mine = await openSignedIn(world, kind, who);
    const [appointmentId = ''] = await openSessions(mine);
    const other = await openSignedIn(world, otherKind, who, { userAgent: browsers[lostName] });
    const { page } = mine;
    await goTo(mine, '/pro-dashboard/homepage');
    await openDevices(mine);
    await deviceLine(page, lostName).first().getByRole('button', { name: 'Report lost' }).click();
    await confirmBy(page, 'Report it lost', 'not the password');
    await expect(page.getByRole('alert')).toContainText('That password is not right.');
    await expectAccessibleHere(mine, 'device-lost');
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();

    const text = `Found on the lost device, ${kind}.`;
    await writeOnLost({ mine, other, name: lostName }, { email, appointmentId, text });
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'See devices' }).click();
    const line = deviceLine(page, lostName).filter({ hasText: 'Reported lost' });
    await expect(line).toContainText('Written on a device you reported lost');
    await line.getByRole('button', { name: 'I have it again' }).click();
    await confirmBy(page, 'I have it again');
    await expect(page.getByRole('alert')).toContainText('Please decide first');
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();

    await line.getByRole('button', { name: /^Look at/ }).click();
    const changes = page.getByRole('list', { name: 'Held changes' }).getByRole('checkbox');
    await expect(changes.first()).toBeVisible();
    await expect(page.getByRole('list', { name: 'Held changes' })).toContainText(/: .*Received/s);
    await expectAccessibleHere(mine, 'device-held');
    for (const change of await changes.all()) await change.check();
    await confirmBy(page, (await changes.count()) > 1 ? `Let all ${await changes.count()} through` : 'Let it through');
    await expect(page.getByRole('dialog')).toContainText(/\d+ went in\./);
    await expect(line).toContainText('Nothing waits for that');
    await line.getByRole('button', { name: 'I have it again' }).click();
    await confirmBy(page, 'I have it again');
    await expect(page.getByText('is one of your devices again.')).toBeVisible();
    await expect(line).toHaveCount(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await moveTo(mine, notePath(appointmentId));
    await expect(page.getByLabel(planLabel)).toHaveValue(text);
  });
}

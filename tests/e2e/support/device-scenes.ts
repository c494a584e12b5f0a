import {
  goOffline,
  goOnline,
  goTo,
  openSessions,
  openSignedIn,
  people,
  type Device,
  type World,
} from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';
import { browsers, confirmBy, deviceLine, openDevices, writeOnLost } from './devices.ts';

export const devicePictures = [
  'devices-entry',
  'devices-normal',
  'devices-offline',
  'devices-put-away',
  'devices-put-away-done',
  'devices-lost-refused',
  'devices-lost-waiting',
  'devices-held',
  'devices-found',
];

/** Where one has logged in: put away, lost, what came from it since, and found again. */
export async function deviceScreens(world: World, kind: Device['kind']): Promise<void> {
  const who = kind === 'phone' ? 'clinician' : 'colleague';
  const otherKind = kind === 'phone' ? 'desktop' : 'phone';
  const name = kind === 'phone' ? 'Chrome on Windows' : 'Chrome on Android';
  const mine = await openSignedIn(world, kind, who);
  const { page } = mine;
  const sheet = page.getByRole('dialog');
  const back = () => sheet.getByRole('button', { name: 'Back' }).click();
  const [appointmentId = ''] = await openSessions(mine);
  const other = await openSignedIn(world, otherKind, who, { userAgent: browsers[name] });
  const line = deviceLine(page, name).first();
  await goTo(mine, '/pro-dashboard/homepage');
  await openDevices(mine);
  await back();
  await page.getByRole('button', { name: 'See devices' }).scrollIntoViewIfNeeded();
  await shoot(mine, 'devices', 'entry');
  await goOffline(mine);
  await page.getByRole('button', { name: 'See devices' }).click();
  await expect(sheet).toContainText('The list of devices needs a connection.');
  await shoot(mine, 'devices', 'offline');
  await goOnline(mine);
  await expect(line).toBeVisible();
  await shoot(mine, 'devices', 'normal');
  await line.getByRole('button', { name: 'Log out there' }).click();
  await shoot(mine, 'devices', 'put-away');
  await back();
  await line.getByRole('button', { name: 'Report lost' }).click();
  await confirmBy(page, 'Report it lost', 'not the password');
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(mine, 'devices', 'lost-refused');
  await back();
  const text = 'See how the week with the diary went.';
  await writeOnLost({ mine, other, name }, { email: people[who], appointmentId, text });
  await back();
  await page.getByRole('button', { name: 'See devices' }).click();
  await expect(line).toContainText('Written on a device you reported lost');
  await shoot(mine, 'devices', 'lost-waiting');
  await line.getByRole('button', { name: /^Look at/ }).click();
  await page.getByRole('checkbox').first().check();
  await shoot(mine, 'devices', 'held');
  await back();
  await line.getByRole('button', { name: 'I have it again' }).click();
  await confirmBy(page, 'I have it again');
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(mine, 'devices', 'found');
  await back();
  await line.getByRole('button', { name: 'Log out there' }).click();
  await sheet.getByRole('button', { name: 'Log out there' }).click();
  await expect(sheet).toContainText('asks for the password now.');
  await shoot(mine, 'devices', 'put-away-done');
  for (const { context } of [mine, other]) await context.close();
}

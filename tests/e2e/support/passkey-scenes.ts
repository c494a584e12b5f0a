import { demoPassword, signIn } from '../../support/app-driver.ts';
import { lockNow, people, type Device, type World } from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';
import { operator } from './operator.ts';
import { deviceWithFinger } from './passkey-device.ts';

export const passkeyPictures = [
  'waits-for-approval-normal',
  'passkey-offer-normal',
  'passkey-normal',
  'passkey-refused',
  'passkey-on',
  'locked-passkey',
];

/** Waiting for the approval, and the device's own way to unlock: offered, turned on, met after a lock. */
export async function passkeyScreens(world: World, kind: Device['kind']): Promise<void> {
  operator(world, '--find', people.joined, '--set', 'profile_approved_to_use_the_platform=false');
  const device = await deviceWithFinger(world, kind);
  const { page, home } = device;
  await signIn(page, home, people.joined);
  await expect(page.getByText('Your registration is being looked at')).toBeVisible({ timeout: 30_000 });
  await shoot(device, 'waits-for-approval', 'normal');
  operator(world, '--find', people.joined, '--approve');
  for (const _time of ['once', 'again']) {
    await lockNow(device);
    await page.getByLabel('Password').fill(demoPassword);
    await page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(page.getByTestId('sync-indicator')).toBeVisible({ timeout: 20_000 });
  }
  await expect(page.getByRole('button', { name: 'Turn it on' })).toBeVisible();
  await shoot(device, 'passkey-offer', 'normal');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  const sheet = page.getByRole('dialog', { name: 'Unlock without the password' });
  const password = sheet.getByLabel('Password', { exact: true });
  await password.fill(demoPassword);
  await shoot(device, 'passkey', 'normal');
  await password.fill('not the password');
  await sheet.getByRole('button', { name: 'Turn on' }).click();
  await expect(sheet.getByText('That password is not right.')).toBeVisible({ timeout: 20_000 });
  await shoot(device, 'passkey', 'refused');
  await password.fill(demoPassword);
  await sheet.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('This device opens without the password now.')).toBeVisible({ timeout: 20_000 });
  await shoot(device, 'passkey', 'on');
  await page.getByRole('button', { name: 'Done' }).click();
  await lockNow(device);
  await expect(page.getByRole('button', { name: 'Unlock without the password' })).toBeVisible();
  await shoot(device, 'locked', 'passkey');
  await device.context.close();
}

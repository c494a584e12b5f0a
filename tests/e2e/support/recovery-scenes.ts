import { openDevice, openSignedIn, people, type Device, type World } from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';
import { linkIn, waitForMail } from './mailbox.ts';

export const recoveryPictures = [
  'forgot-normal',
  'forgot-empty',
  'forgot-sent',
  'forgot-offline',
  'reset-normal',
  'reset-neither',
  'reset-refused',
  'reset-end',
  'keys-renewed-normal',
  'security-normal',
  'security-offline',
  'change-password-normal',
  'change-password-refused',
  'recovery-code-normal',
  'recovery-code-again',
  'change-email-normal',
  'new-email-normal',
  'new-email-refused',
  'old-email-normal',
];

const someToken = 'A'.repeat(43);

/** A forgotten password from the first question to the new one, and what else opens an account. */
export async function recoveryScreens(world: World, kind: Device['kind']): Promise<void> {
  const own = await openSignedIn(world, kind, 'colleague');
  await security(own);
  const device = await openDevice(world, kind);
  const { page, origin } = device;
  await page.goto(`${origin}/reset-password`);
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible();
  await shoot(device, 'forgot', 'normal');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Please fill out all')).toBeVisible();
  await shoot(device, 'forgot', 'empty');
  await page.getByLabel('Email').fill(people.colleague);
  device.proxy.setFault('reset');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'forgot', 'offline');
  device.proxy.setFault('none');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await shoot(device, 'forgot', 'sent');
  const link = linkIn(
    await waitForMail(world, people.colleague, 'Choose a new password for Orchid'),
    '/reset-password',
  );
  await own.page.goto(link.replace(origin, own.origin));
  await expect(own.page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await own.page.getByLabel('New password', { exact: true }).fill('weak');
  await shoot(own, 'reset', 'normal');
  await own.page.getByRole('button', { name: 'Save new password' }).click();
  await expect(own.page.getByText('Password must be at least 10 characters')).toBeVisible();
  await shoot(own, 'reset', 'refused');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('Tall-grass-42');
  await shoot(device, 'reset', 'neither');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page).toHaveURL(/pro-dashboard/);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'reset', 'end');
  await page.goto(`${origin}/confirm-new-email#${someToken}`);
  await expect(page.getByRole('button', { name: 'Use this address' })).toBeVisible();
  await shoot(device, 'new-email', 'normal');
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'new-email', 'refused');
  await page.goto(`${origin}/restore-email#${someToken}`);
  await expect(page.getByRole('button', { name: 'Keep this address' })).toBeVisible();
  await shoot(device, 'old-email', 'normal');
  await renewed(own);
  await device.context.close();
  await own.context.close();
}

/** The device that was signed in before the keys were new. */
async function renewed(device: Device): Promise<void> {
  const { page, origin } = device;
  await page.goto(`${origin}/login`);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.getByLabel('Email').fill(people.colleague);
  await page.getByLabel('Password', { exact: true }).fill('Tall-grass-42');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('locked with your old password')).toBeVisible();
  await shoot(device, 'keys-renewed', 'normal');
}

async function security(device: Device): Promise<void> {
  const { page } = device;
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Password and recovery' }).click();
  };
  await open();
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await shoot(device, 'security', 'normal');
  await page.getByRole('button', { name: 'Change password' }).click();
  await shoot(device, 'change-password', 'normal');
  await page.getByLabel('Current password', { exact: true }).fill('something else');
  await page.getByLabel('New password', { exact: true }).fill('Tall-grass-42');
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'change-password', 'refused');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Make a recovery code' }).click();
  await expect(page.getByRole('list', { name: 'Recovery code' })).toBeVisible();
  await shoot(device, 'recovery-code', 'normal');
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await shoot(device, 'recovery-code', 'again');
  await page.getByRole('button', { name: 'Show it again' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Change email' }).click();
  await shoot(device, 'change-email', 'normal');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  device.proxy.setFault('reset');
  await open();
  await expect(page.getByText('needs a connection').or(page.getByText('gave no answer'))).toBeVisible();
  await shoot(device, 'security', 'offline');
  device.proxy.setFault('none');
  await page.getByRole('button', { name: 'Done' }).click();
}

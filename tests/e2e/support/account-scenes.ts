import { endSessions } from './end-sessions.ts';
import { demoPassword, unlock } from '../../support/app-driver.ts';
import {
  expectDelivered,
  goOffline,
  goTo,
  lockNow,
  notePath,
  openSignedIn,
  planLabel,
  writeIn,
  type Device,
  type World,
} from '../../support/app-states.ts';
import { failNextWorker, makeStorageUnreadable, openUnreadable } from './broken-device.ts';
import { expect, shoot } from './camera.ts';
import { longWord } from './long-words.ts';

export const signedOutPictures = [
  'public-home-normal',
  'public-home-login-dialog',
  'register-dialog-empty',
  'register-dialog-refused',
  'register-dialog-offline-long',
  'page-not-found-normal',
  'get-started-normal',
  'sign-in-normal',
  'sign-in-empty',
  'sign-in-wrong',
  'sign-in-slow',
  'sign-in-offline-long',
];

/** Registration over a public page: empty, what is missing said, and without a network. */
async function registerDialog(device: Device): Promise<void> {
  const { page } = device;
  await page.getByRole('banner').getByRole('button', { name: 'Register' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('First name')).toBeVisible();
  await shoot(device, 'register-dialog', 'empty');
  const register = dialog.getByRole('button', { name: 'Register' });
  await register.click();
  await expect(dialog.getByText('Please confirm that you are over 18 and agree')).toBeVisible();
  await shoot(device, 'register-dialog', 'refused');
  await dialog.getByLabel('First name').fill(longWord);
  await dialog.getByLabel('Email').fill(`${longWord.toLowerCase()}@member.test`);
  await dialog.getByLabel('Password', { exact: true }).fill('Tall-grass-42');
  await dialog.getByRole('checkbox', { name: /I am over 18/ }).check();
  device.proxy.setFault('reset');
  await register.click();
  await expect(dialog.getByText(/no connection/i)).toBeVisible();
  await shoot(device, 'register-dialog', 'offline-long');
  device.proxy.setFault('none');
}

/** What a stranger sees, and every answer that the sign-in can get. */
export async function signedOut(device: Device): Promise<void> {
  const { page } = device;
  await goTo(device, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(device, 'public-home', 'normal');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
  await shoot(device, 'public-home', 'login-dialog');
  await page.keyboard.press('Escape');
  await registerDialog(device);
  await goTo(device, '/nothing-here');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await shoot(device, 'page-not-found', 'normal');
  await goTo(device, '/get-started');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(device, 'get-started', 'normal');
  await goTo(device, '/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await shoot(device, 'sign-in', 'normal');
  const logIn = page.getByRole('button', { name: 'Log in' });
  await logIn.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'sign-in', 'empty');
  await page.getByLabel('Email').fill('clinician@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await logIn.click();
  await expect(page.getByRole('alert')).toContainText('Incorrect');
  await shoot(device, 'sign-in', 'wrong');
  device.proxy.setFault('black-hole');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await logIn.click();
  await expect(page.getByText('No answer yet')).toBeVisible();
  await shoot(device, 'sign-in', 'slow');
  device.proxy.setFault('reset');
  await expect(page.getByText('No connection')).toBeVisible();
  await page.getByLabel('Email').fill(`${longWord.toLowerCase()}@demo.test`);
  await page.getByRole('button', { name: 'Show password' }).click();
  await logIn.click();
  await expect(page.getByText('No connection')).toBeVisible();
  await shoot(device, 'sign-in', 'offline-long');
  device.proxy.setFault('none');
}

export const signInAgainPictures = ['sign-in-again-bar', 'sign-in-again-dialog'];

/** The server no longer knows the session: work goes on, sending waits for a sign-in. */
export async function signInAgain(device: Device, appointmentId: string): Promise<void> {
  const { page } = device;
  await goTo(device, notePath(appointmentId));
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await expectDelivered(device);
  await endSessions(device.origin, 'clinician@demo.test');
  await writeIn(device, planLabel, 'Sleep diary until Thursday.');
  const logIn = page.getByRole('main').getByRole('button', { name: 'Log in' });
  await expect(logIn).toBeVisible({ timeout: 40_000 });
  await shoot(device, 'sign-in-again', 'bar');
  await logIn.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email')).toBeVisible();
  await shoot(device, 'sign-in-again', 'dialog');
  await dialog.getByLabel('Email').fill('clinician@demo.test');
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog).toHaveCount(0);
  await expectDelivered(device);
}

export const memberPictures = [
  'member-home-normal',
  'my-sessions-normal',
  'my-sessions-offline',
  'member-home-offline',
];

/** A client with sessions to come. */
export async function member(world: World, kind: Device['kind']): Promise<void> {
  const device = await openSignedIn(world, kind, 'member');
  const { page } = device;
  await goTo(device, '/member-dashboard/homepage');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(device, 'member-home', 'normal');
  await goTo(device, '/member-dashboard/sessions');
  await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible();
  await shoot(device, 'my-sessions', 'normal');
  await goOffline(device);
  await shoot(device, 'my-sessions', 'offline');
  await page.getByRole('link', { name: 'Orchid home' }).click();
  await expect(page.getByText('Your next session')).toBeVisible();
  await shoot(device, 'member-home', 'offline');
  await device.context.close();
}

export const newcomerPictures = ['member-home-empty', 'my-sessions-empty', 'log-out-normal'];

/** A client for whom nothing is planned. */
export async function newcomer(world: World, kind: Device['kind']): Promise<void> {
  const device = await openSignedIn(world, kind, 'newcomer');
  const { page } = device;
  await goTo(device, '/member-dashboard/homepage');
  await expect(page.getByRole('heading', { name: 'No session is planned' })).toBeVisible();
  await shoot(device, 'member-home', 'empty');
  await goTo(device, '/member-dashboard/sessions');
  await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible();
  await shoot(device, 'my-sessions', 'empty');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByText('Everything is on the server.')).toBeVisible();
  await shoot(device, 'log-out', 'normal');
  await device.context.close();
}

export const brokenDevicePictures = [
  'unlock-failed',
  'schedule-unreadable',
  'log-out-unreadable',
  'log-out-unreadable-discard',
  'start-unreadable',
];

/** A device whose parts fail: what unlocks cannot be loaded, what lies there cannot be read. */
export async function brokenDevice(world: World, kind: Device['kind']): Promise<void> {
  const device = await openSignedIn(world, kind, 'clinician');
  const { page } = device;
  await lockNow(device);
  await failNextWorker(device);
  await unlock(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'unlock', 'failed');
  await unlock(page);
  await expectDelivered(device);
  await makeStorageUnreadable(device);
  await page.getByRole('link', { name: 'Patients' }).click();
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'schedule', 'unreadable');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Lock and keep' })).toBeVisible();
  await shoot(device, 'log-out', 'unreadable');
  await page.getByRole('button', { name: 'Discard…' }).click();
  await expect(page.getByLabel('to confirm')).toBeVisible();
  await shoot(device, 'log-out', 'unreadable-discard');
  await openUnreadable(device);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This device could not be opened' })).toBeVisible();
  await shoot(device, 'start', 'unreadable');
  // That its storage cannot be read is what this scene is about.
  device.problems.length = 0;
  await device.context.close();
}

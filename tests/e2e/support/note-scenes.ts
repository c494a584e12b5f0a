import { demoPassword } from '../../support/app-driver.ts';
import {
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  lockNow,
  makeRefused,
  makeTwoVersions,
  moveTo,
  notePath,
  planLabel,
  pressSign,
  writeIn,
  type Device,
} from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';
import { addQuotaSwitch, makeNotSaved, setDiskFull } from './disk-full.ts';
import { longText, longWord } from './long-words.ts';

export const offlinePictures = [
  'note-editor-normal',
  'note-editor-offline',
  'note-editor-long',
  'note-editor-sign',
  'sync-offline',
  'pro-home-offline',
  'schedule-day-offline',
  'charts-offline',
  'session-detail-offline',
  'log-out-unsent',
  'log-out-discard',
  'unlock-waiting',
  'unlock-wrong',
  'unlock-normal',
];

/** A note that is written without a network, what other screens say of it, and the lock. */
export async function offlineStates(device: Device, appointmentId: string): Promise<void> {
  const { page } = device;
  await goTo(device, notePath(appointmentId));
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await shoot(device, 'note-editor', 'normal');
  await goOffline(device);
  await writeIn(device, 'Focus of the session', `${longWord} and what it was like to say it aloud`);
  await writeIn(device, planLabel, longText);
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(device, 'note-editor', 'offline');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await shoot(device, 'note-editor', 'long');
  await pressSign(device);
  await expect(page.getByRole('button', { name: 'Sign and seal' })).toBeVisible();
  await shoot(device, 'note-editor', 'sign');
  await page.getByRole('button', { name: 'Go on writing' }).click();
  for (const [screen, target, heading] of [
    ['sync', '/pro-dashboard/sync', 'On this device'],
    ['pro-home', '/pro-dashboard/homepage', 'Notes to finish'],
    ['schedule-day', '/pro-dashboard/schedule', 'Today'],
    ['charts', '/pro-dashboard/patient-charts', 'Patients'],
    ['session-detail', `/pro-dashboard/schedule/${appointmentId}`, 'Note'],
  ] as const) {
    await moveTo(device, target);
    await page.getByRole('heading', { name: heading }).waitFor();
    await shoot(device, screen, 'offline');
  }
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Lock and keep' })).toBeVisible();
  await shoot(device, 'log-out', 'unsent');
  await page.getByRole('button', { name: 'Discard…' }).click();
  await expect(page.getByLabel('to confirm')).toBeVisible();
  await shoot(device, 'log-out', 'discard');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await lockNow(device);
  await shoot(device, 'unlock', 'waiting');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'unlock', 'wrong');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByTestId('sync-indicator')).toContainText('Offline');
  await goOnline(device);
  await expectDelivered(device);
  await lockNow(device);
  await shoot(device, 'unlock', 'normal');
  // A session that has begun again registers its keys: from there on a reload asks for no password.
  const begun = page.waitForResponse((response) => response.url().endsWith('/api/sync/v1/deposit_key'));
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await begun;
  await expectDelivered(device);
}

export const twoVersionsPictures = ['two-versions-normal', 'two-versions-merge', 'two-versions-not-yet'];

/** Two devices wrote the same field at once. */
export async function twoVersions(away: Device, here: Device, appointmentId: string): Promise<void> {
  await makeTwoVersions(away, here, appointmentId, {
    away: 'Sleep diary until Thursday. Call the sister before the weekend, with the sentence we practised. Next session on the same day.',
    here: 'Sleep diary until Friday. Write to the sister instead of calling, with the sentence we practised. Next session on the same day.',
  });
  for (const device of [away, here]) {
    await device.page.getByRole('button', { name: 'Keep this' }).last().scrollIntoViewIfNeeded();
    await shoot(device, 'two-versions', 'normal');
    await device.page.getByRole('button', { name: 'Write one from both' }).click();
    await device.page.getByRole('button', { name: 'Keep this text' }).scrollIntoViewIfNeeded();
    await shoot(device, 'two-versions', 'merge');
    await device.page.getByRole('button', { name: 'Back' }).click();
    await pressSign(device);
    await expect(device.page.getByRole('dialog')).toBeVisible();
    await shoot(device, 'two-versions', 'not-yet');
    await device.page.getByRole('button', { name: 'Go on writing' }).click();
  }
}

export const refusedPictures = [
  'signed-note-refused',
  'sync-refused',
  'pro-home-refused',
  'schedule-day-refused',
  'sync-refused-long',
  'sync-discard',
];

/** An edit of a note that another device has signed meanwhile. */
export async function refused(away: Device, here: Device, appointmentId: string): Promise<void> {
  await makeRefused(away, here, appointmentId, `${longText}\n\n${longWord}`);
  const { page } = away;
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(away, 'signed-note', 'refused');
  for (const [screen, target] of [
    ['sync', '/pro-dashboard/sync'],
    ['pro-home', '/pro-dashboard/homepage'],
    ['schedule-day', '/pro-dashboard/schedule'],
  ] as const) {
    await goTo(away, target);
    await expect(page.getByTestId('sync-indicator')).toContainText('Needs attention');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    await shoot(away, screen, 'refused');
  }
  await goTo(away, '/pro-dashboard/sync');
  await page.getByRole('button', { name: 'Show the whole text' }).click();
  await shoot(away, 'sync', 'refused-long');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(away, 'sync', 'discard');
  await page.getByRole('button', { name: 'Discard' }).last().click();
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced');
}

export const notSavedPictures = [
  'note-editor-not-saved',
  'note-editor-leave',
  'log-out-not-saved',
  'unlock-not-saved',
  'left-texts-normal',
  'left-texts-charts',
  'sync-no-room',
];

/** Text that the device has no room for: said where it is, kept over leaving and a lock, saved when there is room. */
export async function notSaved(device: Device, appointmentId: string): Promise<void> {
  const { page } = device;
  await addQuotaSwitch(device);
  await makeNotSaved(device, appointmentId, longText);
  await shoot(device, 'note-editor', 'not-saved');
  await page.getByRole('link', { name: device.kind === 'phone' ? 'Calendar' : 'Patients' }).click();
  await expect(page.getByRole('heading', { name: 'This text is not saved on this device' })).toBeVisible();
  await shoot(device, 'note-editor', 'leave');
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Some text is not saved on this device' })).toBeVisible();
  await shoot(device, 'log-out', 'not-saved');
  await page.getByRole('button', { name: 'Stay' }).click();
  await lockNow(device);
  await expect(page.getByText('Some text could not be saved before the lock.')).toBeVisible();
  await shoot(device, 'unlock', 'not-saved');
  // Elsewhere when it opens again: the text has no editor to go back to.
  await moveTo(device, '/pro-dashboard/homepage');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Text of a note is not saved' })).toBeVisible();
  await shoot(device, 'left-texts', 'normal');
  await page.getByRole('link', { name: 'Patients' }).click();
  await expect(page.getByRole('heading', { name: 'Patients', exact: true })).toBeVisible();
  await shoot(device, 'left-texts', 'charts');
  await moveTo(device, '/pro-dashboard/sync');
  await expect(page.getByRole('heading', { name: 'On this device' })).toBeVisible();
  await shoot(device, 'sync', 'no-room');
  await setDiskFull(device, false);
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Text of a note is not saved' })).toHaveCount(0);
  await expectDelivered(device);
}

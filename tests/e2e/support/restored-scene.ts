import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { restoreBackup } from '../../../server/backup/restore-backup.ts';
import { takeBackup } from '../../../server/backup/take-backup.ts';
import { systemClock, systemRandom } from '../../../server/system-ports.ts';
import { demoPassword } from '../../support/app-driver.ts';
import {
  expectDelivered,
  goTo,
  moveTo,
  notePath,
  people,
  planLabel,
  writeIn,
  type Device,
  type World,
} from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';

export const restoredPictures = ['sync-restored'];

/**
 * The server is put back to a backup that is older than what the devices have delivered. It ends every session, so it
 * comes last in its world.
 */
export async function restored({ server }: World, devices: readonly Device[], appointmentId: string): Promise<void> {
  const { dataDir } = server;
  const to = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-backup-')), 'backup');
  await takeBackup({ dataDir, to, clock: systemClock });
  const [writer] = devices;
  if (writer === undefined) return;
  await goTo(writer, notePath(appointmentId));
  await writeIn(writer, planLabel, 'Delivered after the backup.');
  await expectDelivered(writer);

  await server.stop();
  const { before } = await restoreBackup({ from: to, dataDir, random: systemRandom, clock: systemClock });
  for (const left of [path.dirname(to), before]) if (left !== null) fs.rmSync(left, { recursive: true });
  await server.start();

  for (const device of devices) {
    const { page } = device;
    await signInOver(device);
    await moveTo(device, '/pro-dashboard/sync');
    await expect(page.getByText('The server was put back to an earlier state')).toBeVisible();
    await expect(page.getByRole('button', { name: 'I have read this' })).toBeVisible();
    await shoot(device, 'sync', 'restored');
  }
}

/** The restored server knows no session: the open page says so, and the sign-in lies over it. */
async function signInOver({ page }: Device): Promise<void> {
  const logIn = page.getByRole('main').getByRole('button', { name: 'Log in' });
  await expect(logIn).toBeVisible({ timeout: 60_000 });
  await logIn.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(people.clinician);
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog).toHaveCount(0);
}

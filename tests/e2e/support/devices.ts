import type { Locator, Page } from '@playwright/test';
import { demoPassword } from '../../support/app-driver.ts';
import { planLabel, writeIn, goTo, notePath, type Device } from '../../support/app-states.ts';
import { expect } from './camera.ts';

const engine = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0';

/** Browsers that say so of themselves, by what they are called in the list: each of its own name, to be told apart there. */
export const browsers = {
  'Chrome on Android': `Mozilla/5.0 (Linux; Android 10; K) ${engine} Mobile Safari/537.36`,
  'Chrome on Windows': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Safari/537.36`,
  'Firefox on Android': 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0',
  'Edge on Windows': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Safari/537.36 Edg/156.0.0.0`,
} as const;
export type BrowserName = keyof typeof browsers;
/** What a browser of these tests is called otherwise. */
export const usualName = 'Chrome on Linux';

/** The list of devices, from the account menu. */
export async function openDevices({ page }: Pick<Device, 'page'>): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Password and recovery' }).click();
  await page.getByRole('button', { name: 'See devices' }).click();
}

/** One device of the list, by what it is called. */
export function deviceLine(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Devices' }).getByRole('listitem', { name, exact: true });
}

/** Types the password into the open sheet and presses this button. */
export async function confirmBy(page: Page, button: string, password = demoPassword): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Password', { exact: true }).fill(password);
  await sheet.getByRole('button', { name: button, exact: true }).click();
}

/** The server no longer knows this device: it says so where one works, and takes the password there. */
export async function logInAgain({ page }: Pick<Device, 'page'>, email: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Reports the other device lost, signs in there again all the same, and writes on it: what it sends is held. */
export async function writeOnLost(
  on: { readonly mine: Device; readonly other: Device; readonly name: BrowserName },
  given: { readonly email: string; readonly appointmentId: string; readonly text: string },
): Promise<void> {
  const { mine, other, name } = on;
  await goTo(other, notePath(given.appointmentId));
  await expect(other.page.getByLabel(planLabel)).toBeVisible();
  await deviceLine(mine.page, name).getByRole('button', { name: 'Report lost' }).click();
  await confirmBy(mine.page, 'Report it lost');
  await expect(mine.page.getByText('is logged out, and what comes from it is held.')).toBeVisible();
  await logInAgain(other, given.email);
  const held = other.page.waitForResponse(
    async (response) => response.url().endsWith('/sync/v1/push') && (await response.text()).includes('quarantined'),
    { timeout: 30_000 },
  );
  await writeIn(other, planLabel, given.text);
  await held;
}

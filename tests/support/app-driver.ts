import { expect, type Page } from '@playwright/test';

export const demoPassword = 'Orchid-demo-26!';

/** Signs in on the sign-in page and waits until the first sync is complete. */
export async function signIn(page: Page, origin: string, email: string, password = demoPassword): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  const synced = page.getByTestId('sync-indicator').filter({ hasText: 'Synced' });
  // Looked for ten times a second: an expectation by itself looks once, after a while, and that adds up over a run.
  await expect.poll(() => synced.count(), { timeout: 30_000, intervals: [100] }).toBe(1);
}

/** Waits until the service worker is installed and every file of the shell is on the device. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** Unlocks the sealed replica with the password. */
export async function unlock(page: Page, password = demoPassword): Promise<void> {
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

/** A deep link to the note of a session of today that is over and not signed. */
export async function findOpenNote(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/pro-dashboard/schedule`);
  const link = page.getByRole('link', { name: /Write note/ }).first();
  await link.click();
  await page.waitForURL(/\/pro-dashboard\/sessions\/[^/]+\/note/);
  return page.url();
}

/** Words that no note of the demo practice has, so that finding them means finding this note. */
export function longNote(words: number): string {
  const bank = [
    'Zebrafinch',
    'quartz',
    'harbour',
    'kestrel',
    'marigold',
    'lantern',
    'granite',
    'willow',
    'sextant',
    'amber',
  ];
  return Array.from({ length: words }, (_, index) => `${bank[index % bank.length]}${index}`).join(' ');
}

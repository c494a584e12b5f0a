import { expect, test, type Page } from '@playwright/test';
import { demoPassword, findOpenNote, longNote, signIn, unlock, waitForServiceWorker } from '../support/app-driver.ts';
import { BrowserProcess, desktop } from '../support/browser-process.ts';
import { endSessions } from './support/end-sessions.ts';
import { openBeside } from './support/sync-event.ts';
import { ServerProcess } from '../support/server-process.ts';

const planLabel = 'What happens next';
const text = longNote(6);

/** Lets a test take away the room for new changes, in this page alone. */
async function addQuotaSwitch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function failing(this: IDBObjectStore, ...args: Parameters<typeof put>) {
      const isFull = 'isDiskFull' in window && window.isDiskFull === true;
      if (isFull && ['outbox', 'overlay', 'attention'].includes(this.name))
        throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, args);
    };
  });
}

const setDiskFull = (page: Page, isFull: boolean): Promise<void> =>
  page.evaluate((value) => void Object.assign(window, { isDiskFull: value }), isFull);

test('[NS-1, NS-2] text that the device cannot keep outlives leaving and a lock, and is saved when there is room', async () => {
  const server = await ServerProcess.createSeeded();
  await server.start();
  const browser = new BrowserProcess(desktop);
  try {
    const context = await browser.start();
    const page = await context.newPage();
    await addQuotaSwitch(page);
    await signIn(page, server.origin, 'clinician@demo.test');
    await findOpenNote(page, server.origin);
    await setDiskFull(page, true);
    await page.getByLabel(planLabel).focus();
    await page.keyboard.insertText(text);
    const foot = page.getByRole('alert').filter({ hasText: 'Not saved on this device' });
    await expect(foot).toContainText('There is no room left on this device.');
    await expect(foot.getByRole('button', { name: 'Copy text' })).toBeVisible();

    await page.getByRole('link', { name: 'Patients' }).click();
    await expect(page.getByRole('heading', { name: 'This text is not saved on this device' })).toBeVisible();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page.getByLabel(planLabel)).toHaveValue(text);

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Lock now' }).click();
    await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
    await expect(page.getByText('Some text could not be saved before the lock.')).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
    await unlock(page);
    await expect(page.getByLabel(planLabel)).toHaveValue(text);

    await setDiskFull(page, false);
    await expect(page.getByText(/^Saved on this device/)).toBeVisible({ timeout: 12_000 });
    await page.reload();
    await expect(page.getByLabel(planLabel)).toHaveValue(text);
  } finally {
    await browser.dispose();
    await server.dispose();
  }
});

test('[SI-1] signing in again leaves the open editor as it stands', async () => {
  const server = await ServerProcess.createSeeded();
  await server.start();
  const browser = new BrowserProcess(desktop);
  try {
    const context = await browser.start();
    const page = await context.newPage();
    await signIn(page, server.origin, 'clinician@demo.test');
    await findOpenNote(page, server.origin);
    await page.getByLabel(planLabel).focus();
    await page.evaluate(() => void Object.assign(window, { field: document.activeElement }));
    await endSessions(server.origin, 'clinician@demo.test');
    await page.keyboard.insertText(text);
    await page.getByRole('button', { name: 'Log in' }).click({ timeout: 30_000 });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('clinician@demo.test');
    await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByTestId('sync-indicator')).toContainText('Synced', { timeout: 20_000 });
    await expect(page.getByLabel(planLabel)).toHaveValue(text);
    const isSameField = await page
      .getByLabel(planLabel)
      .evaluate((node) => 'field' in window && window.field === node && node.isConnected);
    expect(isSameField).toBe(true);
  } finally {
    await browser.dispose();
    await server.dispose();
  }
});

test('[LO-1] the service worker ends a session whose person logged out without a network', async () => {
  const server = await ServerProcess.createSeeded();
  await server.start();
  const browser = new BrowserProcess(desktop);
  try {
    const context = await browser.start();
    const page = await context.newPage();
    await signIn(page, server.origin, 'clinician@demo.test');
    await waitForServiceWorker(page);
    await page.reload();
    await expect(page.getByTestId('sync-indicator')).toContainText('Synced', { timeout: 20_000 });
    await server.kill();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click({ timeout: 40_000 });
    await expect(page).toHaveURL(/professional-homepage/);
    const cookiesOf = async () => (await context.cookies()).filter((cookie) => cookie.httpOnly);
    const before = await cookiesOf();
    expect(before.length).toBeGreaterThan(0);

    // Without a page: one that looks again would pay what is owed itself.
    const { fireSync } = await openBeside(context);
    await page.close();
    // By itself, too, the browser may have woken it before there was a server.
    const answered = context.waitForEvent('response', {
      predicate: (response) => response.url().endsWith('/logout') && response.request().serviceWorker() !== null,
      timeout: 30_000,
    });
    await server.start();
    await fireSync(server.origin);
    expect((await answered).status()).toBe(200);
    const cookie = before.map(({ name, value }) => `${name}=${value}`).join('; ');
    // The old cookies open nothing any more, whoever may have kept them.
    const answer = await fetch(`${server.origin}/api/users/v1/user_info`, { headers: { cookie } });
    expect([401, 403]).toContain(answer.status);
  } finally {
    await browser.dispose();
    await server.dispose();
  }
});

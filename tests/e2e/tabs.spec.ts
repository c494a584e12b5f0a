import { expect, test } from '@playwright/test';
import { findOpenNote, longNote, signIn, unlock, waitForServiceWorker } from '../support/app-driver.ts';
import { BrowserProcess, desktop } from '../support/browser-process.ts';
import { ServerProcess } from '../support/server-process.ts';

const planLabel = 'What happens next';

test('several tabs: a local write shows in each, a new one asks nothing, a lock locks all', async () => {
  const server = await ServerProcess.createSeeded();
  await server.start();
  const browser = new BrowserProcess(desktop);
  try {
    const context = await browser.start();
    const first = await context.newPage();
    await signIn(first, server.origin, 'clinician@demo.test');
    await waitForServiceWorker(first);
    const note = await findOpenNote(first, server.origin);
    await server.kill();

    // Offline, with no session to ask: the keys come from the open tab over a port.
    const second = await context.newPage();
    await second.goto(note);
    await expect(second.getByLabel(planLabel)).toBeVisible();

    await first.bringToFront();
    await first.getByLabel(planLabel).focus();
    await first.keyboard.insertText(longNote(5));
    await expect(second.getByLabel(planLabel)).toHaveValue(longNote(5), { timeout: 3000 });

    await first.getByRole('button', { name: 'Account' }).click();
    await first.getByRole('menuitem', { name: 'Lock now' }).click();
    await expect(first.getByRole('heading', { name: 'Locked' })).toBeVisible();
    await expect(second.getByRole('heading', { name: 'Locked' })).toBeVisible();

    // After a lock nobody is asked: not the other tab, and with the server back not the device key either.
    await server.start();
    await second.reload();
    await expect(second.getByRole('heading', { name: 'Locked' })).toBeVisible();
    await unlock(second);
    await expect(second.getByLabel(planLabel)).toHaveValue(longNote(5));
    await expect(second.getByTestId('sync-indicator')).toContainText('Synced', { timeout: 15_000 });

    // The session is live again: a reload asks nothing.
    await second.reload();
    await expect(second.getByLabel(planLabel)).toHaveValue(longNote(5));
  } finally {
    await browser.dispose();
    await server.dispose();
  }
});

import { expect, type Page } from '@playwright/test';
import { expectDelivered, notePath, openSessions, planLabel, writeIn, type Device } from '../../support/app-states.ts';

/** A chart of the clinician's that a colleague may read: its address, and that of one of its notes. */
export interface SharedChart {
  readonly chartPath: string;
  readonly notePath: string;
  /** What the client is called on every screen. */
  readonly client: string;
}

/** Writes words into a note that is not signed, and gives a colleague access to its chart. */
export async function shareChart(owner: Device, text: string, which = 0): Promise<SharedChart> {
  const { page, origin } = owner;
  const appointmentId = (await openSessions(owner))[which];
  if (appointmentId === undefined) throw new Error('no session without a signed note');
  await page.goto(`${origin}${notePath(appointmentId)}`);
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await writeIn(owner, planLabel, text);
  await expectDelivered(owner);
  await page.getByRole('heading', { level: 1 }).getByRole('link').click();
  await page.waitForURL(/patient-charts\/[^/]+$/);
  await page.getByRole('button', { name: 'Give access' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Okoro/ }).check();
  await dialog.getByRole('button', { name: 'Give access' }).click();
  await expect(dialog).toHaveCount(0);
  const client = await page.getByRole('article').getByRole('heading', { level: 1 }).innerText();
  return { client, chartPath: new URL(page.url()).pathname, notePath: notePath(appointmentId) };
}

/** Ends the colleague's access on the chart that is open; resolves when the person has said so. */
export async function endAccess(page: Page): Promise<void> {
  await page.getByRole('button', { name: /End access of .*Okoro/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
}

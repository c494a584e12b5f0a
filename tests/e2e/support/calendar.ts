import type { Locator, Page } from '@playwright/test';
import { expect as expectSoon } from '@playwright/test';
import { moveTo, type Device } from '../../support/app-states.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
const zone = 'America/New_York';

/** A date of the demo practice's zone, so many days from now. */
export function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: zone });
}

/** The next date that is such a day of the week (0 is Sunday), at least so many days ahead. */
export function weekdayAhead(weekday: number, least: number): string {
  for (let days = least; ; days += 1) {
    const date = dayAhead(days);
    if (new Date(`${date}T12:00:00Z`).getUTCDay() === weekday) return date;
  }
}

/** A field by its whole label. */
export const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });

export const sheet = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** Fills in the sheet of a new session, which is open, with the first client whose name begins so. */
export async function fillSession(
  page: Page,
  { date, time, client = '' }: { readonly date: string; readonly time: string; readonly client?: string },
): Promise<string> {
  await field(page, 'Client').fill(client);
  const option = sheet(page, 'New session').getByRole('option').first();
  const name = await option.innerText();
  await option.click();
  await expect(field(page, 'Client')).toHaveValue(name);
  await field(page, 'Date').fill(date);
  await field(page, 'Begins at').fill(time);
  return name;
}

/** Books a session by its labels; the name of the client. */
export async function bookSession(
  device: Device,
  when: { readonly date: string; readonly time: string; readonly client?: string },
): Promise<string> {
  const { page } = device;
  await page.getByRole('main').getByRole('button', { name: 'New session', exact: true }).click();
  const name = await fillSession(page, when);
  await sheet(page, 'New session').getByRole('button', { name: 'Book the session' }).click();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  return name;
}

/** Opens the calendar on certain days. */
export async function openDays(device: Device, view: string, date: string): Promise<void> {
  await moveTo(device, `/pro-dashboard/schedule?date=${date}&view=${view}`);
  await expect(device.page.getByRole('radio', { name: view[0]?.toUpperCase() + view.slice(1) })).toBeChecked();
}

/** What lies on the grid under this id. */
export const placed = (page: Page, id: string): Locator => page.getByRole('main').locator(`[data-placed="${id}"]`);

/** The sessions that are shown of a client. */
export const linkTo = (page: Page, name: string): Locator =>
  page.getByRole('main').locator('[data-session-link]').filter({ hasText: name });

export const undo = (page: Page): Locator => page.getByRole('button', { name: 'Undo', exact: true });

/** The session of this client on that day of the grid. */
export async function idOf({ page }: Device, name: string, date: string): Promise<string> {
  const column = page.getByRole('main').locator(`[data-column="${date}"]`);
  const href = await column.getByRole('link').filter({ hasText: name }).first().getAttribute('href');
  return /schedule\/([^/?]+)/.exec(href ?? '')?.[1] ?? '';
}

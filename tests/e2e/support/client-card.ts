import { expect as expectSoon, type Locator, type Page } from '@playwright/test';
import { moveTo, type Device } from '../../support/app-states.ts';

const expect = expectSoon.configure({ timeout: 20_000 });

export const field = (place: Page | Locator, name: string) => place.getByLabel(name, { exact: true });

interface NewClient {
  readonly first: string;
  readonly last: string;
  readonly dob?: string;
  /** Digits alone. */
  readonly phone?: string;
  readonly email?: string;
}

/** Begins the chart of a client by the form; the path of the chart, which is open then. */
export async function makeClient(device: Device, { first, last, dob, phone, email }: NewClient): Promise<string> {
  const { page } = device;
  await moveTo(device, '/pro-dashboard/patient-charts');
  await page.getByRole('button', { name: 'New client' }).click();
  const sheet = page.getByRole('dialog', { name: 'New client' });
  await field(sheet, 'Legal First Name').fill(first);
  await field(sheet, 'Legal Last Name').fill(last);
  if (dob !== undefined) await field(sheet, 'Date of birth').fill(dob);
  if (phone !== undefined) await field(sheet, 'Phone').pressSequentially(phone);
  if (email !== undefined) await field(sheet, 'Email').fill(email);
  await sheet.getByRole('button', { name: 'Make the chart' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: `${first} ${last}` })).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Opens the sheet of what is known of the client whose chart is open. */
export async function editSheet(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'What is known of this client' });
  await expect(sheet).toBeVisible();
  return sheet;
}

/** Opens the chart of an individual who has a session to come. */
export async function comingClient(device: Device): Promise<{ readonly path: string; readonly name: string }> {
  const { page } = device;
  await moveTo(device, '/pro-dashboard/patient-charts');
  await page.getByLabel('Individual or couple').selectOption('individual');
  const row = page.getByRole('listitem').getByRole('link').filter({ hasNotText: 'No session planned' }).first();
  await row.click();
  await page.waitForURL(/patient-charts\/[^/]+$/);
  const heading = page.getByRole('article', { name: 'Chart' }).getByRole('heading', { level: 1 });
  return { path: new URL(page.url()).pathname, name: await heading.innerText() };
}

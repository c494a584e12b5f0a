import { expect as expectSoon, type Page } from '@playwright/test';
import type { Device, World } from '../../support/app-states.ts';
import { linkIn, waitForMail } from './mailbox.ts';

const expect = expectSoon.configure({ timeout: 20_000 });

/** Two passwords that the rule takes and that no list of common ones holds. */
export const newPasswords = ['Tall-grass-42', 'Wide-river-77'] as const;

export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Asks for the mail on this device, and opens its newest link there. */
export async function openResetLink(world: World, { page, origin }: Device, email: string): Promise<string> {
  await page.goto(`${origin}/login`);
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await field(page, 'Email').fill(` ${email} `);
  await press(page, 'Send reset link');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = linkIn(await waitForMail(world, email, 'Choose a new password for Orchid'), '/reset-password');
  await page.goto(link);
  return link;
}

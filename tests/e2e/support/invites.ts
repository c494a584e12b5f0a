import { expect, type Page } from '@playwright/test';
import { goTo, type Device, type World } from '../../support/app-states.ts';
import { linkIn, mailBroughtBy } from './mailbox.ts';

/** A client of the demo who has no account: as the clinician's list of charts tells it. */
export interface DemoClient {
  readonly patient_chart_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly dob: string;
}

export const chosenPassword = 'Tall-grass-42';

/** So many clients of who is signed in on the device: each on their own, without an account and without an invite. */
export async function clientsToInvite(device: Device, count: number): Promise<readonly DemoClient[]> {
  const all = await device.page.evaluate(async () => {
    const response = await fetch('/api/users/v1/patient_chart/?limit=100&client_status=active&patient_type=individual');
    const { entries } = (await response.json()) as {
      readonly entries: readonly (DemoClient & { readonly cognito_sub: string | null })[];
    };
    return entries.filter((entry) => entry.cognito_sub === null);
  });
  const found: DemoClient[] = [];
  for (const client of all) {
    await openChart(device, client);
    if (
      await accountOf(device.page)
        .getByRole('button', { name: /^Invite / })
        .count()
    )
      found.push(client);
    if (found.length === count) break;
  }
  return found;
}

/** The part of a chart that tells of its people's accounts. */
export const accountOf = (page: Page) => page.getByRole('region', { name: 'Client account' });

/** Opens a client's chart. */
export async function openChart(device: Device, { patient_chart_id: id }: DemoClient): Promise<void> {
  await goTo(device, `/pro-dashboard/patient-charts/${id}`);
  await expect(accountOf(device.page)).toBeVisible();
}

/** Invites a client by mail from the open chart; what stands behind the mailed link's `#`. */
export async function inviteByMail(device: Device, world: World, email: string): Promise<string> {
  const { page } = device;
  const mail = await mailBroughtBy(world, email, async () => {
    await accountOf(page)
      .getByRole('button', { name: /^Invite / })
      .click();
    await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send the invite' }).click();
    await expect(accountOf(page)).toContainText(`Invited at ${email}`);
  });
  return new URL(linkIn(mail, '/member-register')).hash;
}

/** Fills and sends what an invited person is asked. */
export async function makeAccount(page: Page): Promise<void> {
  await page.getByLabel('First name', { exact: true }).fill('Ada');
  await page.getByLabel('Password', { exact: true }).fill(chosenPassword);
  await page.getByRole('checkbox', { name: /I am over 18/ }).check();
  await page.getByRole('button', { name: /^(Make my account|Register)$/ }).click();
}

/** What is asked on a member's home. */
export async function giveBirthDate(page: Page, dob: string): Promise<void> {
  // The page that is being left has such a field too, for as long as the next one is drawn.
  await expect(page.getByRole('heading', { name: 'One question from us', level: 1 })).toBeVisible({ timeout: 20_000 });
  await page.getByLabel('Your birth date').fill(dob);
  await page.getByRole('button', { name: 'Continue' }).click();
}

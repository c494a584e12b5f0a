import { expect as expectSoon, type Page } from '@playwright/test';
import { goTo, type Device, type World } from '../../support/app-states.ts';
import { linkIn, waitForMails } from './mailbox.ts';

const expect = expectSoon.configure({ timeout: 20_000 });

export const newPassword = 'Tall-grass-42';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Fills the registration of a professional, who is Vera Lind. */
export async function fillProfessional(page: Page, email: string): Promise<void> {
  await field(page, 'First name').fill('Vera');
  await field(page, 'Last name').fill('Lind');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(newPassword);
  await field(page, 'Confirm password').fill(newPassword);
  await page.getByRole('checkbox', { name: /I am over 18/ }).check();
}

/** Registers on this device, confirms by the real mail, and logs in: she stands at the first step of quick intake. */
export async function comeInAnew(world: World, device: Pick<Device, 'page' | 'origin'>, email: string): Promise<void> {
  const { page } = device;
  await goTo(device, '/professional-register');
  await fillProfessional(page, email);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const [mail] = await waitForMails(world, email, 1);
  await page.goto(linkIn(mail, '/confirm-email'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await field(page, 'Password').fill(newPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tell us about yourself' })).toBeVisible();
}

/** The first four steps of quick intake, with what they ask for; each is left by Continue. */
export const stepsOfVera: readonly ((page: Page) => Promise<void>)[] = [
  async (page) => {
    await field(page, 'Date of birth').fill('05/17/1984');
  },
  async (page) => {
    await field(page, 'Professional type').selectOption('social worker');
    await field(page, 'License state').selectOption('OR');
    await field(page, 'License number').fill('LCSW-77');
  },
  async (page) => {
    const office = page.getByRole('group', { name: 'Business address' });
    await office.getByLabel('Street').fill('3 Pine St');
    await office.getByLabel('City').fill('Salem');
    await office.getByLabel('State').selectOption('OR');
    await office.getByLabel('Zip').fill('97301');
  },
  async (page) => {
    await field(page, 'Phone (optional)').fill('(503) 555 0199');
  },
];

/** Fills the last step and finishes. */
export async function finishIntake(page: Page): Promise<void> {
  await field(page, 'How did you hear about Orchid?').selectOption('Search Engine');
  for (const tick of await page.getByRole('checkbox').all()) await tick.check();
  await page.getByRole('button', { name: 'Finish' }).click();
}

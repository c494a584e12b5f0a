import { expect, test, type Page } from '@playwright/test';
import { demoPassword } from '../support/app-driver.ts';
import {
  closeOthers,
  createWorld,
  deviceOf,
  disposeWorld,
  goTo,
  openDevice,
  people,
  type Device,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, forAxe } from './support/axe.ts';
import {
  accountOf,
  chosenPassword,
  clientsToInvite,
  giveBirthDate,
  inviteByMail,
  makeAccount,
  openChart,
  type DemoClient,
} from './support/invites.ts';
import { linkIn, waitForMails } from './support/mailbox.ts';
import { operator } from './support/operator.ts';
import { kindsOf } from './support/kinds.ts';

const settings = { ...forAxe, locale: 'en-US' } as const;
let world: World;
let clients: readonly DemoClient[];
test.beforeAll(async () => {
  world = await createWorld();
  clients = await clientsToInvite(await clinicianOn('desktop'), 4);
});
test.afterAll(() => disposeWorld(world));
test.afterEach(() => closeOthers(world));

/** One device of each kind for the clinician: her calendar and her charts are the same in every test. */
const clinicianOn = (kind: Device['kind']) => deviceOf(world, kind, 'clinician', settings);
/** Another client for each test. */
const client = (index: number): DemoClient => {
  const found = clients[index];
  if (!found) throw new Error('the demo has too few clients');
  return found;
};
const sentence = (page: Page) => page.getByRole('heading', { level: 1, name: /with Dr\. Maya Lindqvist/ });

/** The link that the operator's command prints. */
const printed = (...args: readonly string[]): string => operator(world, ...args).split(/\s/)[0] ?? '';

for (const kind of kindsOf('invite-ways')) {
  const index = kind === 'phone' ? 0 : 1;
  test(`[C-370] a code on paper: with the birth date and an e-mail of her own, which she confirms, ${kind}`, async () => {
    const chart = client(index);
    const email = `paper-${kind}@home.test`;
    const laptop = await clinicianOn('desktop');
    await openChart(laptop, chart);
    const account = accountOf(laptop.page);
    await account.getByRole('button', { name: /^Invite / }).click();
    await laptop.page.getByRole('radio', { name: /code on paper/ }).check();
    await expectAccessible(laptop, 'invite-sheet');
    await laptop.page.getByRole('button', { name: 'Make a code' }).click();
    await expect(account).toContainText('not used yet');
    await account.getByRole('button', { name: /^Show the code/ }).click();
    const shown = laptop.page.getByText(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
    await expect(shown).toBeVisible();
    await expectAccessible(laptop, 'paper-code');
    const code = (await shown.textContent()) ?? '';
    // On the sheet stands the code, and nothing of the chart.
    await laptop.page.emulateMedia({ media: 'print' });
    await expect(shown).toBeVisible();
    await expect(laptop.page.getByText(chart.last_name).filter({ visible: true })).toHaveCount(0);
    await laptop.page.emulateMedia({ media: 'screen' });

    const phone = await openDevice(world, kind, settings);
    const { page } = phone;
    await goTo(phone, '/member-register');
    await page.getByRole('button', { name: 'I have a code on paper' }).click();
    await page.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
    await page.getByLabel('Your birth date').fill('1901-01-01');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('This invite does not work');
    await expectAccessible(phone, 'paper');
    await page.getByLabel('Your birth date').fill(chart.dob);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Your invite is right' })).toBeVisible();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await makeAccount(page);
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible({ timeout: 20_000 });
    const [mail] = await waitForMails(world, email, 1);
    await goTo(phone, `/confirm-email${new URL(linkIn(mail, '/confirm-email')).hash}`);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await page.getByLabel('Password', { exact: true }).fill(chosenPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(sentence(page)).toBeVisible({ timeout: 30_000 });
    // The code is used: it goes from the screen on which it was shown.
    await expect(laptop.page.getByRole('dialog')).toHaveCount(0, { timeout: 30_000 });
    await expect(account).toContainText(`Joined with ${email}`);
  });

  test(`[IV-8] who has an account logs in, reads who invites, accepts, and stays one account, ${kind}`, async () => {
    const chart = client(index + 2);
    const laptop = await clinicianOn('desktop');
    await openChart(laptop, chart);
    const hash = await inviteByMail(laptop, world, people.newcomer);
    const phone = await openDevice(world, kind, settings);
    const { page } = phone;
    await goTo(phone, `/member-register${hash}`);
    await expect(page.getByText('You have an account with this email already.')).toBeVisible();
    await expectAccessible(phone, 'has-account');
    await page.getByRole('link', { name: 'Log in to accept' }).click();
    await page.getByLabel('Email', { exact: true }).fill(people.newcomer);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { name: 'Dr. Maya Lindqvist invites you' })).toBeVisible({
      timeout: 30_000,
    });
    await expectAccessible(phone, 'accept');
    // Opened once more, now that somebody is logged in here: no other account is made over that one.
    await goTo(phone, `/member-register${hash}`);
    await expect(page.getByText('Somebody is logged in on this device.')).toBeVisible({ timeout: 20_000 });
    await page.getByRole('link', { name: 'Accept with this account' }).click();
    await page.getByRole('button', { name: 'Accept the invite' }).click();
    await expect(page).toHaveURL(`${phone.origin}/member-dashboard/homepage`);
    await giveBirthDate(page, chart.dob);
    await expect(sentence(page)).toBeVisible({ timeout: 20_000 });
    await expect(accountOf(laptop.page)).toContainText(`Joined with ${people.newcomer}`);
  });

  test(`[C-368][C-472][C-568] a registration that somebody began asks for a password alone, ${kind}`, async () => {
    const email = `begun-${kind}@home.test`;
    const device = await openDevice(world, kind, settings);
    const { page } = device;
    const link = printed('--complete-signup', email, '--first-name', 'Noa');
    await goTo(device, link.replace('?link#', '?'));
    await expect(page).toHaveURL(`${device.origin}/member-register`);
    await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(1);
    await expectAccessible(device, 'complete');
    await page.getByLabel('Password', { exact: true }).fill(chosenPassword);
    await page.getByRole('checkbox', { name: /I am over 18/ }).check();
    await page.getByRole('button', { name: 'Make my account' }).click();
    await page.getByLabel('Email', { exact: true }).fill(email, { timeout: 20_000 });
    await page.getByLabel('Password', { exact: true }).fill(chosenPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { name: 'No session is planned' })).toBeVisible({ timeout: 30_000 });
  });
}

import { expect, test, type Page } from '@playwright/test';
import {
  closeOthers,
  createWorld,
  deviceOf,
  disposeWorld,
  goOffline,
  goOnline,
  goTo,
  openDevice,
  type Device,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, expectAccessibleHere, forAxe } from './support/axe.ts';
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

for (const kind of kindsOf('invite')) {
  const index = kind === 'phone' ? 0 : 1;
  test(`[C-471][C-370][IV-6] a client is invited by mail, says first name, password and birth date, and sees her session, ${kind}`, async () => {
    const chart = client(index);
    const email = `ada-${kind}@home.test`;
    const laptop = await clinicianOn(kind);
    await openChart(laptop, chart);
    await expectAccessibleHere(laptop, 'chart-none');
    const hash = await inviteByMail(laptop, world, email);
    await expect(accountOf(laptop.page)).toContainText('not used yet');
    await expectAccessibleHere(laptop, 'chart-open');

    const device = await openDevice(world, kind, settings);
    const { page } = device;
    const referrers: string[] = [];
    const addresses: string[] = [];
    page.on('request', (request) => {
      referrers.push(request.headers()['referer'] ?? '');
      if (request.resourceType() !== 'document') addresses.push(request.url());
    });
    await goTo(device, `/member-register?patient_chart_invite_code=${hash.slice(1)}`);
    await expect(page).toHaveURL(`${device.origin}/member-register`);
    await expect(page.getByRole('heading', { level: 1, name: 'Dr. Maya Lindqvist invites you' })).toBeVisible();
    expect(new Set(referrers)).toEqual(new Set(['']));
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.join('\n')).not.toContain(hash.slice(1));
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await expectAccessibleHere(device, 'invited');
    await makeAccount(page);
    await expect(page).toHaveURL(`${device.origin}/member-dashboard/homepage`, { timeout: 30_000 });
    await expect(page.getByRole('heading', { level: 1, name: 'One question from us' })).toBeVisible({
      timeout: 20_000,
    });
    await expectAccessibleHere(device, 'birth-date');
    await expect(accountOf(laptop.page)).toContainText(`Joined with ${email}`);
    await giveBirthDate(page, '1901-01-01');
    await expect(page.getByRole('alert')).toContainText('You can try 2 times more');
    await expectAccessibleHere(device, 'birth-date-wrong');
    await giveBirthDate(page, chart.dob);
    await expect(sentence(page)).toBeVisible({ timeout: 20_000 });
    await expectAccessibleHere(device, 'home');
    await expect(accountOf(laptop.page)).toContainText('sees their sessions');
    await expectAccessibleHere(laptop, 'chart-member');
    // Used up.
    const other = await openDevice(world, kind, settings);
    await goTo(other, `/member-register${hash}`);
    await expect(other.page.getByRole('alert')).toContainText('This invite does not work');
    await expectAccessibleHere(other, 'dead');
    expect(device.problems).toEqual([]);
    expect(laptop.problems).toEqual([]);
  });
}

test('[IV-6][IV-7] three wrong birth dates ask the clinician, who lets her in, and undoes it again', async () => {
  const chart = client(2);
  const laptop = await clinicianOn('desktop');
  await openChart(laptop, chart);
  const hash = await inviteByMail(laptop, world, 'three@home.test');
  const phone = await openDevice(world, 'phone', settings);
  const { page } = phone;
  await goTo(phone, `/member-register${hash}`);
  await makeAccount(page);
  await expect(page.getByLabel('Your birth date')).toBeVisible({ timeout: 30_000 });
  for (const year of [1, 2]) {
    await giveBirthDate(page, `190${year}-01-01`);
    await expect(page.getByRole('alert')).toContainText(year === 1 ? '2 times more' : 'once more');
  }
  await giveBirthDate(page, '1903-01-01');
  await expect(page.getByRole('heading', { name: 'Dr. Maya Lindqvist lets you in next' })).toBeVisible({
    timeout: 20_000,
  });
  await expectAccessible(phone, 'asks-clinician');
  const account = accountOf(laptop.page);
  await expect(account).toContainText('gave another birth date: waits for you');
  await account.getByRole('button', { name: /^Let .* in$/ }).click();
  await expect(laptop.page.getByRole('dialog')).toContainText('three@home.test');
  await expectAccessible(laptop, 'let-in');
  await laptop.page.getByRole('button', { name: 'Let in', exact: true }).click();
  await expect(sentence(page)).toBeVisible({ timeout: 20_000 });
  await expect(account).toContainText('sees their sessions');
  await account.getByRole('button', { name: /^Undo/ }).click();
  await laptop.page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No session is planned' })).toBeVisible({ timeout: 20_000 });
  await expect(account).toContainText('No account yet');
});

test('[IV-2] an invite that is made without a network waits and says so, leaves with it, and is taken back', async () => {
  const chart = client(3);
  const phone = await clinicianOn('phone');
  const { page } = phone;
  await openChart(phone, chart);
  await goOffline(phone);
  await accountOf(page)
    .getByRole('button', { name: /^Invite / })
    .click();
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill('later@home.test');
  await page.getByRole('button', { name: 'Send the invite' }).click();
  await expect(accountOf(page)).toContainText('the mail leaves once this device is online');
  await expectAccessible(phone, 'chart-waits');
  await goOnline(phone);
  const [mail] = await waitForMails(world, 'later@home.test', 1);
  await expect(accountOf(page)).toContainText('not used yet');
  await accountOf(page)
    .getByRole('button', { name: /^Withdraw/ })
    .click();
  await expect(accountOf(page)).toContainText('No account yet, and no invite');
  const other = await openDevice(world, 'desktop');
  await expect
    .poll(async () => {
      await goTo(other, `/member-register${new URL(linkIn(mail, '/member-register')).hash}`);
      return other.page.getByRole('alert').textContent();
    })
    .toContain('This invite does not work');
});

/** The link that the operator's command prints. */
const printed = (...args: readonly string[]): string => operator(world, ...args).split(/\s/)[0] ?? '';

test('[C-617] a registration that was ended elsewhere meanwhile is refused in the server’s words, with what failed before them', async () => {
  const link = printed('--complete-signup', 'twice@home.test', '--first-name', 'Noa');
  const [first, second] = [await openDevice(world, 'phone', settings), await openDevice(world, 'desktop', settings)];
  for (const device of [first, second]) {
    await goTo(device, link.replace('?link#', '?'));
    await device.page.getByLabel('Password', { exact: true }).fill(chosenPassword);
    await device.page.getByRole('checkbox', { name: /I am over 18/ }).check();
  }
  const make = ({ page }: Device) => page.getByRole('button', { name: 'Make my account' }).click();
  await make(first);
  await expect(first.page).toHaveURL(`${first.origin}/login`, { timeout: 20_000 });
  const answer = second.page.waitForResponse(/patient_signup_session\/complete/);
  await make(second);
  const { detail } = (await (await answer).json()) as { detail: string };
  await expect(second.page.getByRole('alert')).toHaveText(`failed to complete signup: ${detail}`);
});

test('[C-369] the code of a channel is taken from the address and sent along', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  const link = printed('--channel-invite', 'amhc');
  const sent = page.waitForRequest('**/api/users/v1/patient/account');
  await goTo(device, link);
  await expect(page).toHaveURL(`${device.origin}/member-register`);
  await page.getByLabel('Email', { exact: true }).fill('channel@home.test');
  await makeAccount(page);
  const { user_in: user } = (await sent).postDataJSON() as { user_in: { invite_code?: string } };
  expect(user.invite_code).toBe(new URL(link, device.origin).searchParams.get('invite_code'));
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible({ timeout: 20_000 });
});

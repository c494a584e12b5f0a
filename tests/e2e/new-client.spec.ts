import { expect as expectSoon, test, type Page } from '@playwright/test';
import {
  createWorld,
  deviceOf,
  disposeWorld,
  closeOthers,
  goOffline,
  goOnline,
  goTo,
  moveTo,
  openDevice,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, forAxe } from './support/axe.ts';
import { linkIn, mailBroughtBy } from './support/mailbox.ts';
import { accountOf, giveBirthDate, inviteByMail, makeAccount } from './support/invites.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld(forAxe);
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  await closeOthers(world);
});

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

for (const kind of kindsOf('new-client'))
  test(`[CH-1] a client is made without a network, stands in the list at once, reaches the other device, and joins by her invite, ${kind}`, async () => {
    test.setTimeout(120_000);
    const device = await deviceOf(world, kind, 'clinician');
    const { page } = device;
    await moveTo(device, '/pro-dashboard/patient-charts');
    await expect(page.getByRole('button', { name: 'New client' })).toBeVisible();
    await goOffline(device);
    await page.getByRole('button', { name: 'New client' }).click();
    const sheet = page.getByRole('dialog', { name: 'New client' });
    await expectAccessible(device, 'new-client');
    await sheet.getByRole('button', { name: 'Make the chart' }).click();
    await expect(field(page, 'Legal First Name')).toBeFocused();
    const last = kind === 'phone' ? 'Aabye' : 'Aalto';
    await field(page, 'Legal First Name').fill('Signe');
    await field(page, 'Legal Last Name').fill(last);
    await field(page, 'Date of birth').fill('03/09/1991');
    await field(page, 'Phone').pressSequentially('3035550133');
    await sheet.getByRole('button', { name: 'Make the chart' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByRole('heading', { name: `Signe ${last}` })).toBeVisible();
    await expect(page).toHaveURL(/patient-charts\/[\w-]{20,}/);
    const path = new URL(page.url()).pathname;

    // Who is called the same is named before there are two charts of one person.
    await moveTo(device, '/pro-dashboard/patient-charts');
    await page.getByRole('button', { name: 'New client' }).click();
    await field(page, 'Legal First Name').fill('signe');
    await field(page, 'Legal Last Name').fill(last.toLowerCase());
    await expect(page.getByText(`There is a client called Signe ${last} already.`)).toBeVisible();
    await page.getByRole('link', { name: 'Open that chart' }).click();
    await expect(page).toHaveURL(`${device.origin}${path}`);

    await goOnline(device);
    await expect(page.getByTestId('sync-indicator')).toContainText('Synced');
    const other = await deviceOf(world, kind === 'phone' ? 'desktop' : 'phone', 'clinician');
    await moveTo(other, path);
    await expect(other.page.getByRole('heading', { name: `Signe ${last}` })).toBeVisible();

    const email = `signe-${kind}@home.test`;
    await expect(accountOf(page)).toBeVisible();
    const hash = await inviteByMail(device, world, email);
    const hers = await openDevice(world, kind);
    await hers.page.goto(`${hers.origin}/member-register?link${hash}`);
    await makeAccount(hers.page);
    await giveBirthDate(hers.page, '1991-03-09');
    await expect(hers.page).toHaveURL(`${hers.origin}/member-dashboard/homepage`);
    expect(device.problems).toEqual([]);
  });

test('[CH-1] a couple is one chart of two people, each invited alone, of whom one joins; what is missing is said', async () => {
  test.setTimeout(120_000);
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  await moveTo(device, '/pro-dashboard/patient-charts');
  await page.getByRole('button', { name: 'New client' }).click();
  await field(page, 'Legal First Name').fill('Ines');
  await field(page, 'Legal Last Name').fill('Aamot');
  await page.getByRole('checkbox', { name: /A couple/ }).check();
  await page.getByRole('button', { name: 'Make the chart' }).click();
  await expect(field(page, 'Legal First Name of the other')).toBeFocused();
  await field(page, 'Legal First Name of the other').fill('Tor');
  await field(page, 'Legal Last Name of the other').fill('Berg');
  await page.getByRole('button', { name: 'Make the chart' }).click();
  await expect(page.getByRole('heading', { name: /Ines.* and Tor/ })).toBeVisible();
  await expect(accountOf(page).getByRole('button', { name: /^Invite / })).toHaveCount(2);

  const email = 'ines-aamot@home.test';
  const mail = await mailBroughtBy(world, email, async () => {
    await accountOf(page).getByRole('button', { name: 'Invite Ines Aamot' }).click();
    await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send the invite' }).click();
    await expect(accountOf(page)).toContainText(`Invited at ${email}`);
  });
  const member = await openDevice(world, 'phone');
  await goTo(member, `/member-register${new URL(linkIn(mail, '/member-register')).hash}`);
  await makeAccount(member.page);
  // Nobody wrote down when she was born: her clinician says that it is her.
  await accountOf(page).getByRole('button', { name: 'Let Ines Aamot in' }).click({ timeout: 30_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Let in', exact: true }).click();
  await expect(member.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(accountOf(page).getByRole('button', { name: /^Invite / })).toHaveCount(1);
});

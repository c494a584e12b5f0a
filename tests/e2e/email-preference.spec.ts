import { expect as expectSoon, test, type Page } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import { demoPassword } from '../support/app-driver.ts';
import {
  createWorld,
  disposeWorld,
  goTo,
  openDevice,
  openSignedIn,
  people,
  type Device,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, forAxe } from './support/axe.ts';
import { accountOf, clientsToInvite, inviteByMail, openChart, type DemoClient } from './support/invites.ts';
import { linkIn, waitForMails } from './support/mailbox.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
const pages = ['', '/update-preference', '/unsubscribe', '/resubscribe'].map((end) => `/email-preference${end}`);

let world: World;
let clients: readonly DemoClient[];
test.beforeAll(async () => {
  world = await createWorld();
  const device = await openSignedIn(world, 'desktop', 'clinician');
  clients = await clientsToInvite(device, 3);
  await device.context.close();
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  for (const { context } of world.devices) await context.close();
});

const client = (index: number): DemoClient => {
  const found = clients[index];
  if (!found) throw new Error('the demo has too few clients');
  return found;
};
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function expectWanted(page: Page, invitations: boolean, news: boolean): Promise<void> {
  await expect(box(page, 'Invitations')).toBeChecked({ checked: invitations });
  await expect(box(page, 'News about Orchid')).toBeChecked({ checked: news });
}

/** Saves, and waits until the page says so and the focus is there. */
async function save(page: Page): Promise<void> {
  await press(page, 'Save');
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeFocused();
}

/** Invites a client by mail; what stands behind the `#` of the mail's last line. */
async function mailedHash(clinician: Device, chart: DemoClient, email: string): Promise<string> {
  await openChart(clinician, chart);
  await inviteByMail(clinician, world, email);
  const [mail] = await waitForMails(world, email, 1);
  return new URL(linkIn(mail, '/email-preference/unsubscribe')).hash;
}

/** The address of one click, as the header of the newest mail to somebody says it. */
async function oneClickOf(to: string): Promise<string> {
  const key = fs.readFileSync(path.join(world.server.dataDir, 'mailbox-key'), 'utf8').trim();
  const response = await fetch(`${world.server.origin}/dev/mail.json?key=${key}`);
  const { mails } = (await response.json()) as {
    readonly mails: readonly { readonly to: string; readonly headers?: Readonly<Record<string, string>> }[];
  };
  const headers = mails.find((mail) => mail.to === to)?.headers ?? {};
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  return /^<(http\S+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
}

for (const kind of kindsOf('email-preference')) {
  test(`[C-131][C-132] who is signed in says what comes, and finds it so after a reload, ${kind}`, async () => {
    const who = kind === 'phone' ? 'member' : 'colleague';
    const device = await openSignedIn(world, kind, who, forAxe);
    const { page } = device;
    await goTo(device, '/email-preference');
    await expect(page.getByText(`${people[who].slice(0, 1)}…@demo.test`)).toBeVisible();
    await expect(page).toHaveTitle(/Email preferences/);
    await expectWanted(page, true, false);
    await expect(page.getByText('We send none so far.')).toBeVisible();
    await expect(page.getByText('What keeps an account safe is always sent')).toBeVisible();
    await expectAccessible(device, 'preferences');
    await box(page, 'Invitations').uncheck();
    await box(page, 'News about Orchid').check();
    await save(page);
    await expectAccessible(device, 'saved');
    await page.reload();
    await expectWanted(page, false, true);

    await goTo(device, '/email-preference/update-preference');
    await expectWanted(page, false, true);
    await box(page, 'News about Orchid').uncheck();
    await save(page);
    await box(page, 'Invitations').check();
    await expect(page.getByText('Saved.')).toHaveCount(0);
    await page.reload();
    await expectWanted(page, false, false);
    expect(device.problems).toEqual([]);
  });

  test(`[C-133][C-134] who got a mail unsubscribes by it and subscribes again, and both are kept, ${kind}`, async () => {
    const email = `ada-${kind}@home.test`;
    const clinician = await openSignedIn(world, 'desktop', 'clinician');
    const hash = await mailedHash(clinician, client(kind === 'phone' ? 0 : 1), email);
    const device = await openDevice(world, kind, forAxe);
    const { page } = device;
    const addresses: string[] = [];
    const referrers: string[] = [];
    page.on('request', (request) => {
      addresses.push(`${request.method()} ${new URL(request.url()).pathname}`);
      referrers.push(request.headers()['referer'] ?? '');
    });
    const asked = (method: string) => addresses.filter((one) => one.startsWith(`${method} /api/users`));

    // The page is opened, and nothing changes by that.
    await goTo(device, `/email-preference/unsubscribe${hash}`);
    await expect(page).toHaveURL(`${device.origin}/email-preference/unsubscribe`);
    await expect(heading(page, 'Unsubscribe')).toBeVisible();
    await expect(page.getByText('a…@home.test')).toBeVisible();
    expect(asked('GET')).toEqual([`GET /api/users/v1/email_preference/${hash.slice(1)}`]);
    expect([...asked('PUT'), ...asked('POST')]).toEqual([]);
    expect(new Set(referrers)).toEqual(new Set(['']));
    await expectAccessible(device, 'unsubscribe');

    // Without a connection it says so, and keeps where it was.
    device.proxy.setFault('reset');
    await press(page, 'Unsubscribe');
    await expect(page.getByRole('alert')).toContainText('There is no connection.');
    device.proxy.setFault('none');
    await press(page, 'Unsubscribe');
    await expect(heading(page, 'You are unsubscribed')).toBeFocused();
    await expect(page.getByText('Invitations and news about Orchid are off.')).toBeVisible();
    await expectAccessible(device, 'unsubscribed');
    await goTo(device, '/help-now');
    await goTo(device, `/email-preference/unsubscribe${hash}`);
    await expect(heading(page, 'You are unsubscribed')).toBeVisible();
    await goTo(device, '/help-now');
    await goTo(device, `/email-preference/update-preference${hash}`);
    await expectWanted(page, false, false);

    await goTo(device, '/help-now');
    await goTo(device, `/email-preference/unsubscribe${hash}`);
    await page.getByRole('link', { name: 'Subscribe again' }).click();
    await expect(page).toHaveURL(`${device.origin}/email-preference/resubscribe`);
    await expectAccessible(device, 'resubscribe');
    await press(page, 'Subscribe again');
    await expect(heading(page, 'You are subscribed')).toBeFocused();
    await expectAccessible(device, 'subscribed');
    await goTo(device, '/help-now');
    await goTo(device, `/email-preference/resubscribe${hash}`);
    await expect(heading(page, 'You are subscribed')).toBeVisible();
    await page.getByRole('link', { name: 'All email preferences' }).click();
    await expectWanted(page, true, false);
    expect(device.problems).toEqual([]);
  });
}

test('[C-133][EP-4] one click of a mail program: the next invite is refused to the clinician in plain words, and no mail leaves', async () => {
  const email = 'click@home.test';
  const laptop = await openSignedIn(world, 'desktop', 'clinician', forAxe);
  const hash = await mailedHash(laptop, client(2), email);
  const response = await fetch(await oneClickOf(email), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect([response.status, await response.text()]).toEqual([200, '']);
  const { page } = laptop;
  const account = accountOf(page);
  await account.getByRole('button', { name: /^Send the invite of .* again$/ }).click();
  await expect(page.getByRole('dialog').getByLabel('Email', { exact: true })).toHaveValue(email);
  await press(page, 'Send the invite');
  const refused = 'This person does not want invitations by email. Print the invitation instead.';
  await expect(account.getByRole('alert')).toContainText(`The invite to ${email} was not sent`);
  await expect(account.getByRole('alert')).toContainText(refused);
  await expectAccessible(laptop, 'refused');
  await waitForMails(world, email, 1);
  await page.getByRole('link', { name: 'See what was kept' }).click();
  await expect(page.getByText(refused)).toBeVisible();
  await press(page, 'Discard');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText(refused)).toHaveCount(0);

  await openChart(laptop, client(2));
  await account.getByRole('button', { name: /^Send the invite of .* again$/ }).click();
  await page.getByRole('radio', { name: /code on paper/ }).check();
  await press(page, 'Make a code');
  await expect(account.getByRole('button', { name: /^Show the code/ })).toBeVisible();
  await expect(account.getByRole('alert')).toHaveCount(0);

  const phone = await openDevice(world, 'phone');
  await goTo(phone, `/email-preference${hash}`);
  await expectWanted(phone.page, false, false);
});

test('[C-131][C-132] whoever is not signed in and has no mail is told so on each page, logs in there, and is where they wanted to be', async () => {
  for (const at of pages) {
    const device = await openDevice(world, 'desktop', forAxe);
    const { page } = device;
    await goTo(device, at);
    await expect(page.getByText('Open this page by the last link in a mail of ours, or log in')).toBeVisible();
    if (at === pages[0]) await expectAccessible(device, 'nobody');
    await page.getByLabel('Email').fill(people.newcomer);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await press(page, 'Log in');
    await expect(page.getByText('n…@demo.test')).toBeVisible({ timeout: 30_000 });
    await expect(page).toHaveURL(`${device.origin}${at}`);
    await device.context.close();
  }
});

test('[EP-2] a link that is none of ours, or cut, says so, and offers to log in', async () => {
  const device = await openDevice(world, 'phone', forAxe);
  const { page } = device;
  await goTo(device, `/email-preference/unsubscribe#${'A'.repeat(123)}`);
  await expect(page.getByRole('alert')).toContainText('This link does not work.');
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expectAccessible(device, 'dead');
});

test('[C-131] the way there: from the profile of a member, and from where the account is kept safe', async () => {
  const device = await openSignedIn(world, 'phone', 'member');
  const { page } = device;
  await goTo(device, '/member-dashboard/profile');
  await page.getByRole('link', { name: 'Email preferences' }).click();
  await expect(page).toHaveURL(`${device.origin}/email-preference`);
  await expect(page.getByText('m…@demo.test')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Orchid' }).click();
  await expect(page).toHaveURL(`${device.origin}/member-dashboard/homepage`);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Password and recovery' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Email preferences' }).click();
  await expect(page).toHaveURL(`${device.origin}/email-preference`);
  await expect(page.getByText('m…@demo.test')).toBeVisible();
});

import { expect as expectSoon, test, type Page } from '@playwright/test';
import {
  createWorld,
  deviceOf,
  disposeWorld,
  expectDelivered,
  goTo,
  moveTo,
  openSessions,
  type World,
} from '../support/app-states.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
import { comingClient, makeClient } from './support/client-card.ts';
import { accountOf } from './support/invites.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld({ ...forAxe, locale: 'en-US' });
});
test.afterAll(() => disposeWorld(world));

const charts = '/pro-dashboard/patient-charts';
const chartOf = (page: Page) => page.getByRole('article', { name: 'Chart' });

for (const kind of kindsOf('client-card-standing'))
  test(`[CH-3] before a client is archived coming sessions are named and cancelled only where that is asked; restored, all is as before, ${kind}`, async () => {
    test.setTimeout(120_000);
    const device = await deviceOf(world, kind, 'clinician');
    const { page } = device;
    const { path, name } = await comingClient(device);
    const coming = chartOf(page).getByRole('region', { name: 'Upcoming sessions' });
    await expect(coming.getByRole('button', { name: 'Cancel session' }).first()).toBeVisible();
    const before = await coming.getByRole('button', { name: 'Cancel session' }).count();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Archive this client?' });
    await expect(sheet.getByRole('checkbox', { name: /^Cancel \w+day, / }).first()).not.toBeChecked();
    await expectAccessibleHere(device, 'client-archive');
    await sheet.getByRole('checkbox').first().check();
    await sheet.getByRole('button', { name: 'Archive and cancel 1 session' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(chartOf(page)).toContainText(/Archived on /);
    await expect(coming.getByRole('button', { name: 'Cancel session' })).toHaveCount(before - 1);
    await expect(accountOf(page).getByRole('button', { name: /^Invite / })).toHaveCount(0);

    await moveTo(device, charts);
    await page.getByLabel('Search clients').fill(name);
    const row = page.getByRole('listitem').getByRole('link').filter({ hasText: 'Archived' });
    await expect(row).toHaveCount(0);
    await page.getByRole('checkbox', { name: /^Archived too/ }).check();
    await expect(row).toHaveCount(1);
    await row.click();
    await page.waitForURL(`${device.origin}${path}`);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(chartOf(page)).not.toContainText(/Archived on /);
    await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible();
    expect(device.problems).toEqual([]);
  });

test('[CH-3] a status is kept at once and can be undone; who is discharged has the notes named that are not signed', async () => {
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  const status = chartOf(page).getByLabel('Status');
  // Notes are still to be written also of clients who are treated no more.
  for (const session of await openSessions(device)) {
    await goTo(device, `/pro-dashboard/schedule/${session}`);
    await page.getByRole('link', { name: 'Open chart' }).click();
    if ((await status.inputValue()) === 'active') break;
  }
  await expect(status).toHaveValue('active');
  await status.selectOption('waitlist');
  await expect(status).toHaveValue('waitlist');
  await chartOf(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(status).toHaveValue('active');
  await status.selectOption('discharged');
  const sheet = page.getByRole('dialog', { name: 'Discharge this client?' });
  await expect(
    sheet.getByRole('region', { name: 'Notes that are not signed' }).getByRole('link').first(),
  ).toBeVisible();
  await sheet.getByRole('button', { name: 'Discharge', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(status).toHaveValue('discharged');
  await chartOf(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(status).toHaveValue('active');
  expect(device.problems).toEqual([]);
});

test('[CH-4] two charts of one person are found, set side by side and merged; restoring the other undoes it, and “Not the same” is remembered', async () => {
  test.setTimeout(150_000);
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  const who = { last: 'Aabel', dob: '03/09/1991' };
  const first = await makeClient(device, { ...who, first: 'Zoe', phone: '3035550133' });
  const second = await makeClient(device, { ...who, first: 'Zoë', email: 'zoe@home.test' });
  const notice = chartOf(page).getByText('Perhaps here twice');
  await expect(notice).toBeVisible();
  await expect(
    page
      .getByRole('listitem')
      .getByRole('link')
      .filter({ hasText: /Aabel.*Perhaps here twice/ }),
  ).toHaveCount(2);
  await expectAccessibleHere(device, 'client-twice');
  await page.getByRole('button', { name: 'Compare' }).click();
  const sheet = page.getByRole('dialog', { name: 'The same person?' });
  await expect(sheet.getByRole('group', { name: 'Phone' })).toContainText('(303) 555 0133');
  await expectAccessibleHere(device, 'client-same-person');
  await sheet.getByRole('radio', { name: /^Zoe Aabel/ }).check();
  await expect(sheet.getByRole('group', { name: 'Email' })).toContainText('zoe@home.test');
  await sheet.getByRole('group', { name: 'Legal First Name' }).getByRole('radio', { name: /^Zoë/ }).check();
  await sheet.getByRole('button', { name: 'Merge' }).click();
  await page.waitForURL(`${device.origin}${first}`);
  await expect(chartOf(page)).toContainText('zoe@home.test');
  await expect(chartOf(page).getByRole('heading', { level: 1 })).toHaveText('Zoë Aabel');
  await expect(chartOf(page)).toContainText('Notes of before are in');
  await expectDelivered(device);

  const other = await deviceOf(world, 'phone', 'clinician');
  await moveTo(other, second);
  await expect(chartOf(other.page)).toContainText('This chart was merged into the chart of Zoë Aabel');
  await other.page.getByRole('button', { name: 'Restore' }).click();
  await expect(chartOf(other.page)).not.toContainText('This chart was merged');
  await expect(notice).toBeVisible();
  await expect(chartOf(page)).not.toContainText('Notes of before are in');
  await page.getByRole('button', { name: 'Not the same' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(chartOf(page)).toContainText('Zoë Aabel');
  await expect(notice).toHaveCount(0);
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(kept).not.toMatch(/Aabel|zoe@|5550133/i);
  expect([...device.problems, ...other.problems]).toEqual([]);
});

test('[C-151] clients are found by phone and email in any writing, by type, and who was opened last stands first', async () => {
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  await makeClient(device, { first: 'Odd', last: 'Aaby', phone: '9705450177', email: 'odd.aaby@home.test' });
  await goTo(device, charts);
  const rows = page.getByRole('listitem').getByRole('link');
  for (const query of ['970-545-0177', '+1 (970) 545 0177', '5450177', 'odd.aaby@', 'odd aab']) {
    await page.getByLabel('Search clients').fill(query);
    await expect(rows).toHaveText([/Aaby, Odd/]);
  }
  await expectAccessibleHere(device, 'charts-searched');
  await page.getByLabel('Search clients').fill('');
  await expect(page.getByRole('navigation', { name: 'Recently opened' }).getByRole('link').first()).toHaveText(
    'Odd Aaby',
  );
  await page.getByLabel('Individual or couple').selectOption('couple');
  await expect(rows.filter({ hasText: 'Aaby, Odd' })).toHaveCount(0);
  await expect(rows.first()).toHaveText(/ and /);
  await page.getByLabel('Status', { exact: true }).selectOption('waitlist');
  await page.getByLabel('Individual or couple').selectOption('all');
  await expect(rows.first()).toContainText('Waitlist');
  expect(device.problems).toEqual([]);
});

import { expect as expectSoon, test, type Page } from '@playwright/test';
import {
  createWorld,
  deviceOf,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  moveTo,
  type Device,
  type World,
} from '../support/app-states.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
import { editSheet, field, makeClient } from './support/client-card.ts';
import { longName } from './support/long-words.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld({ ...forAxe, locale: 'en-US' });
});
test.afterAll(() => disposeWorld(world));

const chartOf = (page: Page) => page.getByRole('article', { name: 'Chart' });
const refused = 'This was changed elsewhere meanwhile';

for (const kind of kindsOf('client-card'))
  test(`[CH-2] what is known of a client is changed without a network, stands on the chart at once, and reaches the other device, ${kind}`, async () => {
    test.setTimeout(120_000);
    const device = await deviceOf(world, kind, 'clinician');
    const { page } = device;
    const path = await makeClient(device, { first: 'Ivo', last: `Aaker ${kind}`, phone: '3035550133' });
    await goOffline(device);
    const sheet = await editSheet(page);
    await expectAccessibleHere(device, 'client-edit');
    await field(sheet, 'Legal Last Name').fill('');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(field(sheet, 'Legal Last Name')).toBeFocused();
    await field(sheet, 'Legal Last Name').fill(longName);
    await field(sheet, 'Pronouns').fill('they/them');
    await field(sheet, 'Phone').fill('+1 720 555 0100');
    await field(sheet, 'Email').fill('ivo@home.test');
    await field(sheet, 'Address').fill('12 Oak St');
    await field(sheet, 'State').selectOption('CO');
    await field(sheet, 'Contact’s name').fill('Rosa Aaker');
    await field(sheet, 'Relationship').fill('Sister');
    await field(sheet, 'Emergency phone').fill('(303) 555-0199');
    await field(sheet, 'Insurance provider').fill('Blue Ridge');
    await field(sheet, 'Member ID').fill('M-77');
    await field(sheet, 'Time zone').selectOption('America/Denver');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toHaveCount(0);
    await expectFacts(page);
    await expectAccessibleHere(device, 'client-facts');
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    if (size) await page.setViewportSize(size);

    await goOnline(device);
    await expectDelivered(device);
    const other = await deviceOf(world, kind === 'phone' ? 'desktop' : 'phone', 'clinician');
    await moveTo(other, path);
    await expectFacts(other.page);
    expect([...device.problems, ...other.problems]).toEqual([]);
  });

async function expectFacts(page: Page): Promise<void> {
  const chart = chartOf(page);
  await expect(chart.getByRole('heading', { level: 1 })).toHaveText(`Ivo ${longName}`);
  await expect(chart).toContainText('they/them');
  await expect(chart.getByRole('link', { name: '+1 720 555 0100' })).toHaveAttribute('href', 'tel:+17205550100');
  await expect(chart.getByRole('link', { name: 'ivo@home.test' })).toHaveAttribute('href', 'mailto:ivo@home.test');
  await expect(chart).toContainText('12 Oak St, Colorado');
  await expect(chart).toContainText('Rosa Aaker, Sister');
  await expect(chart.getByRole('link', { name: '(303) 555-0199' })).toHaveAttribute('href', 'tel:3035550199');
  await expect(chart).toContainText('Blue Ridge, member M-77');
  await expect(chart).toContainText('Denver time');
}

test('[CH-2] the same fact changed on two devices is refused with its text, nothing typed is lost, and one goes on from what is there', async () => {
  test.setTimeout(150_000);
  const away = await deviceOf(world, 'phone', 'clinician');
  const here = await deviceOf(world, 'desktop', 'clinician');
  const path = await makeClient(here, { first: 'Una', last: 'Aasen', phone: '3035550133' });
  await expectDelivered(here);
  await moveTo(away, path);
  await expect(chartOf(away.page)).toContainText('(303) 555 0133');

  // Without a network: the device takes it, the server does not.
  await goOffline(away);
  await change(away, 'Phone', '720 555 0100');
  await change(here, 'Phone', '212 555 0142');
  await expectDelivered(here);
  await goOnline(away);
  const alert = chartOf(away.page).getByRole('alert').filter({ hasText: refused });
  await expect(alert).toBeVisible();
  await expect(chartOf(away.page)).toContainText('212 555 0142');
  await alert.getByRole('button', { name: 'See what is there now' }).click();
  const sheet = away.page.getByRole('dialog');
  await expect(sheet.getByRole('region', { name: 'What is there now' })).toContainText('212 555 0142');
  await expect(field(sheet, 'Phone')).toHaveValue('720 555 0100');
  await expectAccessibleHere(away, 'client-edit-again');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(alert).toHaveCount(0);
  await expect(chartOf(here.page)).toContainText('720 555 0100');

  // While the sheet is open: it says so itself.
  const open = await editSheet(away.page);
  await field(open, 'Pronouns').fill('she/her');
  await change(here, 'Pronouns', 'they/them');
  await expect(chartOf(away.page)).toContainText('they/them');
  await open.getByRole('button', { name: 'Save' }).click();
  await expect(open.getByRole('alert')).toContainText(refused);
  await expect(field(open, 'Pronouns')).toHaveValue('she/her');
  await open.getByRole('button', { name: 'See what is there now' }).click();
  await expect(open.getByRole('region', { name: 'What is there now' })).toContainText('they/them');
  await open.getByRole('button', { name: 'Save' }).click();
  await expect(open).toHaveCount(0);
  await expect(chartOf(here.page)).toContainText('she/her');
  expect([...away.problems, ...here.problems]).toEqual([]);
});

async function change({ page }: Device, name: string, text: string): Promise<void> {
  const sheet = await editSheet(page);
  await field(sheet, name).fill(text);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);
}

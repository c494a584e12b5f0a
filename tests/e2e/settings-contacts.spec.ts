import { expect as expectSoon, test, type Page } from '@playwright/test';
import {
  closeOthers,
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
import { expectAccessible, forAxe } from './support/axe.ts';
import { longName } from './support/long-words.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld(forAxe);
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  for (const { problems } of world.devices) expect(problems).toEqual([]);
  await closeOthers(world);
});

const contactsPath = '/pro-dashboard/settings/contacts';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();

/** Adds a contact in the open page. */
async function addContact(page: Page, facts: Readonly<Record<string, string>>, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a contact' }).click();
  await field(page, 'Kind').selectOption({ label: kind });
  for (const [label, text] of Object.entries(facts)) await field(page, label).fill(text);
  await save(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, facts['Name'] ?? '')).toBeVisible();
}

async function changePhone(device: Device, name: string, phone: string): Promise<void> {
  const { page } = device;
  await page.getByRole('button', { name: `Change ${name}` }).click();
  await field(page, 'Phone').fill(phone);
  await save(page);
}

for (const kind of kindsOf('settings-contacts')) {
  test(`[C-158] contacts are added, found, changed, removed and brought back offline; a colleague has them, ${kind}`, async () => {
    test.setTimeout(120_000);
    const device = await deviceOf(world, kind, 'clinician');
    const { page } = device;
    await moveTo(device, contactsPath);
    await expect(page.getByRole('button', { name: 'Add a contact' })).toBeVisible();
    await goOffline(device);
    const name = kind === 'phone' ? 'Zoë Marsh' : 'Yara Marsh';
    await addContact(
      page,
      { Name: name, Organization: 'Harbor Clinic', Phone: '(303) 555 0100', Email: 'marsh@harbor.test' },
      'Referrer',
    );
    await addContact(page, { Name: `Crisis line ${kind}`, Phone: '+1 303 555 0911' }, 'Emergency');
    await expect(row(page, name)).toContainText('Referrer · Harbor Clinic');
    await expect(row(page, name).getByRole('link', { name: '(303) 555 0100' })).toHaveAttribute(
      'href',
      'tel:3035550100',
    );
    await expect(row(page, name).getByRole('link', { name: 'marsh@harbor.test' })).toHaveAttribute(
      'href',
      'mailto:marsh@harbor.test',
    );
    await expectAccessible(device, 'contacts');

    const list = page.getByRole('list', { name: 'Contacts' });
    await field(page, 'Search contacts').fill(name.slice(0, 3).replace('ë', 'e'));
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await field(page, 'Search contacts').fill('harb');
    await expect(row(page, name)).toBeVisible();
    await field(page, 'Search contacts').fill('nobody of this name');
    await expect(page.getByText('Nobody matches')).toBeVisible();
    await field(page, 'Search contacts').fill('');
    await field(page, 'Kinds shown').selectOption('emergency');
    await expect(row(page, name)).toHaveCount(0);
    await expect(row(page, `Crisis line ${kind}`)).toBeVisible();
    await field(page, 'Kinds shown').selectOption('all');

    await page.getByRole('button', { name: `Change ${name}` }).click();
    await expectAccessible(device, 'contact-sheet');
    await field(page, 'Email').fill('marsh at harbor');
    await save(page);
    await expect(page.getByText('Please enter a valid email')).toBeVisible();
    await field(page, 'Email').fill('');
    await field(page, 'Remark').fill('Mornings only.');
    await save(page);
    await expect(row(page, name)).toContainText('Mornings only.');
    await expect(row(page, name).getByRole('link', { name: 'marsh@harbor.test' })).toHaveCount(0);

    await page.getByRole('button', { name: `Remove ${name}` }).click();
    const undo = page.getByRole('button', { name: `Undo removing ${name}` });
    await expect(undo).toBeFocused();
    await expect(page.getByText(`${name} is removed.`)).toBeVisible();
    await undo.click();
    await expect(row(page, name)).toContainText('Mornings only.');
    await page.getByRole('button', { name: `Remove Crisis line ${kind}` }).click();
    await expect(page.getByText(`Crisis line ${kind} is removed.`)).toBeVisible();

    await goOnline(device);
    await expectDelivered(device);
    await expect(row(page, name)).not.toContainText('waiting to reach the server');
    const colleague = await deviceOf(world, kind, 'colleague');
    await moveTo(colleague, contactsPath);
    await expect(row(colleague.page, name)).toContainText('(303) 555 0100');
    await expect(row(colleague.page, name)).toContainText('Mornings only.');
    await expect(row(colleague.page, `Crisis line ${kind}`)).toHaveCount(0);
  });
}

test('[C-158] what a colleague changed meanwhile is not written over unseen: it is said and shown, and what was typed stays', async () => {
  test.setTimeout(180_000);
  const [mine, hers] = [await deviceOf(world, 'phone', 'clinician'), await deviceOf(world, 'desktop', 'colleague')];
  const { page } = mine;
  const name = 'Pat Waits';
  for (const device of [mine, hers]) await moveTo(device, contactsPath);
  await addContact(page, { Name: name, Phone: '303 555 0001' }, 'Other clinician');
  await expect(row(hers.page, name)).toBeVisible();

  // While the sheet is open: refused here.
  await page.getByRole('button', { name: `Change ${name}` }).click();
  await changePhone(hers, name, '303 555 0002');
  await expect(row(page, name)).toContainText('303 555 0002');
  await field(page, 'Phone').fill('303 555 0003');
  await field(page, 'Organization').fill('County of Denver');
  await save(page);
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('alert')).toContainText('This was changed elsewhere meanwhile.');
  await sheet.getByRole('button', { name: 'See what is there now' }).click();
  await expect(sheet.getByRole('region', { name: 'What is there now' })).toContainText('303 555 0002');
  await expect(field(page, 'Phone')).toHaveValue('303 555 0003');
  await expectAccessible(mine, 'contact-changed-meanwhile');
  await save(page);
  await expect(row(page, name)).toContainText('303 555 0003');
  await expect(row(hers.page, name)).toContainText('County of Denver');
  await expect(row(hers.page, name)).toContainText('303 555 0003');

  // Without a network: refused by the server.
  await goOffline(mine);
  await changePhone(mine, name, '303 555 0004');
  await expect(row(page, name)).toContainText('303 555 0004');
  await changePhone(hers, name, '303 555 0005');
  await expectDelivered(hers);
  await goOnline(mine);
  const said = page.getByRole('alert').filter({ hasText: `A change to ${name} was not taken` });
  await expect(said).toContainText('This was changed elsewhere meanwhile.', { timeout: 40_000 });
  await expect(row(page, name)).toContainText('303 555 0005');
  await expectAccessible(mine, 'contact-refused');
  await said.getByRole('button', { name: 'See what is there now' }).click();
  await expect(sheet.getByRole('region', { name: 'What is there now' })).toContainText('303 555 0005');
  await expect(field(page, 'Phone')).toHaveValue('303 555 0004');
  await save(page);
  await expect(said).toHaveCount(0);
  await expect(row(hers.page, name)).toContainText('303 555 0004');
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced');

  // Removed by her while it is open: said, and brought back by saving.
  await page.getByRole('button', { name: `Change ${name}` }).click();
  await hers.page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(sheet.getByText('This contact was removed meanwhile.')).toBeVisible();
  await field(page, 'Remark').fill('Still here.');
  await save(page);
  await expect(row(page, name)).toContainText('Still here.');
  await expect(row(hers.page, name)).toContainText('Still here.');
});

test('[C-158] a name of a hundred letters stays within 320 pixels, in the list and in its sheet', async () => {
  const device = await deviceOf(world, 'phone', 'clinician');
  const { page } = device;
  await page.setViewportSize({ width: 320, height: 640 });
  await moveTo(device, contactsPath);
  await addContact(
    page,
    { Name: longName, Organization: longName, Email: `${longName.slice(0, 60)}@long.test` },
    'Other',
  );
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await widest()).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: `Change ${longName}` }).click();
  await expect(field(page, 'Name')).toHaveValue(longName);
  expect(await page.getByRole('dialog').evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: `Remove ${longName}` }).click();
  await expect(page.getByText(`${longName} is removed.`)).toBeVisible();
  expect(await widest()).toBeLessThanOrEqual(320);
});

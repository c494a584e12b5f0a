import {
  goOffline,
  goOnline,
  expectDelivered,
  moveTo,
  openSignedIn,
  type Device,
  type World,
} from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';
import { comingClient, editSheet, field, makeClient } from './client-card.ts';
import { longName, longWord } from './long-words.ts';

export const clientCardPictures = [
  'client-edit-normal',
  'client-edit-wrong',
  'client-edit-offline',
  'client-edit-refused',
  'client-edit-now',
  'client-edit-end',
  'client-card-normal',
  'client-card-long',
  'client-card-refused',
  'client-card-again',
  'client-card-couple',
  'client-edit-couple',
  'client-archive-normal',
  'client-archive-cancelling',
  'client-archive-empty',
  'client-card-archived',
  'client-twice-normal',
  'client-same-normal',
  'client-same-long',
  'client-merged-normal',
  'client-kept-normal',
  'charts-recent',
  'charts-searched',
  'charts-filtered',
  'charts-archived',
];

/** The card of a client: changed, refused, archived, found twice and merged, and how the list finds them. */
export async function clientCardScreens(world: World, kind: Device['kind']): Promise<void> {
  const device = await openSignedIn(world, kind, 'clinician');
  const other = await openSignedIn(world, kind === 'phone' ? 'desktop' : 'phone', 'clinician');
  await edited(device, other);
  await couple(device);
  await archived(device);
  await twice(device);
  await listed(device);
  for (const { context } of [device, other]) await context.close();
}

const chartOf = ({ page }: Device) => page.getByRole('article', { name: 'Chart' });

async function edited(device: Device, other: Device): Promise<void> {
  const { page } = device;
  const path = await makeClient(device, { first: 'Ivo', last: `Aaker ${device.kind}`, phone: '3035550133' });
  await expectDelivered(device);
  await moveTo(other, path);
  await expect(chartOf(other)).toContainText('(303) 555 0133');
  const sheet = await editSheet(page);
  await shoot(device, 'client-edit', 'normal');
  await field(sheet, 'Legal Last Name').fill('');
  await field(sheet, 'Date of birth').fill('13/41/1990');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(field(sheet, 'Legal Last Name')).toBeFocused();
  await shoot(device, 'client-edit', 'wrong');
  await field(sheet, 'Legal Last Name').fill('Aaker');
  await field(sheet, 'Date of birth').fill('03/09/1991');
  await field(sheet, 'Pronouns').fill('they/them');
  await field(sheet, 'Email').fill('ivo.aaker@home.test');
  await field(sheet, 'Address').fill('12 Oak St');
  await field(sheet, 'City').fill('Denver');
  await field(sheet, 'State').selectOption('CO');
  await field(sheet, 'Contact’s name').fill('Rosa Aaker');
  await field(sheet, 'Relationship').fill('Sister');
  await field(sheet, 'Emergency phone').fill('(303) 555-0199');
  await field(sheet, 'Insurance provider').fill('Blue Ridge');
  await field(sheet, 'Group ID').fill('G-1');
  await field(sheet, 'Member ID').fill('M-77');
  await shoot(device, 'client-edit', 'end');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);
  await expectDelivered(device);
  await shoot(device, 'client-card', 'normal');

  // Somebody else changes the same while the sheet is open.
  const open = await editSheet(page);
  await field(open, 'Phone').fill('720 555 0100');
  await said(other, 'Phone', '212 555 0142');
  await expect(chartOf(device)).toContainText('212 555 0142');
  await open.getByRole('button', { name: 'Save' }).click();
  await open.getByRole('button', { name: 'See what is there now' }).scrollIntoViewIfNeeded();
  await shoot(device, 'client-edit', 'refused');
  await open.getByRole('button', { name: 'See what is there now' }).click();
  await expect(open.getByRole('region', { name: 'What is there now' })).toBeVisible();
  await shoot(device, 'client-edit', 'now');
  await open.getByRole('button', { name: 'Save' }).click();
  await expect(open).toHaveCount(0);
  await expect(chartOf(other)).toContainText('720 555 0100');

  // The same without a network, with names as long as there are.
  await goOffline(device);
  const away = await editSheet(page);
  await field(away, 'Legal First Name').fill(longName);
  await field(away, 'Legal Last Name').fill(longName);
  await field(away, 'Pronouns').fill(longName);
  await field(away, 'Email').fill(`${longWord.toLowerCase()}@home.test`);
  await field(away, 'Contact’s name').fill(longName);
  await field(away, 'Insurance provider').fill(longName);
  await shoot(device, 'client-edit', 'offline');
  await away.getByRole('button', { name: 'Save' }).click();
  await expect(away).toHaveCount(0);
  await shoot(device, 'client-card', 'long');
  await said(other, 'Pronouns', 'she/her');
  await expectDelivered(other);
  await goOnline(device);
  await expect(chartOf(device).getByRole('alert').first()).toBeVisible();
  await shoot(device, 'client-card', 'refused');
  await chartOf(device).getByRole('button', { name: 'See what is there now' }).click();
  await expect(page.getByRole('region', { name: 'What is there now' })).toBeVisible();
  await shoot(device, 'client-card', 'again');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function said({ page }: Device, name: string, text: string): Promise<void> {
  const sheet = await editSheet(page);
  await field(sheet, name).fill(text);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);
}

async function couple(device: Device): Promise<void> {
  const { page } = device;
  await moveTo(device, '/pro-dashboard/patient-charts');
  await page.getByLabel('Individual or couple').selectOption('couple');
  await page.getByRole('listitem').getByRole('link').first().click();
  await expect(chartOf(device)).toContainText('Couple');
  await shoot(device, 'client-card', 'couple');
  const sheet = await editSheet(page);
  await sheet.getByLabel('Whose').selectOption({ index: 1 });
  await shoot(device, 'client-edit', 'couple');
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
}

async function archived(device: Device): Promise<void> {
  const { page } = device;
  await comingClient(device);
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('checkbox').first()).toBeVisible();
  await shoot(device, 'client-archive', 'normal');
  await sheet.getByRole('checkbox').first().check();
  await shoot(device, 'client-archive', 'cancelling');
  await sheet.getByRole('button', { name: 'Back' }).click();
  await makeClient(device, { first: 'Bo', last: `Aabenraa ${device.kind}` });
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(sheet).toContainText('No session is planned');
  await shoot(device, 'client-archive', 'empty');
  await sheet.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(chartOf(device)).toContainText('Archived on');
  await shoot(device, 'client-card', 'archived');
}

async function twice(device: Device): Promise<void> {
  const { page } = device;
  const who = { last: `Aabel ${device.kind}`, dob: '03/09/1991' };
  await makeClient(device, { ...who, first: 'Zoe', phone: '3035550133', email: 'zoe@work.test' });
  const second = await makeClient(device, { ...who, first: 'Zoë', email: 'zoe@home.test' });
  await expect(chartOf(device).getByText('Perhaps here twice')).toBeVisible();
  await shoot(device, 'client-twice', 'normal');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('group', { name: 'Phone' })).toBeVisible();
  await shoot(device, 'client-same', 'normal');
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  await said(device, 'Address', `${longWord} 12, ${longWord}`);
  await said(device, 'Email', `${longWord.toLowerCase()}@home.test`);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('radio', { name: /^Zoe / }).first().check();
  await expect(page.getByRole('group', { name: 'Address' })).toBeVisible();
  await shoot(device, 'client-same', 'long');
  await page.getByRole('button', { name: 'Merge' }).click();
  await expect(chartOf(device)).toContainText('Notes of before are in');
  await shoot(device, 'client-kept', 'normal');
  await moveTo(device, second);
  await expect(chartOf(device)).toContainText('This chart was merged into');
  await shoot(device, 'client-merged', 'normal');
}

async function listed(device: Device): Promise<void> {
  const { page } = device;
  await moveTo(device, '/pro-dashboard/patient-charts');
  await page.getByLabel('Individual or couple').selectOption('all');
  await expect(page.getByRole('navigation', { name: 'Recently opened' })).toBeVisible();
  await shoot(device, 'charts', 'recent');
  await page.getByRole('checkbox', { name: /^Archived too/ }).check();
  await shoot(device, 'charts', 'archived');
  await page.getByLabel('Search clients').fill('(303) 555');
  await expect(page.getByRole('listitem').getByRole('link').first()).toBeVisible();
  await shoot(device, 'charts', 'searched');
  await goOffline(device);
  await page.getByLabel('Search clients').fill('');
  await page.getByLabel('Individual or couple').selectOption('couple');
  await shoot(device, 'charts', 'filtered');
  await goOnline(device);
}

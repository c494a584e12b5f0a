import { goOffline, goOnline, moveTo, openSignedIn, type Device, type World } from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';
import { longName, longWord } from './long-words.ts';

export const settingsPictures = [
  'settings-index-normal',
  'client-info-normal',
  'client-info-offline',
  'settings-appearance',
  'settings-security',
  'contacts-empty',
  'contacts-normal',
  'contacts-offline',
  'contacts-nobody',
  'contacts-removed',
  'contacts-refused',
  'contacts-long',
  'contact-sheet-normal',
  'contact-sheet-refused',
  'contact-sheet-now',
  'new-client-asked',
];

const people = [
  ['Referrer', 'Dr. Hannah Osei', 'Harbor Family Medicine', '(212) 555 0181', 'front.desk@harborfamily.test', ''],
  [
    'Other clinician',
    'Dr. Luis Ferrante',
    'Ferrante Psychiatry',
    '(212) 555 0146',
    '',
    'Mornings; faxes are read at noon.',
  ],
  ['Emergency', 'Mobile crisis team', 'City of New York', '+1 212 555 0911', '', ''],
  ['Other', 'Ms. Whitlock', 'Public School 118, counselling', '', 'whitlock@ps118.test', ''],
] as const;

/** What a clinician sets for herself and for the practice. Each width is another clinician’s: what one chooses, the other has not. */
export async function settingsScreens(world: World, kind: Device['kind']): Promise<void> {
  const device = await openSignedIn(world, kind, kind === 'phone' ? 'clinician' : 'colleague');
  const { page } = device;
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const save = () => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const add = async (facts: readonly string[]) => {
    const [what = '', name = '', organization = '', phone = '', email = '', remark = ''] = facts;
    await page.getByRole('button', { name: 'Add a contact' }).click();
    await field('Name').fill(name);
    await field('Kind').selectOption({ label: what });
    await field('Organization').fill(organization);
    await field('Phone').fill(phone);
    await field('Email').fill(email);
    await field('Remark').fill(remark);
    await save();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };

  await moveTo(device, '/pro-dashboard/settings');
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link')).toHaveCount(6);
  await shoot(device, 'settings-index', 'normal');
  await moveTo(device, '/pro-dashboard/settings/appearance');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeVisible();
  await shoot(device, 'settings', 'appearance');
  await moveTo(device, '/pro-dashboard/settings/security');
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await shoot(device, 'settings', 'security');

  await moveTo(device, '/pro-dashboard/settings/client-info');
  await expect(page.getByRole('checkbox', { name: 'Pronouns' })).toBeVisible();
  await shoot(device, 'client-info', 'normal');
  await goOffline(device);
  for (const name of [/^Pronouns/, /^Address/, /^Emergency contact/, /^Insurance/])
    await page.getByRole('checkbox', { name }).check();
  await expect(page.getByText('Saved on this device.')).toBeVisible();
  await shoot(device, 'client-info', 'offline');
  await moveTo(device, '/pro-dashboard/patient-charts');
  await page.getByRole('button', { name: 'New client' }).click();
  await expect(field('Member ID')).toBeVisible();
  await shoot(device, 'new-client', 'asked');
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  await goOnline(device);

  await moveTo(device, '/pro-dashboard/settings/contacts');
  // The second to come finds those of the first.
  await expect(page.getByRole('button', { name: 'Add a contact' })).toBeVisible();
  const names = await page
    .getByRole('button', { name: /^Remove / })
    .evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
  for (const name of names) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('button', { name: name.replace('Remove', 'Undo removing') })).toBeVisible();
  }
  await moveTo(device, '/pro-dashboard/settings');
  await moveTo(device, '/pro-dashboard/settings/contacts');
  await expect(page.getByText('No contacts yet')).toBeVisible();
  await shoot(device, 'contacts', 'empty');
  for (const one of people) await add(one);
  await expect(page.getByText('waiting to reach the server')).toHaveCount(0);
  await shoot(device, 'contacts', 'normal');
  await page.getByRole('button', { name: 'Change Dr. Luis Ferrante' }).click();
  await expect(field('Remark')).toHaveValue(/Mornings/);
  await shoot(device, 'contact-sheet', 'normal');
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  await field('Search contacts').fill(longWord);
  await expect(page.getByText('Nobody matches')).toBeVisible();
  await shoot(device, 'contacts', 'nobody');
  await field('Search contacts').fill('');

  const other = await openSignedIn(world, kind, kind === 'phone' ? 'colleague' : 'clinician');
  await moveTo(other, '/pro-dashboard/settings/contacts');
  await goOffline(device);
  await changePhone(device, '(212) 555 0147');
  await expect(page.getByText('waiting to reach the server')).toBeVisible();
  await shoot(device, 'contacts', 'offline');
  await changePhone(other, '(212) 555 0199');
  await expect(other.page.getByText('waiting to reach the server')).toHaveCount(0);
  await goOnline(device);
  const refused = page.getByRole('alert').filter({ hasText: 'was not taken' });
  await expect(refused).toBeVisible();
  await shoot(device, 'contacts', 'refused');
  await refused.getByRole('button', { name: 'See what is there now' }).click();
  await expect(page.getByRole('region', { name: 'What is there now' })).toBeVisible();
  await shoot(device, 'contact-sheet', 'now');
  await save();
  await expect(refused).toHaveCount(0);
  await page.getByRole('button', { name: 'Change Ms. Whitlock' }).click();
  await field('Name').fill('');
  await field('Email').fill('whitlock at ps118');
  await save();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await shoot(device, 'contact-sheet', 'refused');
  await field('Name').fill('Ms. Whitlock');
  await field('Email').fill('whitlock@ps118.test');
  await save();
  await page.getByRole('button', { name: 'Remove Mobile crisis team' }).click();
  await expect(page.getByText('Mobile crisis team is removed.')).toBeVisible();
  await shoot(device, 'contacts', 'removed');
  await add(['Other', `A${longName.slice(1)}`, longName, longWord, `${longWord}@long.test`, `${longWord} `.repeat(4)]);
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(device, 'contacts', 'long');
  for (const { context } of [device, other]) await context.close();
}

async function changePhone({ page }: Device, phone: string): Promise<void> {
  await page.getByRole('button', { name: 'Change Dr. Luis Ferrante' }).click();
  await page.getByLabel('Phone', { exact: true }).fill(phone);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

import { goOffline, moveTo, openDevice, type Device, type World } from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';
import { longWord } from './long-words.ts';
import { comeInAnew } from './new-professional.ts';

export const quickIntakePictures = [
  'quick-intake-about',
  'quick-intake-refused',
  'quick-intake-practice',
  'quick-intake-address',
  'quick-intake-long',
  'quick-intake-phone',
  'quick-intake-offline',
  'quick-intake-finish',
  'quick-intake-later',
  'professional-record-normal',
  'new-client-normal',
  'new-client-refused',
  'new-client-long',
];

/** Somebody new sets up, on each width. */
export async function quickIntakeScreens(world: World, kind: Device['kind']): Promise<void> {
  const device = await openDevice(world, kind);
  const { page } = device;
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const goOn = () => page.getByRole('button', { name: 'Continue' }).click();
  await comeInAnew(world, device, `pictures-${kind}@practice.test`);
  await shoot(device, 'quick-intake', 'about');
  await field('Date of birth').fill('02/03/2015');
  await field('Legal Last Name').focus();
  await expect(page.getByText('You need to be at least 18 years old')).toBeVisible();
  await shoot(device, 'quick-intake', 'refused');
  await field('Date of birth').fill('02/03/1985');
  await goOn();
  await expect(page.getByRole('heading', { name: 'Describe your practice' })).toBeVisible();
  await field('Professional type').selectOption('physician');
  await field('Specialty').selectOption('Psychiatry');
  await field('License state').selectOption('CO');
  await field('License number').fill('DR-1182');
  await page.getByRole('checkbox', { name: 'I work under supervision' }).check();
  await shoot(device, 'quick-intake', 'practice');
  await page.getByRole('checkbox', { name: 'I work under supervision' }).uncheck();
  await goOn();
  await expect(page.getByRole('heading', { name: 'What is your practice address?' })).toBeVisible();
  const office = page.getByRole('group', { name: 'Business address' });
  await office.getByLabel('Street').fill('12 Oak St');
  await office.getByLabel('City').fill('Denver');
  await office.getByLabel('State').selectOption('CO');
  await office.getByLabel('Zip').fill('80202');
  await shoot(device, 'quick-intake', 'address');
  await office.getByLabel('Street').fill(`${longWord} `.repeat(3));
  await office.getByLabel('City').fill(longWord);
  await shoot(device, 'quick-intake', 'long');
  await goOn();
  await expect(page.getByRole('heading', { name: 'What is your phone number?' })).toBeVisible();
  await shoot(device, 'quick-intake', 'phone');
  device.proxy.setFault('reset');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByText('You are offline.')).toBeVisible();
  await shoot(device, 'quick-intake', 'offline');
  await goOn();
  await expect(page.getByRole('heading', { name: 'Before you finish' })).toBeVisible();
  await shoot(device, 'quick-intake', 'finish');
  await page.getByRole('link', { name: 'Finish later' }).click();
  await goOffline(device);
  await expect(page.getByText('Your registration is not complete yet.')).toBeVisible();
  await shoot(device, 'quick-intake', 'later');
  await moveTo(device, '/pro-dashboard/settings/professional-record');
  await expect(page.getByRole('heading', { name: 'Your record' })).toBeVisible();
  await shoot(device, 'professional-record', 'normal');
  await moveTo(device, '/pro-dashboard/patient-charts');
  await page.getByRole('button', { name: 'New client' }).click();
  await expect(field('Legal First Name')).toBeVisible();
  await shoot(device, 'new-client', 'normal');
  await page.getByRole('button', { name: 'Make the chart' }).click();
  await field('Legal First Name').fill('Signe');
  await page.getByRole('checkbox', { name: /A couple/ }).check();
  await shoot(device, 'new-client', 'refused');
  await field('Legal Last Name').fill(longWord);
  await field('Legal First Name of the other').fill('Tor');
  await field('Legal Last Name of the other').fill(longWord);
  await page.getByRole('button', { name: 'Make the chart' }).click();
  await expect(page).toHaveURL(/patient-charts\/[\w-]{20,}/);
  await expect(page.getByRole('region', { name: 'Client account' })).toBeVisible();
  await shoot(device, 'new-client', 'long');
  await device.context.close();
}

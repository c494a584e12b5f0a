import {
  goOffline,
  goTo,
  moveTo,
  openDevice,
  openSignedIn,
  type Device,
  type World,
} from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';
import { longWord } from './long-words.ts';
import { chartOfMember } from './member-chart.ts';
import { linkIn, waitForMail } from './mailbox.ts';

export const profilePictures = [
  'profile-normal',
  'profile-long',
  'chart-told-normal',
  'edit-profile-normal',
  'edit-profile-offline',
  'intake-required',
  'intake-refused',
  'intake-optional',
  'intake-later',
];

const password = 'Tall-grass-42';

/** A member's profile, and how a new one finishes setting up. */
export async function profileScreens(world: World, kind: Device['kind']): Promise<void> {
  const device = await openSignedIn(world, kind, 'member');
  const { page } = device;
  await moveTo(device, '/member-dashboard/profile');
  await expect(page.getByRole('heading', { name: 'Insurance' })).toBeVisible();
  await shoot(device, 'profile', 'normal');
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(page.getByLabel('About you')).toBeVisible();
  await shoot(device, 'edit-profile', 'normal');
  await page.getByLabel('About you').fill(`${longWord} `.repeat(12));
  await goOffline(device);
  await shoot(device, 'edit-profile', 'offline');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Insurance' })).toBeVisible();
  await shoot(device, 'profile', 'long');
  await device.context.close();
  await chartTold(await openSignedIn(world, kind, 'clinician'));
  await intake(await openDevice(world, kind), world, `new-${kind}@member.test`);
}

/** What the client has told stands in her chart until it is answered. */
async function chartTold(device: Device): Promise<void> {
  const { page } = device;
  await moveTo(device, `/pro-dashboard/patient-charts/${await chartOfMember(device)}`);
  await expect(page.getByRole('region', { name: 'Told by the client' })).toBeVisible();
  await shoot(device, 'chart-told', 'normal');
  await device.context.close();
}

async function intake(device: Device, world: World, email: string): Promise<void> {
  const { page } = device;
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await goTo(device, '/member-register');
  await field('First name').fill('Vera');
  await field('Email').fill(email);
  await field('Password').fill(password);
  await page.getByRole('checkbox', { name: /I am over 18/ }).check();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.goto(linkIn(await waitForMail(world, email, 'Confirm your email for Orchid'), '/confirm-email'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await field('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(device, 'intake', 'required');
  await field('Legal Last Name').fill('Lind');
  await field('Date of birth').fill('02/30/1990');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Please enter a date')).toBeVisible();
  await shoot(device, 'intake', 'refused');
  await field('Date of birth').fill('01/02/1990');
  await field('Address').fill('1 Elm St');
  await field('City').fill('Denver');
  await field('State').selectOption('CO');
  await field('Zip').fill('80202');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(field('Insurance provider')).toBeVisible();
  await shoot(device, 'intake', 'optional');
  await page.getByRole('button', { name: 'Back', exact: true }).first().click();
  await page.getByRole('button', { name: 'Back', exact: true }).first().click();
  await expect(page.getByText('not complete yet')).toBeVisible();
  await shoot(device, 'intake', 'later');
  await device.context.close();
}

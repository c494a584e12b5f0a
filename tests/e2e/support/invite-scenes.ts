import { goTo, openDevice, openSignedIn, type Device, type World } from '../../support/app-states.ts';
import { longWord } from './long-words.ts';
import { expect, shoot } from './camera.ts';
import { accountOf, clientsToInvite, giveBirthDate, inviteByMail, makeAccount, openChart } from './invites.ts';

export const invitePictures = [
  'invite-none',
  'invite-sheet',
  'invite-open',
  'invite-registering',
  'invite-offline',
  'invite-birth-date',
  'invite-wrong',
  'invite-asks',
  'invite-asks-clinician',
  'invite-let-in',
  'invite-member',
  'invite-dead',
  'invite-paper',
  'invite-code',
];

/** A client is invited on one width, joins on it too, gives a wrong date three times and is let in; then a code on paper. */
export async function inviteScreens(world: World, kind: Device['kind']): Promise<void> {
  const clinician = await openSignedIn(world, kind, 'clinician');
  const { page } = clinician;
  const account = accountOf(page);
  const [client, other] = await clientsToInvite(clinician, 2);
  if (!client || !other) throw new Error('the demo has too few clients');
  await openChart(clinician, client);
  await account.scrollIntoViewIfNeeded();
  await shoot(clinician, 'invite', 'none');
  await account.getByRole('button', { name: /^Invite / }).click();
  await shoot(clinician, 'invite', 'sheet');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  const hash = await inviteByMail(clinician, world, `${longWord.toLowerCase()}-${kind}@home.test`);
  await account.scrollIntoViewIfNeeded();
  await shoot(clinician, 'invite', 'open');
  const invited = await openDevice(world, kind);
  await join(invited, hash);
  await account.scrollIntoViewIfNeeded();
  await expect(account).toContainText('waits for you');
  await shoot(clinician, 'invite', 'asks-clinician');
  await account.getByRole('button', { name: /^Let .* in$/ }).click();
  await shoot(clinician, 'invite', 'let-in');
  await page.getByRole('button', { name: 'Let in', exact: true }).click();
  await expect(account).toContainText('sees their sessions');
  await shoot(clinician, 'invite', 'member');
  await paper(clinician, other.patient_chart_id);
  for (const { context } of [clinician, invited]) await context.close();
}

async function join(device: Device, hash: string): Promise<void> {
  const { page } = device;
  await goTo(device, `/member-register${hash}`);
  await expect(page.getByLabel('First name')).toBeVisible();
  await shoot(device, 'invite', 'registering');
  device.proxy.setFault('reset');
  await makeAccount(page);
  await expect(page.getByRole('alert')).toContainText('There is no connection');
  await shoot(device, 'invite', 'offline');
  device.proxy.setFault('none');
  await page.getByRole('button', { name: 'Make my account' }).click();
  await expect(page.getByLabel('Your birth date')).toBeVisible();
  await shoot(device, 'invite', 'birth-date');
  for (const year of ['1901', '1902', '1903']) {
    await giveBirthDate(page, `${year}-01-01`);
    if (year === '1903') break;
    await expect(page.getByRole('alert')).toContainText(year === '1901' ? '2 times' : 'once');
    if (year === '1901') await shoot(device, 'invite', 'wrong');
  }
  await expect(page.getByRole('heading', { name: /lets you in next$/ })).toBeVisible();
  await shoot(device, 'invite', 'asks');
}

async function paper(device: Device, chartId: string): Promise<void> {
  const { page } = device;
  const account = accountOf(page);
  await goTo(device, `/pro-dashboard/patient-charts/${chartId}`);
  await account.getByRole('button', { name: /^Invite / }).click();
  await page.getByRole('radio', { name: /code on paper/ }).check();
  await page.getByRole('button', { name: 'Make a code' }).click();
  await expect(account).toContainText('not used yet');
  await account.getByRole('button', { name: /^Show the code/ }).click();
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await shoot(device, 'invite', 'code');
  await goTo(device, `/member-register#${'x'.repeat(43)}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'invite', 'dead');
  await page.getByRole('button', { name: 'Register without an invite' }).click();
  await page.getByRole('button', { name: 'I have a code on paper' }).click();
  await shoot(device, 'invite', 'paper');
}

import { goTo, openDevice, openSignedIn, type Device, type World } from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';
import { accountOf, clientsToInvite, inviteByMail, openChart } from './invites.ts';
import { longWord } from './long-words.ts';
import { linkIn, waitForMails } from './mailbox.ts';

export const preferencePictures = [
  'email-preference-empty',
  'email-preference-normal-long',
  'email-preference-saved',
  'email-preference-unsubscribe',
  'email-preference-offline',
  'email-preference-unsubscribed',
  'email-preference-refused',
  'invite-unwanted',
];

/** What an address is sent: by a mail’s link, without one, by a dead one; and the clinician who invites it all the same. */
export async function preferenceScreens(world: World, kind: Device['kind']): Promise<void> {
  const clinician = await openSignedIn(world, kind, 'clinician');
  const [client] = await clientsToInvite(clinician, 1);
  if (!client) throw new Error('the demo has too few clients');
  const email = `wants-none-${kind}@${longWord
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .slice(0, 60)}.test`;
  await openChart(clinician, client);
  await inviteByMail(clinician, world, email);
  const [mail] = await waitForMails(world, email, 1);
  const { hash } = new URL(linkIn(mail, '/email-preference/unsubscribe'));

  const device = await openDevice(world, kind);
  const { page } = device;
  await goTo(device, '/email-preference');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(device, 'email-preference', 'empty');
  await goTo(device, `/email-preference/update-preference${hash}`);
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeVisible();
  await shoot(device, 'email-preference', 'normal-long');
  await page.getByRole('checkbox', { name: /^News/ }).check();
  await save.click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await shoot(device, 'email-preference', 'saved');
  await goTo(device, `/email-preference/unsubscribe${hash}`);
  const unsubscribe = page.getByRole('button', { name: 'Unsubscribe' });
  await expect(unsubscribe).toBeVisible();
  await shoot(device, 'email-preference', 'unsubscribe');
  device.proxy.setFault('reset');
  await unsubscribe.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'email-preference', 'offline');
  device.proxy.setFault('none');
  await unsubscribe.click();
  await expect(unsubscribe).toHaveCount(0);
  await shoot(device, 'email-preference', 'unsubscribed');
  await goTo(device, `/email-preference/unsubscribe#${'A'.repeat(123)}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'email-preference', 'refused');

  await openChart(clinician, client);
  const account = accountOf(clinician.page);
  await account.getByRole('button', { name: /^Send the invite of .* again$/ }).click();
  await clinician.page.getByRole('button', { name: 'Send the invite', exact: true }).click();
  await expect(account.getByRole('alert')).toBeVisible();
  await account.scrollIntoViewIfNeeded();
  await shoot(clinician, 'invite', 'unwanted');
  for (const { context } of [clinician, device]) await context.close();
}

import { expect as expectSoon, test } from '@playwright/test';
import { demoPassword } from '../support/app-driver.ts';
import {
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  lockNow,
  notePath,
  openSessions,
  openSignedIn,
  people,
  planLabel,
  writeIn,
  type Device,
  type World,
} from '../support/app-states.ts';
import { field, newPasswords, openResetLink, press } from './support/reset-link.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
const [next, other] = newPasswords;
let world: World;
// The password is another one afterwards: each width has a server of its own.
test.beforeEach(async () => {
  world = await createWorld();
});
test.afterEach(() => disposeWorld(world));

/** Opens "Password and recovery" of whoever is signed in. */
async function openSecurity({ page }: Device): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Password and recovery' }).click();
  await expect(page.getByRole('dialog', { name: 'Password and recovery' })).toBeVisible();
}

for (const kind of kindsOf('recovery-code')) {
  test(`[C-450] a recovery code is kept on a ${kind}, and with it a forgotten password loses nothing; the password is changed and the other device goes on`, async () => {
    test.setTimeout(180_000);
    const device = await openSignedIn(world, kind, 'colleague');
    const { page, origin } = device;
    const away = await openSignedIn(world, kind === 'phone' ? 'desktop' : 'phone', 'colleague');
    await openSecurity(device);
    await press(page, 'Make a recovery code');
    const code = (await page.getByRole('list', { name: 'Recovery code' }).getByRole('listitem').allInnerTexts()).join(
      ' ',
    );
    await press(page, 'I have kept it');
    await field(page, 'Recovery code').fill('ABCD');
    await field(page, 'Password').fill(demoPassword);
    await press(page, 'Use this code');
    await expect(page.getByText('This is not the code that was shown')).toBeVisible();
    await field(page, 'Recovery code').fill(code.toLowerCase());
    await press(page, 'Use this code');
    await expect(page.getByText('Your recovery code is kept.')).toBeVisible();
    await press(page, 'Done');

    const [id = ''] = await openSessions(away);
    await goTo(away, notePath(id));
    await expect(away.page.getByLabel(planLabel)).toBeVisible();
    await goOffline(away);
    await writeIn(away, planLabel, 'Written while the password changed elsewhere');

    await openSecurity(device);
    await press(page, 'Change password');
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await field(page, 'Current password').fill(demoPassword);
    await field(page, 'New password').fill(demoPassword);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('New password cannot be the same as current password.')).toBeVisible();
    await field(page, 'New password').fill(next);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password is changed.')).toBeVisible();
    await press(page, 'Done');

    await goOnline(away);
    await away.page.getByRole('button', { name: 'Log in' }).click();
    const signIn = away.page.getByRole('dialog', { name: away.kind === 'phone' ? 'Sign in or register' : 'Log in' });
    await signIn.getByLabel('Email').fill(people.colleague);
    await signIn.getByLabel('Password', { exact: true }).fill(next);
    await signIn.getByRole('button', { name: 'Log in' }).click();
    await expectDelivered(away);
    await expect(away.page.getByLabel(planLabel)).toHaveText('Written while the password changed elsewhere');

    await lockNow(device);
    await openResetLink(world, device, people.colleague);
    await field(page, 'New password').fill(other);
    await page.getByRole('radio', { name: 'I have my recovery code' }).check();
    await field(page, 'Recovery code').fill(code);
    await press(page, 'Save new password');
    await expect(page).toHaveURL(`${origin}/pro-dashboard/homepage`);
    await expect(page.getByTestId('sync-indicator')).toContainText(/Synced/);
  });
}

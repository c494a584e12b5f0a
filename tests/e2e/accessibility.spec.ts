import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { demoPassword } from '../support/app-driver.ts';
import {
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  lockNow,
  makeRefused,
  makeTwoVersions,
  moveTo,
  beginNote,
  notePath,
  openChoice,
  openDevice,
  openSessions,
  openSignedIn,
  planLabel,
  pressSign,
  todaysSessions,
  writeIn,
  type Device,
  type World,
} from '../support/app-states.ts';
import { endSessions } from './support/end-sessions.ts';
import { addQuotaSwitch, makeNotSaved, setDiskFull } from './support/disk-full.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const kinds = ['phone', 'desktop'] as const;
/** axe is put into the page, which the policy of the app forbids: only these contexts do without it. */
const forAxe = { bypassCSP: true, reducedMotion: 'reduce' } as const;

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

/** No violation of what stands on the screen now, in light and in dark. */
async function expectAccessible({ page, kind }: Device, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          // Further down, what scrolls under a sticky bar would count as a target that is too small.
          scrollTo(0, 0);
          requestAnimationFrame(() => requestAnimationFrame(() => done()));
        }),
    );
    // What does not depend on colour was found in the light already.
    const axe = new AxeBuilder({ page });
    const { violations, passes } = await (
      colorScheme === 'light' ? axe.withTags(tags) : axe.withRules(['color-contrast'])
    ).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
    expect(found, `${screen}, ${kind}, ${colorScheme}`).toEqual([]);
    expect(passes.length).toBeGreaterThan(colorScheme === 'light' ? 5 : 0);
  }
}

for (const kind of kinds) {
  test(`public pages and the sign-in are accessible, ${kind}`, async () => {
    const device = await openDevice(world, kind, forAxe);
    const { page } = device;
    for (const path of [
      '/',
      '/get-started',
      '/professional-register',
      '/member-register',
      '/confirm-email',
      '/terms-of-use',
      '/privacy-policy',
      '/AUP',
      '/help-now',
      '/reset-password',
      '/confirm-new-email',
      '/restore-email',
      '/welcome',
      '/page-not-found',
      '/professional-search/nobody',
    ]) {
      await goTo(device, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(device, path);
    }
    await goTo(device, '/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(device, 'sign-in, empty');
    await goTo(device, '/pro-dashboard/schedule');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(device, 'sign-in dialog');
    await device.context.close();
  });

  test(`the screens of a clinician are accessible, ${kind}`, async () => {
    const device = await openSignedIn(world, kind, 'clinician', forAxe);
    const { page } = device;
    const today = await todaysSessions(device);
    await expectAccessible(device, 'home');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(device, 'palette');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(device, 'account menu');
    await page.getByRole('menuitem', { name: 'Your page for everybody' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Put my page up' })).toBeVisible();
    await expectAccessible(device, 'own page');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();

    await goTo(device, '/pro-dashboard/schedule');
    await expect(page.getByRole('link', { name: 'Write note' })).toBeVisible();
    await expectAccessible(device, 'schedule, day');
    await goTo(device, '/pro-dashboard/schedule?view=week');
    await expect(page.getByRole('main').getByRole('link').nth(12)).toBeVisible();
    await expectAccessible(device, 'schedule, week');
    await goTo(device, `/pro-dashboard/schedule/${today[0]?.id ?? ''}`);
    await expect(page.getByRole('article', { name: 'Session' })).toBeVisible();
    await expectAccessible(device, 'session');
    await goTo(device, notePath(today.at(-1)?.id ?? ''));
    await expect(page.getByRole('textbox').first()).toBeVisible();
    await expectAccessible(device, 'note');
    await pressSign(device);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(device, 'note, not yet');

    await goTo(device, '/pro-dashboard/patient-charts');
    const clients = page.getByRole('listitem').getByRole('link');
    await expect(clients.first()).toBeVisible();
    await expectAccessible(device, 'charts');
    await clients.nth(1).click();
    await expect(page.getByRole('heading', { name: 'Who has access' })).toBeVisible();
    await expectAccessible(device, 'chart');
    await page.getByRole('button', { name: 'Give access' }).click();
    const giving = page.getByRole('dialog');
    await expect(giving.getByRole('radio').first()).toBeVisible();
    await expectAccessible(device, 'give access');
    await giving.getByRole('button', { name: 'Give access' }).click();
    await expect(giving.getByText('Choose a colleague.')).toBeVisible();
    await expectAccessible(device, 'give access, nobody chosen');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Read note' }).first().click();
    await expect(page.getByText('Signed and sealed')).toBeVisible();
    await expectAccessible(device, 'signed note');
    await goTo(device, '/pro-dashboard/sync');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(device, 'sync');
    await goOffline(device);
    await expectAccessible(device, 'sync, offline');
    await goOnline(device);
    await lockNow(device);
    await expectAccessible(device, 'locked');
    await device.context.close();
  });

  test(`the screens of a member are accessible, ${kind}`, async () => {
    const device = await openSignedIn(world, kind, 'member', forAxe);
    await expect(device.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(device, 'member home');
    await goTo(device, '/member-dashboard/sessions');
    await expect(device.page.getByRole('listitem').first()).toBeVisible();
    await expectAccessible(device, 'my sessions');
    await goTo(device, '/member-dashboard/profile');
    await expect(device.page.getByRole('heading', { name: 'Insurance' })).toBeVisible();
    await expectAccessible(device, 'profile');
    await goTo(device, '/member-dashboard/edit-profile');
    await expect(device.page.getByLabel('About you')).toBeVisible();
    await expectAccessible(device, 'edit profile');
    await device.page.getByRole('button', { name: 'Account' }).click();
    await device.page.getByRole('menuitem', { name: 'Password and recovery' }).click();
    await expect(device.page.getByRole('button', { name: 'Change password' })).toBeVisible();
    await expectAccessible(device, 'password and recovery');
    await device.context.close();
    const newcomer = await openSignedIn(world, kind, 'newcomer', forAxe);
    await expect(newcomer.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(newcomer, 'member home, empty');
    await goTo(newcomer, '/member-dashboard/sessions');
    await expect(newcomer.page.getByRole('heading', { name: 'Upcoming' })).toBeVisible();
    await expectAccessible(newcomer, 'my sessions, empty');
    await newcomer.context.close();
  });

  test(`the screens of the front desk and the owner are accessible, ${kind}`, async () => {
    const desk = await openSignedIn(world, kind, 'desk', forAxe);
    const { page } = desk;
    const main = page.getByRole('main');
    const today = await todaysSessions(desk);
    await expect(main.getByText(/^Dr\. /).first()).toBeVisible();
    await expectAccessible(desk, 'home of the front desk');
    await goTo(desk, '/pro-dashboard/schedule');
    await expect(main.getByText(/^Dr\. /).first()).toBeVisible();
    await expectAccessible(desk, 'day of a practice');
    await openChoice(desk);
    await page.getByRole('checkbox', { name: 'Dr. Ines Falk' }).check();
    await expectAccessible(desk, 'choice of clinicians');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(main.getByRole('button', { name: 'Show everybody' })).toBeVisible();
    await expectAccessible(desk, 'day of a practice, nobody shown');
    await main.getByRole('button', { name: 'Show everybody' }).click();
    await goTo(desk, '/pro-dashboard/schedule?view=week');
    await expect(main.getByRole('link').nth(12)).toBeVisible();
    await expectAccessible(desk, 'week of a practice');
    await goTo(desk, `/pro-dashboard/schedule/${today.at(-1)?.id ?? ''}?view=week`);
    await expect(main.getByRole('article', { name: 'Session' })).toBeVisible();
    await expectAccessible(desk, 'session of a practice');
    await desk.context.close();
    const owner = await openSignedIn(world, kind, 'owner', forAxe);
    await goTo(owner, '/pro-dashboard/homepage');
    await expect(owner.page.getByText('You run this practice.')).toBeVisible();
    await expectAccessible(owner, 'home of the owner');
    await owner.context.close();
  });

  test(`text that is not saved and a session that has ended are accessible, ${kind}`, async () => {
    const device = await openSignedIn(world, kind, 'clinician', forAxe);
    const { page } = device;
    const today = await todaysSessions(device);
    await addQuotaSwitch(device);
    await makeNotSaved(device, today.at(-1)?.id ?? '', 'No room for this.');
    await expectAccessible(device, 'note, not saved');
    await page.getByRole('link', { name: kind === 'phone' ? 'Calendar' : 'Patients' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(device, 'leaving a note that is not saved');
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await lockNow(device);
    await expectAccessible(device, 'locked, with text that is not saved');
    await moveTo(device, '/pro-dashboard/homepage');
    await page.getByLabel('Password').fill(demoPassword);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Text of a note is not saved' })).toBeVisible();
    await expectAccessible(device, 'text left behind');
    await setDiskFull(device, false);
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await expectDelivered(device);
    await goTo(device, notePath(today.at(-1)?.id ?? ''));
    await expect(page.getByLabel(planLabel)).toBeVisible();
    await endSessions(world.server.origin, 'clinician@demo.test');
    await writeIn(device, planLabel, 'Written after the session had ended.');
    await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeInViewport({ timeout: 40_000 });
    await expectAccessible(device, 'note, sign in again');
    await device.context.close();
  });
}

test('two versions and refused changes are accessible, phone and desktop', async () => {
  const handset = await openSignedIn(world, 'phone', 'clinician', forAxe);
  const laptop = await openSignedIn(world, 'desktop', 'clinician', forAxe);
  const [first = '', second = '', third = ''] = await openSessions(laptop);
  await makeTwoVersions(handset, laptop, first, { away: 'Thursday, on the phone.', here: 'Friday, by letter.' });
  for (const device of [handset, laptop]) {
    await device.page.getByRole('button', { name: 'Write one from both' }).click();
    await expectAccessible(device, 'two versions');
  }
  for (const [away, here, id] of [
    [handset, laptop, second],
    [laptop, handset, third],
  ] as const) {
    await beginNote(here, id);
    await makeRefused(away, here, id, 'Too late.');
    await expectAccessible(away, 'signed note with a refused change');
    await goTo(away, '/pro-dashboard/sync');
    await expect(away.page.getByRole('button', { name: 'Discard' })).toBeVisible();
    await expectAccessible(away, 'sync, refused');
  }
});

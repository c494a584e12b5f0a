/**
 * `npm run shots [-- --only NAME]`: pictures of every screen in every state, made from the running app:
 * `shots/<screen>-<state>-<phone|desktop>-<light|dark>.png`. States are made by real means: a wire that is cut, two
 * devices that write at once, a note that another device signed meanwhile.
 */
import { expect as expectSoon } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import { demoPassword } from '../support/app-driver.ts';
import {
  beginNote,
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  lockNow,
  moveTo,
  makeRefused,
  makeTwoVersions,
  notePath,
  openDevice,
  openSignedIn,
  planLabel,
  pressSign,
  openSessions,
  todaysSessions,
  writeIn,
  type Device,
  type World,
} from '../support/app-states.ts';
import { addQuotaSwitch, makeNotSaved, setDiskFull } from './support/disk-full.ts';

/** Other work on the machine makes a state come later, not another one: only a state that never comes stops the run. */
const expect = expectSoon.configure({ timeout: 20_000 });

const folder = path.resolve(import.meta.dirname, '../../shots');
const onlyAt = process.argv.indexOf('--only');
const only = onlyAt === -1 ? '' : (process.argv[onlyAt + 1] ?? '');
let taken = 0;

async function shoot(device: Device, screen: string, state: string): Promise<void> {
  const name = `${screen}-${state}`;
  if (only !== '' && !name.startsWith(only)) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await device.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(device);
    await device.page.screenshot({ path: path.join(folder, `${name}-${device.kind}-${colorScheme}.png`) });
    taken += 1;
  }
}

/** Until the new colours are on the screen: a picture taken at once shows the ones before. */
async function settle(device: Device): Promise<void> {
  await device.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
      }),
  );
}

const longText = Array.from(
  { length: 7 },
  (_, index) =>
    `${index + 1}. Came back to the argument with her sister about the house in Rotterdam, slower this time, and noticed where the old sentence “I should have known” entered. We stayed with it until it had less weight.`,
).join('\n\n');
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

async function signedOut(device: Device): Promise<void> {
  const { page } = device;
  await goTo(device, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(device, 'public-home', 'normal');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
  await shoot(device, 'public-home', 'login-dialog');
  await goTo(device, '/nothing-here');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await shoot(device, 'page-not-found', 'normal');
  await goTo(device, '/get-started');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(device, 'get-started', 'normal');
  await goTo(device, '/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await shoot(device, 'sign-in', 'normal');
  const logIn = page.getByRole('button', { name: 'Log in' });
  await logIn.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'sign-in', 'empty');
  await page.getByLabel('Email').fill('clinician@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await logIn.click();
  await expect(page.getByRole('alert')).toContainText('Incorrect');
  await shoot(device, 'sign-in', 'wrong');
  device.proxy.setFault('reset');
  await page.getByLabel('Email').fill(`${longWord.toLowerCase()}@demo.test`);
  await page.getByRole('button', { name: 'Show password' }).click();
  await logIn.click();
  await expect(page.getByText('No connection')).toBeVisible();
  await shoot(device, 'sign-in', 'offline-long');
  device.proxy.setFault('none');
}

async function proScreens(device: Device): Promise<void> {
  const { page } = device;
  const today = await todaysSessions(device);
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced');
  await shoot(device, 'pro-home', 'normal');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await shoot(device, 'account-menu', 'normal');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await shoot(device, 'palette', 'normal');
  await page.getByRole('combobox').fill('zzz');
  await expect(page.getByRole('option')).toHaveCount(0);
  await shoot(device, 'palette', 'empty');
  await page.keyboard.press('Escape');

  await goTo(device, '/pro-dashboard/schedule');
  await expect(page.getByRole('link', { name: /note/i }).first()).toBeVisible();
  await shoot(device, 'schedule-day', 'normal');
  await goTo(device, '/pro-dashboard/schedule?date=2026-11-29');
  await expect(page.getByText('No sessions this day')).toBeVisible();
  await shoot(device, 'schedule-day', 'empty');
  await goTo(device, '/pro-dashboard/schedule?view=week');
  await expect(
    page
      .getByRole('link', { name: /Saturday|Sat/ })
      .or(page.getByRole('heading', { name: 'Today' }))
      .first(),
  ).toBeVisible();
  await shoot(device, 'schedule-week', 'normal');
  await goTo(device, '/pro-dashboard/schedule?view=week&date=2020-01-06');
  await expect(page.getByText('No sessions this week')).toBeVisible();
  await shoot(device, 'schedule-week', 'empty');
  await goTo(device, `/pro-dashboard/schedule/${today.at(-1)?.id ?? ''}`);
  await expect(page.getByRole('article', { name: 'Session' })).toBeVisible();
  await shoot(device, 'session-detail', 'normal');
  await goTo(device, '/pro-dashboard/schedule/nobody-knows-this');
  await expect(page.getByText('This session is not on this device')).toBeVisible();
  await shoot(device, 'session-detail', 'empty');

  await goTo(device, '/pro-dashboard/patient-charts');
  const clients = page.getByRole('listitem').getByRole('link');
  await expect(clients.first()).toBeVisible();
  await shoot(device, 'charts', 'normal');
  await page.getByLabel('Search clients').fill(longWord);
  await expect(page.getByText('Nobody matches')).toBeVisible();
  await shoot(device, 'charts', 'empty');
  await page.getByLabel('Search clients').fill('');
  await clients.nth(1).click();
  await expect(page.getByRole('article', { name: 'Chart' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Who has access' })).toBeVisible();
  await shoot(device, 'chart', 'normal');
  await page.getByRole('button', { name: 'Cancel session' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(device, 'chart', 'cancel');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Give access' }).click();
  await page.getByRole('radio').first().check();
  await shoot(device, 'chart', 'give-access');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('heading', { name: 'Who has access' }).scrollIntoViewIfNeeded();
  await shoot(device, 'chart', 'end');
  await page.getByRole('link', { name: 'Read note' }).first().click();
  await expect(page.getByText('Signed and sealed')).toBeVisible();
  await shoot(device, 'signed-note', 'normal');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await shoot(device, 'signed-note', 'end');
  await goTo(device, '/pro-dashboard/patient-charts/nobody-knows-this');
  await expect(page.getByText('This chart is not on this device')).toBeVisible();
  await shoot(device, 'chart', 'empty');

  await goTo(device, '/pro-dashboard/sync');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Synced');
  await shoot(device, 'sync', 'normal');
  await goTo(device, '/pro-dashboard/messages');
  await expect(page.getByText('This screen is not built yet')).toBeVisible();
  await shoot(device, 'not-built', 'normal');

  // A session that is still to come: no signing yet.
  await goTo(device, notePath(today.at(-1)?.id ?? ''));
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await shoot(device, 'note-editor', 'empty');
  await pressSign(device);
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(device, 'note-editor', 'not-yet');
  await page.getByRole('button', { name: 'Go on writing' }).click();
}

async function offlineStates(device: Device, appointmentId: string): Promise<void> {
  const { page } = device;
  await goTo(device, notePath(appointmentId));
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await shoot(device, 'note-editor', 'normal');
  await goOffline(device);
  await writeIn(device, 'Focus of the session', `${longWord} and what it was like to say it aloud`);
  await writeIn(device, planLabel, longText);
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(device, 'note-editor', 'offline');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await shoot(device, 'note-editor', 'long');
  await pressSign(device);
  await expect(page.getByRole('button', { name: 'Sign and seal' })).toBeVisible();
  await shoot(device, 'note-editor', 'sign');
  await page.getByRole('button', { name: 'Go on writing' }).click();
  for (const [screen, target, heading] of [
    ['sync', '/pro-dashboard/sync', 'On this device'],
    ['pro-home', '/pro-dashboard/homepage', 'Notes to finish'],
    ['schedule-day', '/pro-dashboard/schedule', 'Today'],
    ['charts', '/pro-dashboard/patient-charts', 'Patient charts'],
    ['session-detail', `/pro-dashboard/schedule/${appointmentId}`, 'Note'],
  ] as const) {
    await moveTo(device, target);
    await page.getByRole('heading', { name: heading }).waitFor();
    await shoot(device, screen, 'offline');
  }
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Lock and keep' })).toBeVisible();
  await shoot(device, 'log-out', 'unsent');
  await page.getByRole('button', { name: 'Discard…' }).click();
  await expect(page.getByLabel('to confirm')).toBeVisible();
  await shoot(device, 'log-out', 'discard');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await lockNow(device);
  await shoot(device, 'unlock', 'waiting');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot(device, 'unlock', 'wrong');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByTestId('sync-indicator')).toContainText('Offline');
  await goOnline(device);
  await expectDelivered(device);
  await lockNow(device);
  await shoot(device, 'unlock', 'normal');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expectDelivered(device);
}

async function twoVersions(away: Device, here: Device, appointmentId: string): Promise<void> {
  await makeTwoVersions(away, here, appointmentId, {
    away: 'Sleep diary until Thursday. Call the sister before the weekend, with the sentence we practised. Next session on the same day.',
    here: 'Sleep diary until Friday. Write to the sister instead of calling, with the sentence we practised. Next session on the same day.',
  });
  for (const device of [away, here]) {
    await device.page.getByRole('button', { name: 'Keep this' }).last().scrollIntoViewIfNeeded();
    await shoot(device, 'two-versions', 'normal');
    await device.page.getByRole('button', { name: 'Write one from both' }).click();
    await device.page.getByRole('button', { name: 'Keep this text' }).scrollIntoViewIfNeeded();
    await shoot(device, 'two-versions', 'merge');
    await device.page.getByRole('button', { name: 'Back' }).click();
    await pressSign(device);
    await expect(device.page.getByRole('dialog')).toBeVisible();
    await shoot(device, 'two-versions', 'not-yet');
    await device.page.getByRole('button', { name: 'Go on writing' }).click();
  }
}

async function refused(away: Device, here: Device, appointmentId: string): Promise<void> {
  await makeRefused(away, here, appointmentId, `${longText}\n\n${longWord}`);
  const { page } = away;
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(away, 'signed-note', 'refused');
  for (const [screen, target] of [
    ['sync', '/pro-dashboard/sync'],
    ['pro-home', '/pro-dashboard/homepage'],
    ['schedule-day', '/pro-dashboard/schedule'],
  ] as const) {
    await goTo(away, target);
    await expect(page.getByTestId('sync-indicator')).toContainText('Needs attention');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    await shoot(away, screen, 'refused');
  }
  await goTo(away, '/pro-dashboard/sync');
  await page.getByRole('button', { name: 'Show the whole text' }).click();
  await shoot(away, 'sync', 'refused-long');
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(away, 'sync', 'edit');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(away, 'sync', 'discard');
  await page.getByRole('button', { name: 'Discard' }).last().click();
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced');
}

/** Text that the device has no room for: said where it is, kept over leaving and a lock, saved when there is room. */
async function notSaved(device: Device, appointmentId: string): Promise<void> {
  const { page } = device;
  await addQuotaSwitch(device);
  await makeNotSaved(device, appointmentId, longText);
  await shoot(device, 'note-editor', 'not-saved');
  await page.getByRole('link', { name: device.kind === 'phone' ? 'Calendar' : 'Patients' }).click();
  await expect(page.getByRole('heading', { name: 'This text is not saved on this device' })).toBeVisible();
  await shoot(device, 'note-editor', 'leave');
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Some text is not saved on this device' })).toBeVisible();
  await shoot(device, 'log-out', 'not-saved');
  await page.getByRole('button', { name: 'Stay' }).click();
  await lockNow(device);
  await expect(page.getByText('Some text could not be saved before the lock.')).toBeVisible();
  await shoot(device, 'unlock', 'not-saved');
  // Elsewhere when it opens again: the text has no editor to go back to.
  await moveTo(device, '/pro-dashboard/homepage');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Text of a note is not saved' })).toBeVisible();
  await shoot(device, 'left-texts', 'normal');
  await page.getByRole('link', { name: 'Patients' }).click();
  await expect(page.getByRole('heading', { name: 'Patient charts' })).toBeVisible();
  await shoot(device, 'left-texts', 'charts');
  await moveTo(device, '/pro-dashboard/sync');
  await expect(page.getByRole('heading', { name: 'On this device' })).toBeVisible();
  await shoot(device, 'sync', 'no-room');
  await setDiskFull(device, false);
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Text of a note is not saved' })).toHaveCount(0);
  await expectDelivered(device);
}

/** The server no longer knows the session: work goes on, sending waits for a sign-in. */
async function signInAgain(device: Device, appointmentId: string): Promise<void> {
  const { page } = device;
  await goTo(device, notePath(appointmentId));
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await expectDelivered(device);
  await device.context.clearCookies();
  await writeIn(device, planLabel, 'Sleep diary until Thursday.');
  const logIn = page.getByRole('main').getByRole('button', { name: 'Log in' });
  await expect(logIn).toBeVisible({ timeout: 40_000 });
  await shoot(device, 'sign-in-again', 'bar');
  await logIn.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email')).toBeVisible();
  await shoot(device, 'sign-in-again', 'dialog');
  await dialog.getByLabel('Email').fill('clinician@demo.test');
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog).toHaveCount(0);
  await expectDelivered(device);
}

async function newcomer(world: World, kind: Device['kind']): Promise<void> {
  const device = await openSignedIn(world, kind, 'newcomer');
  const { page } = device;
  await goTo(device, '/member-dashboard/homepage');
  await expect(page.getByRole('heading', { name: 'No session is planned' })).toBeVisible();
  await shoot(device, 'member-home', 'empty');
  await goTo(device, '/member-dashboard/sessions');
  await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible();
  await shoot(device, 'my-sessions', 'empty');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByText('Everything is on the server.')).toBeVisible();
  await shoot(device, 'log-out', 'normal');
  await device.context.close();
}

async function member(world: World, kind: Device['kind']): Promise<void> {
  const device = await openSignedIn(world, kind, 'member');
  const { page } = device;
  await goTo(device, '/member-dashboard/homepage');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(device, 'member-home', 'normal');
  await goTo(device, '/member-dashboard/sessions');
  await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible();
  await shoot(device, 'my-sessions', 'normal');
  await goOffline(device);
  await shoot(device, 'my-sessions', 'offline');
  await page.getByRole('link', { name: 'Orchid home' }).click();
  await expect(page.getByText('Your next session')).toBeVisible();
  await shoot(device, 'member-home', 'offline');
  await device.context.close();
}

const from = performance.now();
fs.mkdirSync(folder, { recursive: true });
const world = await createWorld();
try {
  for (const kind of ['phone', 'desktop'] as const) {
    const device = await openDevice(world, kind);
    await signedOut(device);
    await device.context.close();
  }
  const handset = await openSignedIn(world, 'phone', 'clinician');
  const laptop = await openSignedIn(world, 'desktop', 'clinician');
  for (const device of [handset, laptop]) await proScreens(device);
  const open = await openSessions(laptop);
  const at = (index: number): string => open[index] ?? '';
  for (const index of [0, 1, 2, 3, 4, 5, 6]) await beginNote(laptop, at(index));
  await offlineStates(handset, at(0));
  await offlineStates(laptop, at(1));
  await twoVersions(handset, laptop, at(2));
  await refused(handset, laptop, at(3));
  await refused(laptop, handset, at(4));
  await notSaved(handset, at(5));
  await notSaved(laptop, at(6));
  await signInAgain(handset, at(5));
  await signInAgain(laptop, at(6));
  for (const kind of ['phone', 'desktop'] as const) {
    await member(world, kind);
    await newcomer(world, kind);
  }
  const problems = world.devices.flatMap((device) => device.problems);
  if (problems.length > 0) console.error(`The console said:\n${problems.join('\n')}`);
  console.log(`${taken} pictures in shots/, ${Math.round((performance.now() - from) / 1000)} s`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await disposeWorld(world);
}

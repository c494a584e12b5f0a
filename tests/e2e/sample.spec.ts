import { expect as expectSoon, test, type Page } from '@playwright/test';
import {
  createWorld,
  disposeWorld,
  goOffline,
  goOnline,
  moveTo,
  openDevice,
  type World,
} from '../support/app-states.ts';
import { signIn } from '../support/app-driver.ts';
import { expectAccessible, forAxe } from './support/axe.ts';
import { comeInAnew, finishIntake, newPassword, stepsOfVera } from './support/new-professional.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld(forAxe);
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  for (const { context } of world.devices) await context.close();
});

/** What a program finds. */
const held = (page: Page) =>
  page.evaluate(async () => {
    const read = async (path: string) => (await fetch(path)).json();
    const { entries } = await read('/api/users/v1/patient_chart/');
    const { appointments } = await read('/api/scheduler/v1/snapshot/appointments_v2');
    const notes = await read('/api/notes_secure_data/v1/notes/data/data_info');
    return { charts: entries.length, sessions: appointments.length, notes: notes.length };
  });
const name = 'Sam Sample';

for (const kind of kindsOf('sample'))
  test(`[S-002][S-243][SD-1][SD-2] Finish, pressed twice, shows her somebody to look around with: owed and counted nowhere; removed with a tap while untouched, named before where she wrote, and brought back, ${kind}`, async () => {
    test.setTimeout(90_000);
    const email = `sample-${kind}@practice.test`;
    const device = await openDevice(world, kind);
    const { page, origin } = device;
    await comeInAnew(world, device, email);
    for (const [index, fill] of stepsOfVera.entries()) {
      await fill(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText(`Step ${index + 2} of 5`)).toBeVisible();
    }
    // Each press counts: the second finds it done.
    await page.evaluate(() =>
      document.addEventListener(
        'click',
        (event) => {
          const pressed = (event.target as Element).closest('button');
          if (pressed?.textContent === 'Finish') queueMicrotask(() => pressed.click());
        },
        { capture: true, once: true },
      ),
    );
    await finishIntake(page);
    await expect(page).toHaveURL(`${origin}/pro-dashboard/homepage`);
    await expect(page.getByTestId('sync-indicator')).toContainText('Synced');
    expect(await held(page)).toEqual({ charts: 1, sessions: 3, notes: 2 });
    await expect(page.getByText('No sessions', { exact: false }).first()).toBeVisible();
    await expect(page.getByText('Every note is written and signed.')).toBeVisible();

    await moveTo(device, '/pro-dashboard/patient-charts');
    await page.getByRole('link', { name }).first().click();
    await expect(page.getByText('A sample client')).toBeVisible();
    await expectAccessible(device, `sample chart, ${kind}`);
    const path = new URL(page.url()).pathname;

    // Untouched it goes with one tap, also without a network, and comes back.
    await goOffline(device);
    await page.getByRole('button', { name: 'Remove the sample' }).click();
    await expect(page.getByText('You removed the sample client.')).toBeVisible();
    await moveTo(device, '/pro-dashboard/patient-charts');
    await expect(page.getByRole('link', { name })).toHaveCount(0);
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await expect(page.getByRole('link', { name }).first()).toBeVisible();
    await goOnline(device);

    // What she writes into it is named before it goes.
    await moveTo(device, path);
    const notes = page.getByRole('link', { name: /note/i });
    await notes.first().click();
    await page.getByLabel('What happens next').fill('My own plan');
    await expect(page.getByText(/Saved on this device \d/)).toBeVisible();
    await page.getByRole('button', { name: 'Sign' }).click({ force: true });
    await expect(page.getByText('The notes of real clients are signed.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Go on writing' }).click();
    await moveTo(device, path);
    await page.getByRole('button', { name: 'Remove the sample' }).click();
    const sheet = page.getByRole('dialog', { name: 'You wrote into the sample' });
    await expect(sheet).toContainText('What happens next');
    await expectAccessible(device, `sample words, ${kind}`);
    await sheet.getByRole('button', { name: 'Remove the sample' }).click();
    await expect(page.getByText('You removed the sample client.')).toBeVisible();
    await expect(page.getByTestId('sync-indicator')).toContainText('Synced');
    await expect.poll(() => held(page)).toEqual({ charts: 0, sessions: 0, notes: 0 });

    // On her other device it is gone too, and comes back with her words.
    const other = await openDevice(world, kind === 'phone' ? 'desktop' : 'phone');
    await signIn(other.page, other.origin, email, newPassword);
    await moveTo(other, path);
    await other.page.getByRole('button', { name: 'Bring it back' }).click();
    await expect(other.page.getByText('A sample client')).toBeVisible();
    await expect.poll(() => held(page)).toEqual({ charts: 1, sessions: 3, notes: 2 });
    expect(device.problems).toEqual([]);
  });

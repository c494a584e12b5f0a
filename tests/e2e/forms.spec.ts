import { expect, test } from '@playwright/test';
import {
  createWorld,
  deviceOf,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  lockNow,
  moveTo,
  notePath,
  openSignedIn,
  planLabel,
  type World,
} from '../support/app-states.ts';
import { demoPassword } from '../support/app-driver.ts';
import { addQuotaSwitch, setDiskFull } from './support/disk-full.ts';
import { endAccess, shareChart } from './support/shared-chart.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

test('a form says what is wrong where it is wrong, keeps what was chosen when the device has no room, and sends it once there is', async () => {
  const device = await openSignedIn(world, 'phone', 'clinician');
  await addQuotaSwitch(device);
  const { page } = device;
  await goTo(device, '/pro-dashboard/patient-charts');
  await page.getByRole('listitem').getByRole('link').nth(6).click();
  await page.getByRole('button', { name: 'Give access' }).click();
  const sheet = page.getByRole('dialog');
  const send = sheet.getByRole('button', { name: 'Give access' });
  const colleague = sheet.getByRole('radiogroup', { name: 'Colleague' });
  const chosen = colleague.getByRole('radio', { name: /Okoro/ });

  await send.click();
  await expect(colleague).toHaveAccessibleDescription('Choose a colleague.');
  await expect(colleague.getByRole('radio').first()).toBeFocused();
  await chosen.check();
  await expect(colleague).toHaveAccessibleDescription('');

  await sheet.getByRole('radio', { name: 'A last day' }).check();
  const day = sheet.getByLabel('Last day', { exact: true });
  await day.fill('2020-01-01');
  await send.click();
  await expect(day).toHaveAccessibleDescription('That day has passed.');
  await expect(day).toBeFocused();
  await day.fill('2031-03-05');
  await expect(day).toHaveAccessibleDescription(/^Access ends when .*March.* is over where the practice is\.$/);

  await setDiskFull(device, true);
  await send.click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await expect(chosen).toBeChecked();
  await expect(day).toHaveValue('2031-03-05');
  await setDiskFull(device, false);
  await send.click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Who has access' })).toContainText(/Okoro/);
  // Whose session the next test takes is for the day to say: it may be this client's.
  await endAccess(page);
});

test('what is typed into a refused text is still there after a lock, is offered, and goes when it is let go', async () => {
  const owner = await deviceOf(world, 'desktop', 'clinician');
  const colleague = await openSignedIn(world, 'desktop', 'colleague');
  const chart = await shareChart(owner, 'Words of the owner', 1);
  const { page } = colleague;
  await goTo(colleague, chart.notePath);
  await expect(page.getByLabel(planLabel)).toHaveValue('Words of the owner');
  await goOffline(colleague);
  await page.getByLabel(planLabel).fill('Words of the colleague');
  await endAccess(owner.page);
  await expectDelivered(owner);
  await goOnline(colleague);
  await expect(page.getByTestId('sync-indicator')).toContainText('Needs attention', { timeout: 20_000 });

  await goTo(colleague, '/pro-dashboard/sync');
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  const sheet = page.getByRole('dialog', { name: 'Edit and send again' });
  const field = sheet.getByRole('textbox');
  await edit.click();
  await expect(field).toHaveValue('Words of the colleague');
  await field.fill('Words that were put right');

  await sheet.getByRole('button', { name: 'Back' }).click();
  const offered = page.getByRole('alert').filter({ hasText: 'Text was written and not sent.' });
  await expect(offered).toBeVisible();
  await lockNow(colleague);
  await expect(page.getByText('Words that were put right')).toHaveCount(0);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(offered).toBeVisible({ timeout: 20_000 });

  await offered.getByRole('button', { name: 'Go on with it' }).click();
  await edit.click();
  await expect(field).toHaveValue('Words that were put right');
  await expect(offered).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Back' }).click();
  await offered.getByRole('button', { name: 'Let it go' }).click();
  await edit.click();
  await expect(field).toHaveValue('Words of the colleague');
});

test('[EV-1] a note on a form of a newer build is read under the names of its fields, and nothing here writes in it', async () => {
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  const later = new Date(Date.now() + 7 * 86_400_000);
  await goTo(device, `/pro-dashboard/schedule?view=week&date=${later.toISOString().slice(0, 10)}`);
  const session = page.getByRole('main').locator('a[href*="/pro-dashboard/schedule/"]').first();
  await expect(session).toBeVisible();
  const id = /schedule\/([^/?]+)/.exec((await session.getAttribute('href')) ?? '')?.[1] ?? '';
  // Another build writes it: the server keeps what it does not know.
  const status = await page.evaluate(async (appointmentId) => {
    const answer = await fetch('/api/notes/v1/notes/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        appointment_id: appointmentId,
        note_schema_id: 'soap-note',
        note_schema_revision: 99,
        data: { sleep_quality: 'Wakes at four', plan: 'Walk before breakfast' },
      }),
    });
    return answer.status;
  }, id);
  expect(status).toBe(201);

  await moveTo(device, notePath(id));
  const main = page.getByRole('main');
  await expect(main.getByText('This note was written with a newer version of Orchid')).toBeVisible({ timeout: 20_000 });
  await expect(main.getByRole('heading', { name: 'sleep_quality' })).toBeVisible();
  await expect(main).toContainText('Wakes at four');
  await expect(main).toContainText('Walk before breakfast');
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await expect(main.getByRole('radio')).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Sign' })).toHaveCount(0);
  await goOffline(device);
  await moveTo(device, '/pro-dashboard/homepage');
  await moveTo(device, notePath(id));
  await expect(main).toContainText('Wakes at four');
});

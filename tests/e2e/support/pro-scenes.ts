import { goTo, notePath, planLabel, pressSign, todaysSessions, type Device } from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';
import { longWord } from './long-words.ts';

export const proPictures = [
  'pro-home-normal',
  'account-menu-normal',
  'own-page-empty',
  'own-page-normal',
  'public-profile-normal',
  'public-profile-empty',
  'palette-normal',
  'palette-empty',
  'schedule-day-normal',
  'schedule-day-empty',
  'schedule-week-normal',
  'schedule-week-empty',
  'session-detail-normal',
  'session-detail-empty',
  'charts-normal',
  'charts-empty',
  'chart-normal',
  'chart-cancel',
  'chart-give-access',
  'chart-give-access-wrong',
  'chart-end',
  'signed-note-normal',
  'signed-note-end',
  'chart-empty',
  'sync-normal',
  'not-built-normal',
  'note-editor-empty',
  'note-editor-not-yet',
];

/** Every screen of a clinician who is online and has nothing to decide. */
export async function proScreens(device: Device): Promise<void> {
  const { page } = device;
  const today = await todaysSessions(device);
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced');
  await shoot(device, 'pro-home', 'normal');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await shoot(device, 'account-menu', 'normal');
  await ownPage(device);
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
  await goTo(device, '/pro-dashboard/schedule?date=2020-01-05');
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
  await page.getByRole('dialog').getByRole('button', { name: 'Give access' }).click();
  await shoot(device, 'chart', 'give-access-wrong');
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

/** A clinician's page for everybody, from the open menu of the account: down, up, as others read it, and gone. */
async function ownPage(device: Device): Promise<void> {
  const { page } = device;
  await page.getByRole('menuitem', { name: 'Your page for everybody' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: 'Put my page up' })).toBeVisible();
  await shoot(device, 'own-page', 'empty');
  await sheet.getByRole('button', { name: 'Put my page up' }).click();
  await expect(sheet.getByText('has not reached the server')).toHaveCount(0);
  await expect(sheet.getByRole('link')).toBeVisible();
  await shoot(device, 'own-page', 'normal');
  const { pathname } = new URL((await sheet.getByRole('link').getAttribute('href')) ?? '');
  await goTo(device, pathname);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dr. ');
  await shoot(device, 'public-profile', 'normal');
  await goTo(device, '/professional-search/nobody');
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
  await shoot(device, 'public-profile', 'empty');
  await goTo(device, '/pro-dashboard/homepage');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Your page for everybody' }).click();
  await sheet.getByRole('button', { name: 'Take my page down' }).click();
  await sheet.getByRole('button', { name: 'Close' }).first().click();
  await expect(sheet).toHaveCount(0);
}

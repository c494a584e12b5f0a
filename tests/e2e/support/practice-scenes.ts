import {
  goOffline,
  goOnline,
  coupleName,
  goTo,
  openChoice,
  openSignedIn,
  todaysSessions,
  type Device,
  type World,
} from '../../support/app-states.ts';
import { expect, shoot } from './camera.ts';

export const practicePictures = [
  'desk-home-normal',
  'desk-schedule-normal',
  'desk-schedule-offline',
  'desk-home-narrowed',
  'desk-schedule-choosing',
  'desk-schedule-narrowed',
  'desk-schedule-nobody',
  'desk-week-normal',
  'desk-week-narrowed',
  'desk-couple-normal',
  'desk-session-normal',
  'desk-client-normal',
  'desk-note-shut',
  'owner-home-normal',
  'owner-schedule-empty',
  'owner-charts-empty',
];

/** What those see who treat nobody: the front desk and the owner. */
export async function practiceScreens(world: World, kind: Device['kind']): Promise<void> {
  const desk = await openSignedIn(world, kind, 'desk');
  const { page } = desk;
  const main = page.getByRole('main');
  const session = (await todaysSessions(desk)).at(-1)?.id ?? '';
  await shoot(desk, 'desk-home', 'normal');
  await goTo(desk, '/pro-dashboard/schedule');
  await expect(main.getByText(/^Dr\. /).first()).toBeVisible();
  await shoot(desk, 'desk-schedule', 'normal');
  await goOffline(desk);
  await shoot(desk, 'desk-schedule', 'offline');
  await goOnline(desk);
  await goTo(desk, '/pro-dashboard/schedule?view=week');
  await expect(main.getByText(/^Dr\. /).first()).toBeVisible();
  await shoot(desk, 'desk-week', 'normal');
  await openChoice(desk);
  await page.getByRole('checkbox', { name: 'Dr. Daniel Okoro' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await shoot(desk, 'desk-week', 'narrowed');
  await goTo(desk, '/pro-dashboard/homepage');
  await expect(main.getByRole('button', { name: /^Sessions of: Dr\. / })).toBeVisible();
  await shoot(desk, 'desk-home', 'narrowed');
  await goTo(desk, '/pro-dashboard/schedule');
  await openChoice(desk);
  await shoot(desk, 'desk-schedule', 'choosing');
  await page.getByRole('button', { name: 'Done' }).click();
  await shoot(desk, 'desk-schedule', 'narrowed');
  await openChoice(desk);
  await page.getByRole('checkbox', { name: 'Dr. Daniel Okoro' }).uncheck();
  await page.getByRole('checkbox', { name: 'Dr. Ines Falk' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(main.getByRole('button', { name: 'Show everybody' })).toBeVisible();
  await shoot(desk, 'desk-schedule', 'nobody');
  await main.getByRole('button', { name: 'Show everybody' }).click();
  await expect(main.getByText(/^Dr\. /).first()).toBeVisible();
  await goTo(desk, '/pro-dashboard/schedule?view=week');
  await main.getByRole('link', { name: coupleName }).first().click();
  await expect(main.getByRole('link', { name: 'Open client' })).toBeVisible();
  await shoot(desk, 'desk-couple', 'normal');
  await goTo(desk, `/pro-dashboard/schedule/${session}`);
  await expect(main.getByRole('link', { name: 'Open client' })).toBeVisible();
  await shoot(desk, 'desk-session', 'normal');
  await main.getByRole('link', { name: 'Open client' }).click();
  await expect(main.getByRole('button', { name: 'Cancel session' }).first()).toBeVisible();
  await shoot(desk, 'desk-client', 'normal');
  await goTo(desk, `/pro-dashboard/sessions/${session}/note`);
  await expect(main.getByText('Notes are for those who treat')).toBeVisible();
  await shoot(desk, 'desk-note', 'shut');
  await desk.context.close();

  const owner = await openSignedIn(world, kind, 'owner');
  const theirs = owner.page.getByRole('main');
  await goTo(owner, '/pro-dashboard/homepage');
  await expect(theirs.getByText('You run this practice.')).toBeVisible();
  await shoot(owner, 'owner-home', 'normal');
  await goTo(owner, '/pro-dashboard/schedule');
  await expect(theirs.getByText('No sessions this day')).toBeVisible();
  await shoot(owner, 'owner-schedule', 'empty');
  await goTo(owner, '/pro-dashboard/patient-charts');
  await expect(theirs.getByText('No clients yet')).toBeVisible();
  await shoot(owner, 'owner-charts', 'empty');
  await owner.context.close();
}

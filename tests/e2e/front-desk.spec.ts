import { expect, test } from '@playwright/test';
import {
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  moveTo,
  notePath,
  openSignedIn,
  planLabel,
  type World,
} from '../support/app-states.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

const dayMs = 86_400_000;
/** A Tuesday that is still to come: both clinicians have sessions then. */
function nextTuesday(): string {
  const today = new Date();
  const days = ((2 - today.getUTCDay() + 7) % 7) + 7;
  return new Date(today.getTime() + days * dayMs).toISOString().slice(0, 10);
}

test('the front desk sees the sessions of the whole practice with whose they are, cancels one offline, and meets no clinical word', async () => {
  const desk = await openSignedIn(world, 'desktop', 'desk');
  const clinician = await openSignedIn(world, 'desktop', 'clinician');
  const { page } = desk;
  const day = `/pro-dashboard/schedule?date=${nextTuesday()}`;
  const main = page.getByRole('main');
  await goTo(desk, '/pro-dashboard/homepage');
  await expect(page.getByRole('region', { name: 'Notes to finish' })).toHaveCount(0);

  await goTo(desk, day);
  const rows = main.getByRole('listitem').filter({ has: page.getByRole('heading') });
  await expect(rows.first()).toBeVisible();
  const told = (await rows.allInnerTexts()).map((text) => /Dr\. .+/.exec(text)?.[0] ?? 'nobody');
  expect(new Set(told).size).toBeGreaterThan(1);
  expect(told).not.toContain('nobody');
  await expect(main.getByRole('link', { name: /note$/ })).toHaveCount(0);
  // Yesterday's and today's too: what is not readable here is not said to be missing.
  await goTo(desk, '/pro-dashboard/schedule?view=week');
  await expect(main.getByText(/^Dr\. /).first()).toBeVisible();
  await expect(main.getByText(/No note yet|Not signed|min free/)).toHaveCount(0);

  // Hers, so that the other device sees what becomes of it.
  await goTo(clinician, day);
  const hers = clinician.page.getByRole('main').getByRole('listitem').getByRole('heading').getByRole('link');
  await expect(hers.first()).toBeVisible();
  const id = /schedule\/([^/?]+)/.exec((await hers.first().getAttribute('href')) ?? '')?.[1] ?? '';
  const client = await hers.first().innerText();
  await expect(clinician.page.getByRole('main')).not.toContainText('Dr. ');

  await moveTo(desk, `/pro-dashboard/schedule/${id}`);
  const detail = main.getByRole('article', { name: 'Session' });
  await expect(detail.getByRole('heading').first()).toHaveText(client);
  await expect(detail.getByRole('heading')).toHaveCount(1);
  await detail.getByRole('link', { name: 'Open client' }).click();
  const chart = main.getByRole('article', { name: 'Chart' });
  await expect(chart.getByRole('heading', { level: 1 })).toHaveText(client);
  await expect(chart.getByText('Status', { exact: true })).toHaveCount(0);
  await expect(chart.getByRole('region', { name: 'Who has access' })).toHaveCount(0);
  await expect(chart.getByRole('heading', { name: 'Past sessions' })).toBeVisible();
  await expect(chart.getByText('No note yet')).toHaveCount(0);

  const upcoming = chart.getByRole('region', { name: 'Upcoming sessions' });
  const cancelled = await upcoming.getByText('Cancelled', { exact: true }).count();
  await goOffline(desk);
  await chart.getByRole('button', { name: 'Cancel session' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel session' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(upcoming.getByText('Cancelled', { exact: true })).toHaveCount(cancelled + 1);
  await goOnline(desk);
  await expectDelivered(desk);

  await goTo(clinician, `/pro-dashboard/patient-charts/${chartIdOf(page.url())}`);
  const theirs = clinician.page.getByRole('region', { name: 'Upcoming sessions' });
  await expect(theirs.getByText('Cancelled', { exact: true })).toHaveCount(cancelled + 1);

  await goTo(desk, notePath(id));
  await expect(main.getByText('Notes are for those who treat')).toBeVisible();
  await expect(page.getByLabel(planLabel)).toHaveCount(0);
  await expectDelivered(desk);
  await expect(page.getByTestId('sync-indicator')).not.toContainText('Needs attention');
  expect(desk.problems).toEqual([]);
});

test('the owner is told in a sentence what is here and what is not', async () => {
  const owner = await openSignedIn(world, 'phone', 'owner');
  const main = owner.page.getByRole('main');
  await goTo(owner, '/pro-dashboard/homepage');
  await expect(main).toContainText('You run this practice.');
  await expect(owner.page.getByRole('region', { name: 'Notes to finish' })).toHaveCount(0);
  await goTo(owner, '/pro-dashboard/patient-charts');
  await expect(main.getByText('No clients yet')).toBeVisible();
  await goTo(owner, '/pro-dashboard/schedule');
  await expect(main.getByText('No sessions this day')).toBeVisible();
  expect(owner.problems).toEqual([]);
});

/** The chart that this address names. */
function chartIdOf(address: string): string {
  return /patient-charts\/([^/?]+)/.exec(address)?.[1] ?? '';
}

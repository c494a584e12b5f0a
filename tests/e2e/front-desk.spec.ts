import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  coupleName,
  createWorld,
  deviceOf,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  moveTo,
  notePath,
  openChoice,
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

/** How many sessions are shown, in words; what still opens speaks as a status too. */
function countIn(main: Locator): Locator {
  return main.getByRole('status').filter({ hasText: /sessions/i });
}

test('the front desk sees the sessions of the whole practice with whose they are, cancels one offline, and meets no clinical word', async () => {
  const desk = await deviceOf(world, 'desktop', 'desk');
  const clinician = await deviceOf(world, 'desktop', 'clinician');
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

const whose = (page: Page) => page.getByRole('button', { name: /^Sessions of: / });
const day = () => `/pro-dashboard/schedule?date=${nextTuesday()}`;
const rowsOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });

test('whose sessions are shown is chosen by keyboard, offline too, kept on the device by id alone, and counted alike everywhere', async () => {
  const desk = await deviceOf(world, 'desktop', 'desk');
  const { page } = desk;
  const main = page.getByRole('main');
  await goTo(desk, day());
  await expect(rowsOf(page).first()).toBeVisible();
  const all = await rowsOf(page).count();
  const his = await rowsOf(page).filter({ hasText: 'Dr. Daniel Okoro' }).count();
  expect(his).toBeGreaterThan(0);
  expect(his).toBeLessThan(all);

  await goOffline(desk);
  await whose(page).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Whose sessions' });
  const box = sheet.getByRole('checkbox', { name: 'Dr. Daniel Okoro' });
  await box.focus();
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
  await expect(sheet.getByRole('status')).toHaveText(/^\d+ of \d+ sessions/);
  const told = await sheet.getByRole('status').innerText();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(whose(page)).toBeFocused();
  await expect(whose(page)).toHaveAccessibleName('Sessions of: Dr. Daniel Okoro');
  await expect(countIn(main)).toHaveText(told);
  await expect(rowsOf(page)).toHaveCount(his);
  await expect(rowsOf(page).filter({ hasNotText: 'Dr. Daniel Okoro' })).toHaveCount(0);
  await goOnline(desk);

  // The device keeps it: no name of anybody in the clear.
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).toContain('calendar-of');
  expect(kept).not.toMatch(/Okoro|Daniel/);
  await goTo(desk, '/pro-dashboard/homepage');
  const today = main.getByRole('region', { name: 'Today' }).getByRole('listitem');
  await expect(today.first()).toContainText('Dr. Daniel Okoro');
  await expect(today.filter({ hasNotText: 'Dr. Daniel Okoro' })).toHaveCount(0);
  const atHome = await today.count();
  await goTo(desk, '/pro-dashboard/schedule');
  await expect(countIn(main)).toHaveText(new RegExp(`^${atHome} of \\d+ sessions`));
  await goTo(desk, '/pro-dashboard/schedule?view=week');
  await expect(countIn(main)).toHaveText(/^\d+ of \d+ sessions/);
  const blocks = main.getByRole('link', { name: /Dr\. / });
  const standing = await blocks.filter({ hasNotText: 'Cancelled' }).count();
  await expect(countIn(main)).toHaveText(new RegExp(`^${standing} of `));
  await expect(blocks.filter({ hasNotText: 'Dr. Daniel Okoro' })).toHaveCount(0);

  // Nobody is shown: said, with the way back.
  await whose(page).click();
  await box.uncheck();
  await sheet.getByRole('checkbox', { name: 'Dr. Ines Falk' }).check();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(main.getByText('No sessions of Dr. Ines Falk this week')).toBeVisible();
  await goTo(desk, '/pro-dashboard/homepage');
  await expect(main.getByText('No sessions of Dr. Ines Falk today')).toBeVisible();
  await goTo(desk, day());
  await expect(main.getByText('No sessions of Dr. Ines Falk this day')).toBeVisible();
  await main.getByRole('button', { name: 'Show everybody' }).click();
  await expect(rowsOf(page)).toHaveCount(all);
  await expect(whose(page)).toHaveAccessibleName('Sessions of: Everybody');
  expect(desk.problems).toEqual([]);
});

test('in the hand everything of the choice can be hit, and one’s own calendar has none', async () => {
  const desk = await deviceOf(world, 'phone', 'desk');
  const { page } = desk;
  await goTo(desk, day());
  await openChoice(desk);
  const sheet = page.getByRole('dialog', { name: 'Whose sessions' });
  const targets = [whose(page), ...(await sheet.getByRole('button').all()), ...(await sheet.locator('label').all())];
  expect(targets.length).toBeGreaterThan(5);
  for (const target of targets) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await goTo(desk, '/pro-dashboard/schedule?view=week');
  await expect(rowsOf(page).first()).toBeVisible();
  const clinician = await deviceOf(world, 'phone', 'clinician');
  await goTo(clinician, day());
  await expect(rowsOf(clinician.page).first()).toBeVisible();
  await expect(whose(clinician.page)).toHaveCount(0);
});

test('the week of a practice is a grid: sessions of several side by side, none over another, each with whose it is', async () => {
  const desk = await deviceOf(world, 'desktop', 'desk');
  const { page } = desk;
  await goTo(desk, `/pro-dashboard/schedule?view=week&date=${nextTuesday()}`);
  const blocks = page.getByRole('main').getByRole('link', { name: /\d:\d\d/ });
  await expect(blocks.first()).toBeVisible();
  const drawn = await blocks.evaluateAll((all) =>
    all.map((link) => {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      // What one can see of whose it is: the name, or its letters.
      const said = [...link.querySelectorAll('span')]
        .filter((part) => part.clientWidth > 1)
        .map((part) => part.innerText);
      return { left, right, top, bottom, text: link.textContent ?? '', said: said.join(' ') };
    }),
  );
  expect(drawn.length).toBeGreaterThan(40);
  expect(drawn.filter(({ text }) => !/Dr\. (Daniel Okoro|Maya Lindqvist)/.test(text))).toEqual([]);
  expect(drawn.filter(({ said }) => !/Okoro|Lindqvist|\bDO\b|\bML\b/.test(said))).toEqual([]);
  const covered = drawn.flatMap((one, index) =>
    drawn
      .slice(index + 1)
      .filter(
        (other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
      )
      .map((other) => `${one.text} and ${other.text}`),
  );
  expect(covered).toEqual([]);
  const besides = drawn.filter((one) =>
    drawn.some((other) => other !== one && other.top === one.top && other.left < one.left),
  );
  expect(besides.length).toBeGreaterThan(10);
  // Choosing one at the edge, which gives way for the panel, keeps it in sight.
  await blocks.last().click();
  await expect(page.getByRole('article', { name: 'Session' })).toBeVisible();
  await expect(blocks.last()).toBeInViewport();
  expect(desk.problems).toEqual([]);
});

for (const who of ['desk', 'clinician'] as const) {
  test(`a couple is called by both names in the week, the session and the client’s page: ${who}`, async () => {
    const device = await deviceOf(world, 'desktop', who);
    const main = device.page.getByRole('main');
    const couple = main.getByRole('link', { name: coupleName }).first();
    for (const weeks of [0, 1, 2, 3]) {
      const date = new Date(Date.now() + weeks * 7 * dayMs).toISOString().slice(0, 10);
      await goTo(device, `/pro-dashboard/schedule?view=week&date=${date}`);
      await expect(main.getByRole('link', { name: /\d:\d\d/ }).first()).toBeVisible();
      if ((await couple.count()) > 0) break;
    }
    const name = coupleName.exec(await couple.innerText({ timeout: 5000 }))?.[0] ?? '';
    expect(name).not.toBe('');
    await couple.click();
    await expect(main.getByRole('article', { name: 'Session' }).getByRole('heading').first()).toHaveText(name);
    await main.getByRole('link', { name: who === 'desk' ? 'Open client' : 'Open chart' }).click();
    await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();
    expect(device.problems).toEqual([]);
  });
}

test('a session whose time was given to somebody else is not restored: its page and the sync page say when it is taken', async () => {
  const desk = await deviceOf(world, 'desktop', 'desk');
  const { page } = desk;
  const main = page.getByRole('main');
  const cancelled = rowsOf(page).filter({ hasText: 'Cancelled' });
  for (let ahead = 8; ahead < 60; ahead += 1) {
    const date = new Date(Date.now() + ahead * dayMs).toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
    await goTo(desk, `/pro-dashboard/schedule?date=${date}`);
    await expect(countIn(main)).toBeVisible();
    if ((await cancelled.count()) > 0) break;
  }
  await cancelled.first().getByRole('heading').getByRole('link').click();
  await main.getByRole('button', { name: /^Restore( and ask)?$/ }).click();
  const words = /There is a conflicting session! Taken: \w{3},? \w+ \w+, \d\d?:\d\d.\d\d?:\d\d/;
  await expect(main.getByText('A change to this session was refused')).toBeVisible();
  await expect(main.getByRole('article', { name: 'Session' })).toContainText(words);
  await expect(main.getByRole('button', { name: /^Restore( and ask)?$/ })).toBeVisible();
  await main.getByRole('link', { name: 'See what was kept' }).click();
  await expect(main.getByRole('region', { name: 'Needs attention' })).toContainText(words);
  await main.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByTestId('sync-indicator')).not.toContainText('Needs attention');
  expect(desk.problems).toEqual([]);
});

test('the owner is told in a sentence what is here and what is not', async () => {
  const owner = await deviceOf(world, 'phone', 'owner');
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

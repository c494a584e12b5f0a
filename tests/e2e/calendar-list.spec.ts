import { expect as expectSoon, test, type Page } from '@playwright/test';
import {
  closeOthers,
  createWorld,
  disposeWorld,
  expectDelivered,
  goTo,
  openSignedIn,
  type Device,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, forAxe } from './support/axe.ts';
import { bookSession, dayAhead, openDays } from './support/calendar.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld(forAxe);
});
test.afterAll(() => disposeWorld(world));
test.afterEach(async () => {
  for (const { problems } of world.devices) expect(problems).toEqual([]);
  await closeOthers(world);
});

const main = (page: Page) => page.getByRole('main');
const days = (page: Page) => main(page).locator('[data-list-day]');
const earlier = (page: Page) => main(page).getByRole('button', { name: 'Earlier sessions' });
const filter = (page: Page, name: string) => main(page).getByRole('radio', { name });

async function openList(kind: Device['kind'], who: 'clinician' | 'colleague' | 'desk'): Promise<Device> {
  const device = await openSignedIn(world, kind, who);
  await goTo(device, '/pro-dashboard/schedule');
  await openDays(device, 'list', dayAhead(0));
  return device;
}

test('[S-278][S-279] earlier sessions are read on page by page, each once, down to the first', async () => {
  test.setTimeout(150_000);
  const device = await openList('desktop', 'clinician');
  const { page } = device;
  await expect(earlier(page)).toBeVisible();
  await expect(days(page)).toHaveCount(0);
  await earlier(page).click();
  await expect(days(page).last()).toBeInViewport();
  // Looked at while it is short: of a thousand rows one look takes a minute.
  await expectAccessible(device, 'earlier sessions');
  for (let pages = 0; pages < 40 && (await earlier(page).count()) > 0; pages += 1) {
    const before = await days(page).first().getAttribute('data-list-day');
    await earlier(page).click();
    await expect
      .poll(async () => {
        const now = (await days(page).first().getAttribute('data-list-day')) ?? '';
        return now < (before ?? '') || (await earlier(page).count()) === 0;
      })
      .toBe(true);
  }
  await expect(main(page).getByText(/^All sessions before .* that are on this device\.$/)).toBeVisible();
  // The rows of the last page are drawn once their names are known, a moment after it is said that there is no other.
  let first = '';
  await expect
    .poll(
      async () => {
        const before = first;
        first = (await days(page).first().getAttribute('data-list-day')) ?? '';
        return first === before;
      },
      { intervals: [800] },
    )
    .toBe(true);
  expect(first < dayAhead(-30)).toBe(true);
  const ids = await days(page)
    .locator('[data-session-link]')
    .evaluateAll((links) => links.map((link) => /schedule\/([^/?]+)/.exec(link.getAttribute('href') ?? '')?.[1]));
  expect(ids.length).toBeGreaterThan(100);
  expect(new Set(ids).size).toBe(ids.length);
  const dates = await days(page).evaluateAll((all) => all.map((day) => day.getAttribute('data-list-day') ?? ''));
  expect(dates).toEqual(dates.toSorted());
  // The first of all is opened beside the list, which stays as it was read.
  await days(page).first().locator('[data-session-link]').first().click();
  await expect(main(page).getByRole('article', { name: 'Session' })).toBeVisible();
  await expect(days(page).first()).toHaveAttribute('data-list-day', first);
});

test('[S-401] what was cancelled is found under “Cancelled or missed”, with the days that it covers, on a phone', async () => {
  test.setTimeout(90_000);
  const device = await openList('phone', 'colleague');
  const { page } = device;
  // Nobody else is booked this early.
  const date = dayAhead(9);
  await openDays(device, 'list', date);
  await bookSession(device, { date, time: '05:10' });
  const row = main(page)
    .getByRole('listitem')
    .filter({ hasText: /(^|\D)0?5:10/ });
  await row.getByRole('link').first().click();
  await main(page).getByRole('button', { name: 'Cancel session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel session' }).click();
  await expectDelivered(device);
  await goTo(device, '/pro-dashboard/schedule?view=list');
  await filter(page, 'Cancelled or missed').check();
  await expect(main(page).getByText(/15 days back and 10 ahead/)).toBeVisible();
  await expect(row).toContainText('Cancelled');
  await expect(earlier(page)).toHaveCount(0);
  // And nothing else is: every row says why it is here.
  for (const item of await days(page).getByRole('listitem').allInnerTexts())
    expect(item).toMatch(/Cancelled|Did not take place/);
  // No day asks for more room than a phone has.
  await filter(page, 'All sessions').check();
  await earlier(page).click();
  await expect(days(page).last()).toBeInViewport();
  const tooWide = await main(page)
    .getByRole('listitem')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().right > innerWidth - 15).length);
  expect(tooWide).toBe(0);
  await filter(page, 'Cancelled or missed').check();
  await expect(row).toContainText('Cancelled');
  await expectAccessible(device, 'cancelled or missed');
});

import { expect, test } from '@playwright/test';
import { unlock } from '../support/app-driver.ts';
import {
  createWorld,
  deviceOf,
  disposeWorld,
  expectDelivered,
  goTo,
  lockNow,
  moveTo,
  notePath,
  openDevice,
  openSessions,
  openSignedIn,
  planLabel,
  type Device,
  type World,
} from '../support/app-states.ts';
import {
  expectHoursInColumn,
  expectHoursInGutter,
  expectIndicatorWhole,
  expectSpansApart,
  locales,
} from './support/longest-hours.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

/** A clinician's device, its letters as large as ever. */
async function clinicianOn(kind: Device['kind'], locale: (typeof locales)[number]): Promise<Device> {
  const device = await deviceOf(world, kind, 'clinician', { locale });
  await goTo(device, '/pro-dashboard/homepage');
  return device;
}

/** As a browser does for somebody who asked for letters twice as large. */
async function enlarge(device: Device): Promise<void> {
  await device.page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
}

/** What reaches beyond the window, or is cut inside its own box although it says something. */
async function tooWide(device: Device): Promise<readonly string[]> {
  return device.page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth)
      found.push(`the page: ${document.documentElement.scrollWidth} of ${innerWidth}`);
    for (const node of document.querySelectorAll<HTMLElement>('body *')) {
      const box = node.getBoundingClientRect();
      const isHidden = box.width <= 1 || box.height <= 1 || node.closest('.visually-hidden') !== null;
      if (isHidden || box.right <= innerWidth + 1) continue;
      if (node.closest('a[href="#content"]')) continue;
      found.push(
        `${node.tagName.toLowerCase()}.${node.className} to ${Math.round(box.right)}: ${node.textContent?.slice(0, 40)}`,
      );
    }
    return found.slice(0, 5);
  });
}

/** Opens each screen inside the running app, enlarged, and asks whether everything fits. */
async function expectFits(device: Device, path: string, shown: () => Promise<void>): Promise<void> {
  await moveTo(device, path);
  await shown();
  await enlarge(device);
  expect(await tooWide(device), path).toEqual([]);
}

for (const locale of locales)
  test(`at 200 % text nothing is wider than a phone: the main screens of a professional, ${locale}`, async () => {
    const device = await clinicianOn('phone', locale);
    const { page } = device;
    const [open = ''] = await openSessions(await clinicianOn('desktop', locale));
    const main = page.getByRole('main');
    const heading = () => expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expectFits(device, '/pro-dashboard/homepage', () =>
      expect(page.getByRole('region', { name: 'Notes to finish' }).getByRole('link').first()).toBeVisible(),
    );
    await expectFits(device, '/pro-dashboard/schedule', () => expect(main.getByRole('listitem').first()).toBeVisible());
    await expectFits(device, '/pro-dashboard/schedule?view=week', () =>
      expect(main.getByRole('listitem').first()).toBeVisible(),
    );
    await expectFits(device, `/pro-dashboard/schedule/${open}`, heading);
    await expectFits(device, notePath(open), () => expect(page.getByLabel(planLabel)).toBeVisible());
    await expectFits(device, '/pro-dashboard/patient-charts', () =>
      expect(main.getByRole('listitem').getByRole('link').first()).toBeVisible(),
    );
    await main.getByRole('listitem').getByRole('link').nth(1).click();
    await expect(main.getByRole('heading', { name: 'Who has access' })).toBeVisible();
    expect(await tooWide(device), 'chart').toEqual([]);
    await expectSpansApart(device, locale);
    await expectFits(device, '/pro-dashboard/sync', heading);
    await expectFits(device, '/pro-dashboard/homepage', heading);
    await expectIndicatorWhole(device, locale);
    await page.getByRole('button', { name: 'Find' }).click();
    await expect(page.getByRole('combobox')).toBeFocused();
    expect(await tooWide(device), 'palette').toEqual([]);
    await page.keyboard.press('Escape');
    await lockNow(device);
    expect(await tooWide(device), 'locked').toEqual([]);
    await unlock(page);
    await expectDelivered(device);
  });

for (const locale of locales)
  test(`the hours stay in their column, and at 200 % lines of text do not lie over each other, ${locale}`, async () => {
    const desk = await clinicianOn('desktop', locale);
    for (const isLarge of [false, true]) {
      if (isLarge) await enlarge(desk);
      await expectHoursInColumn(desk, locale);
      await expectHoursInGutter(desk, locale);
      await expectIndicatorWhole(desk, locale);
    }
    const device = await clinicianOn('phone', locale);
    const { page } = device;
    await expectHoursInColumn(device, locale);
    await expectIndicatorWhole(device, locale);
    await enlarge(device);
    await expectHoursInColumn(device, locale);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main li p > span, main li h2, main li p')]
        .filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline')
        .map((node) => `${node.textContent}: ${node.scrollWidth} of ${node.clientWidth}`),
    );
    expect(cut).toEqual([]);
    const tight = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main p, main span, main h1, main h2')]
        .filter(
          (node) =>
            Number.parseFloat(getComputedStyle(node).lineHeight) < Number.parseFloat(getComputedStyle(node).fontSize),
        )
        .map((node) => node.textContent),
    );
    expect(tight).toEqual([]);
  });

test('at 200 % text nothing is wider than a phone: a client’s screens and the public ones', async () => {
  // Elsewhere, and with the longest words: every session has its time at the practice too.
  const device = await openSignedIn(world, 'phone', 'member', { locale: 'en-US', timezoneId: 'America/Los_Angeles' });
  const { page } = device;
  const heading = () => expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of ['/member-dashboard/homepage', '/member-dashboard/sessions', '/member-dashboard/sync'])
    await expectFits(device, path, heading);
  await device.context.close();
  const stranger = await openDevice(world, 'phone');
  for (const path of ['/', '/login', '/get-started', '/page-not-found']) {
    await goTo(stranger, path);
    await expect(stranger.page.getByRole('heading', { level: 1 })).toBeVisible();
    await enlarge(stranger);
    expect(await tooWide(stranger), path).toEqual([]);
  }
  await stranger.context.close();
});

test('a week beside an open session keeps its status words', async () => {
  const device = await clinicianOn('desktop', 'en-GB');
  const { page } = device;
  await openSessions(device);
  await page
    .getByRole('main')
    .getByRole('link', { name: /\d\d:\d\d.*(Signed|Not signed|No note yet)/ })
    .first()
    .click();
  await expect(page.getByRole('article', { name: 'Session' })).toBeVisible();
  const words = page.getByRole('main').getByText(/^(Signed|Not signed|No note yet)$/);
  const widths = await words.evaluateAll((all) =>
    all
      .filter((word) => word.closest('a') !== null)
      .map((word) => ({
        text: word.textContent,
        seen: word.clientWidth,
        needed: word.scrollWidth,
        at: word.getBoundingClientRect().bottom - (word.closest('a')?.getBoundingClientRect().bottom ?? 0),
      })),
  );
  expect(widths.length).toBeGreaterThan(3);
  expect(widths.filter(({ seen, needed, at }) => seen < 20 || needed > seen + 1 || at > 0)).toEqual([]);
});

import { expect, type Locator } from '@playwright/test';
import { moveTo, type Device } from '../../support/app-states.ts';

/** Where `12:42 PM` is said, and where `12:42`. */
export const locales = ['en-US', 'en-GB'] as const;
type Locale = (typeof locales)[number];

/** As long as a time can be in each. */
const longest = {
  'en-US': { time: '12:42\u00A0PM', span: '11:30\u00A0AM–12:20\u00A0PM' },
  'en-GB': { time: '12:42', span: '11:30–12:20' },
} as const;

interface Measured {
  readonly text: string;
  /** Of the letters themselves. */
  readonly left: number;
  readonly right: number;
  readonly lines: number;
}

/** Puts other words where these are, as another hour of the day would, and measures them. */
async function measure(all: Locator, words: string): Promise<readonly Measured[]> {
  return all.evaluateAll(
    (nodes, put) =>
      nodes.map((node) => {
        if (node.firstChild) node.firstChild.nodeValue = put;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return { text: put, left, right, lines: tops.size };
      }),
    words,
  );
}

/** Opens the day; the longest time, at a session's beginning and end and at the present, ends before the names begin. */
export async function expectHoursInColumn(device: Device, locale: Locale): Promise<void> {
  await moveTo(device, '/pro-dashboard/schedule');
  const rows = device.page.getByRole('main').getByRole('listitem');
  const names = rows.getByRole('heading', { level: 2 });
  await expect(names.first()).toBeVisible();
  const edge = Math.min(...(await names.evaluateAll((all) => all.map((name) => name.getBoundingClientRect().left))));
  const times = rows.locator('span:not(:has(*))').filter({ hasText: /^\d{1,2}:\d\d(\s[AP]M)?$/ });
  const measured = await measure(times, longest[locale].time);
  expect(measured.length).toBeGreaterThan(3);
  expect(measured.filter(({ left, right, lines }) => left < 0 || right > edge || lines > 1)).toEqual([]);
}

/** Opens the week of the desk; the hours at its side, and the present among them, end before the first day begins. */
export async function expectHoursInGutter(device: Device, locale: Locale): Promise<void> {
  await moveTo(device, '/pro-dashboard/schedule?view=week');
  const main = device.page.getByRole('main');
  const days = main.getByRole('heading', { level: 2 });
  await expect(days).toHaveCount(7);
  const edge = await days.first().evaluate((day) => day.getBoundingClientRect().left);
  const hours = main.locator('[aria-hidden] > span').filter({ hasText: /^\d{1,2}(:\d\d)?(\s[AP]M)?$/ });
  const measured = await measure(hours, longest[locale].time);
  expect(measured.length).toBeGreaterThan(8);
  expect(measured.filter(({ right, lines }) => right > edge || lines > 1)).toEqual([]);
}

/** What the indicator says is all to be seen: in one line, or where the letters are large in two. */
export async function expectIndicatorWhole({ page }: Device, locale: Locale): Promise<void> {
  const indicator = page.getByTestId('sync-indicator');
  await expect(indicator).toContainText(/Synced \d/);
  const word = indicator.locator('output');
  const [measured] = await measure(word, `Synced ${longest[locale].time}`);
  const box = await indicator.boundingBox();
  const lines = await word.boundingBox();
  if (!measured || !box || !lines) throw new Error('no indicator');
  const isLarge = (await page.evaluate(() => document.documentElement.style.fontSize)) === '32px';
  expect(measured.lines).toBeLessThanOrEqual(isLarge ? 2 : 1);
  expect(measured.right).toBeLessThanOrEqual(box.x + box.width);
  expect(lines.y).toBeGreaterThanOrEqual(box.y);
  expect(lines.y + lines.height).toBeLessThanOrEqual(box.y + box.height);
}

/** On the open chart the longest span of a session does not lie under what can be done with it. */
export async function expectSpansApart({ page }: Device, locale: Locale): Promise<void> {
  const rows = page
    .getByRole('region', { name: 'Past sessions' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('link', { name: / note$/ }),
    });
  const spans = await measure(rows.getByRole('link').first().locator('span'), longest[locale].span);
  const action = await rows
    .first()
    .getByRole('link', { name: / note$/ })
    .boundingBox();
  expect(spans).toHaveLength(1);
  expect(spans[0]?.right).toBeLessThanOrEqual(action?.x ?? 0);
}

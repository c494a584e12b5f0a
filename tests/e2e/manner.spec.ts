import { expect, test, type Page } from '@playwright/test';
import {
  beginNote,
  createWorld,
  disposeWorld,
  goTo,
  moveTo,
  notePath,
  openSessions,
  openSignedIn,
  planLabel,
  signOpenNote,
  writeIn,
  type World,
} from '../support/app-states.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';

/** How a time, a span and a day look in each manner, and what is never said in it. A half of the day is never parted from its time. */
const manners = {
  'en-US': {
    time: String.raw`\d{1,2}:\d\d\s[AP]M`,
    span: String.raw`\d{1,2}:\d\d(\sAM|\sPM)?–\d{1,2}:\d\d\s[AP]M`,
    day: String.raw`\w+day, (${months}) \d{1,2}`,
    date: String.raw`(${months}) \d{1,2}, \d{4}`,
    hour: /^10\sAM$/,
    never: new RegExp(String.raw`\b(0\d|1[3-9]|2[0-3]):\d\d|\b\d{1,2} (${months})`),
  },
  'de-DE': {
    time: String.raw`\d\d:\d\d`,
    span: String.raw`\d\d:\d\d–\d\d:\d\d`,
    day: String.raw`\w+day \d{1,2} (${months})`,
    date: String.raw`\d{1,2} (${months}) \d{4}`,
    hour: /^10:00$/,
    never: new RegExp(String.raw`\d\s?[AP]M\b|(${months}) \d{1,2}\b`),
  },
} as const;

/** What stands on the screen, each white space as one space. */
async function textOf(page: Page): Promise<string> {
  return (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
}

for (const [locale, { time, span, day, date, hour, never }] of Object.entries(manners)) {
  test(`${locale}: agenda, week, note, its foot and its print, chart, patients and indicator speak as the device does`, async () => {
    const device = await openSignedIn(world, 'desktop', 'clinician', { locale });
    const { page } = device;
    const main = page.getByRole('main');
    await expect(page.getByTestId('sync-indicator')).toContainText(new RegExp(`^Synced ${time}$`));

    await goTo(device, '/pro-dashboard/schedule');
    const row = main.getByRole('listitem').filter({ has: page.getByRole('heading') });
    await expect(row.first()).toContainText(new RegExp(`^${time}${time}`));
    await expect(main.getByText(new RegExp(`^\\w+day, ${date}$`))).toBeVisible();
    expect(await textOf(page)).not.toMatch(never);

    // Two weeks that lie in one month each, wherever the present is.
    await moveTo(device, '/pro-dashboard/schedule?view=week&date=2020-01-08');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(
      locale === 'en-US' ? 'January 6–12' : '6–12 January',
    );
    const [open = ''] = await openSessions(device);
    await expect(main.locator('[aria-hidden] > span').filter({ hasText: hour })).toHaveCount(1);
    expect(await textOf(page)).not.toMatch(never);

    await beginNote(device, open);
    await writeIn(device, planLabel, 'Sleep diary until Thursday.');
    await expect(page.getByText(new RegExp(`^Saved on this device ${time}$`))).toBeVisible();
    await expect(main.getByRole('link', { name: new RegExp(`^${day}, ${span}$`) })).toBeVisible();
    expect(await textOf(page)).not.toMatch(never);
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    const session = page.getByRole('dialog').locator('dd').nth(1);
    await expect(session).toHaveText(new RegExp(`^\\w+day,? ${date}, ${span} New York time$`));
    await page.getByRole('dialog').getByRole('button', { name: 'Go on writing' }).click();
    await signOpenNote(device);
    await expect(page.getByText(new RegExp(`^Signed ${date}, ${time} New York time$`))).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByTestId('print-facts')).toContainText(new RegExp(`Session${date}, ${span} New York time`));
    await page.emulateMedia({ media: 'screen' });

    await main.getByRole('heading', { level: 1 }).getByRole('link').click();
    const past = main.getByRole('region', { name: 'Past sessions' });
    await expect(past.getByRole('link', { name: new RegExp(`^${day}, ${span}$`) }).first()).toBeVisible();
    await expect(
      main
        .getByRole('listitem')
        .filter({ hasText: new RegExp(`, ${time}$`) })
        .first(),
    ).toBeVisible();
    expect(await textOf(page)).not.toMatch(never);
    await device.context.close();
  });
}

/** Minutes since midnight of the first time in a text. */
function minutesIn(text: string): number {
  const [, hour = '', minute = '', half = ''] = /(\d{1,2}):(\d\d)(?:–\d{1,2}:\d\d)?\s([AP]M)/.exec(text) ?? [];
  return ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 60 + Number(minute);
}

test('a member elsewhere sees her own time, and the practice’s with its date', async () => {
  const device = await openSignedIn(world, 'phone', 'member', {
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  });
  const { page } = device;
  await goTo(device, '/member-dashboard/homepage');
  const next = page.getByRole('region', { name: 'Next session' });
  const there = next.getByText(new RegExp(`^New York time: ${manners['en-US'].day}, ${manners['en-US'].span}$`));
  await expect(there).toBeVisible();
  await expect(next.getByText(/^Your time \(Los Angeles\)/)).toBeVisible();
  const own = minutesIn(await next.getByRole('heading').innerText());
  expect((minutesIn(await there.innerText()) - own + 1440) % 1440).toBe(180);
  // A name stands by itself, whichever way it is written.
  await expect(next.locator('bdi')).toHaveText('Dr. Maya Lindqvist');

  await page.getByRole('link', { name: 'My sessions' }).first().click();
  await expect(page.getByText('Times are in Los Angeles time, your own.')).toBeVisible();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('p')].map((line) => line.innerText)),
  );
  for (const [when = '', practice = ''] of texts) {
    expect(practice).toMatch(/^New York time: \w+day, \w+ \d/);
    expect((minutesIn(practice) - minutesIn(when) + 1440) % 1440).toBe(180);
  }
  await device.context.close();
});

test('a member whose clock shows the same as the practice’s is told one time', async () => {
  const device = await openSignedIn(world, 'phone', 'member', { timezoneId: 'America/Toronto' });
  const { page } = device;
  await goTo(device, '/member-dashboard/homepage');
  await expect(page.getByRole('region', { name: 'Next session' })).toContainText('Toronto time');
  await expect(page.getByText('New York')).toHaveCount(0);
  await moveTo(device, '/member-dashboard/sessions');
  await expect(page.getByText('Times are in Toronto time.')).toBeVisible();
  await expect(page.getByText('New York')).toHaveCount(0);
  await device.context.close();
});

test('a clinician elsewhere works by the practice’s clock, and is told so where times stand', async () => {
  const device = await openSignedIn(world, 'desktop', 'clinician', { timezoneId: 'Europe/Berlin' });
  const { page } = device;
  const main = page.getByRole('main');
  await goTo(device, '/pro-dashboard/homepage');
  await expect(main.getByText('Times are in New York time.')).toBeVisible();
  await moveTo(device, '/pro-dashboard/schedule');
  await expect(main.getByText(/ · New York time$/)).toBeVisible();
  const [open = ''] = await openSessions(device);
  await goTo(device, notePath(open));
  await main.getByRole('heading', { level: 1 }).getByRole('link').click();
  await expect(main.getByText('Times are in New York time.')).toBeVisible();
  await device.context.close();
  const home = await openSignedIn(world, 'desktop', 'clinician');
  await goTo(home, '/pro-dashboard/homepage');
  await expect(home.page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(home.page.getByText('New York time')).toHaveCount(0);
  await home.context.close();
});

import { expect, test, type Page } from '@playwright/test';
import { demoPassword, signIn, unlock } from '../support/app-driver.ts';
import {
  beginNote,
  createWorld,
  deviceOf,
  disposeWorld,
  goTo,
  lockNow,
  moveTo,
  notePath,
  openDevice,
  openSessions,
  openSignedIn,
  people,
  planLabel,
  signOpenNote,
  type World,
} from '../support/app-states.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

/** What has the focus: never the body, never nothing. */
async function expectFocusHeld(page: Page, after: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'none'), { message: after })
    .not.toBe('BODY');
}

test('Notes to finish lists what is owed, oldest first, with its count; after signing the next one is offered', async () => {
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  // One of them is begun; whether the demo has such a one depends on the day of the week.
  await beginNote(device, (await openSessions(device)).at(-1) ?? '');
  await goTo(device, '/pro-dashboard/homepage');
  const owed = page.getByRole('region', { name: 'Notes to finish' });
  await expect(owed.getByRole('link').first()).toBeVisible();
  const countOf = async () => Number(/\d+/.exec(await owed.getByRole('heading').innerText())?.[0]);
  const before = await countOf();
  const all = owed.getByRole('button', { name: `Show all ${before}` });
  if ((await all.count()) > 0) await all.click();
  await expect(owed.getByRole('link')).toHaveCount(before);
  const texts = await owed.getByRole('link').allInnerTexts();
  expect(texts.some((text) => text.includes('No note yet'))).toBe(true);
  expect(texts.some((text) => text.includes('Not signed'))).toBe(true);

  const first = (await owed.getByRole('link').first().getAttribute('href')) ?? '';
  const second = (await owed.getByRole('link').nth(1).getAttribute('href')) ?? '';
  await owed.getByRole('link').first().click();
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await beginNote(device, /sessions\/([^/]+)/.exec(first)?.[1] ?? '');
  await signOpenNote(device);
  const word = page.getByRole('status').filter({ hasText: 'Signed.' });
  await expect(word).toContainText(`${before - 1} notes to finish`);
  await expect(word).toBeFocused();
  await word.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`${second}$`));
  await expect(page.getByText('Signed.')).toHaveCount(0);
  await moveTo(device, '/pro-dashboard/homepage');
  await expect.poll(countOf).toBe(before - 1);
});

test('a session that ends while the page is open comes into the list by itself', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  await page.clock.install();
  await signIn(page, device.origin, people.clinician);
  await goTo(device, '/pro-dashboard/homepage');
  const heading = page.getByRole('region', { name: 'Notes to finish' }).getByRole('heading');
  await expect(heading).toBeVisible();
  const countOf = async () => Number(/\d+/.exec(await heading.innerText())?.[0]);
  const before = await countOf();
  await expect
    .poll(async () => {
      await page.clock.fastForward('30:00');
      // Nobody is away: the page stays open.
      await heading.click();
      return countOf();
    })
    .toBeGreaterThan(before);
  await device.context.close();
});

test('a note leads back to where it was opened from, lights that item, and knows the notes before and after it', async () => {
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  const [id = ''] = await openSessions(device);
  const nav = page.getByRole('navigation', { name: 'Main' });
  const lit = nav.locator('[aria-current]');
  // From a chart: back to that chart.
  await goTo(device, notePath(id));
  await expect(lit).toHaveText('Calendar');
  await page.getByRole('main').getByRole('heading', { level: 1 }).getByRole('link').click();
  await expect(page).toHaveURL(/patient-charts\//);
  const chart = page.url();
  await page.getByRole('link', { name: 'Read note' }).first().click();
  await expect(page.getByText('Signed and sealed')).toBeVisible();
  await expect(lit).toHaveText('Patients');
  const here = page.url();
  const notes = page.getByRole('navigation', { name: 'Notes of this client' });
  await notes.getByRole('link', { name: /^Previous note/ }).click();
  await expect(page).not.toHaveURL(here);
  await notes.getByRole('link', { name: /^Next note/ }).click();
  await expect(page).toHaveURL(here);
  await expect(lit).toHaveText('Patients');
  await page.getByRole('main').getByRole('link', { name: 'Chart', exact: true }).click();
  await expect(page).toHaveURL(chart);
  // From a week: back to that week.
  await moveTo(device, '/pro-dashboard/schedule?view=week');
  // What was on screen is led back to, not an address that was passed through.
  await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked();
  await moveTo(device, notePath(id));
  await page.getByRole('main').getByRole('link', { name: 'Calendar', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked();
});

test('the focus never falls to the body: sign-in, palette, sheet, menu, note, Escape, lock and unlock', async () => {
  const device = await openDevice(world, 'desktop');
  const { page } = device;
  await goTo(device, '/login');
  await page.getByLabel('Email').fill(people.clinician);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced', { timeout: 30_000 });
  await expectFocusHeld(page, 'sign-in');

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expectFocusHeld(page, 'Escape in the palette');

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/schedule\//);
  await expectFocusHeld(page, 'a choice in the palette');

  await page.getByRole('link', { name: 'Close session' }).click();
  await expect(page.getByRole('article', { name: 'Session' })).toHaveCount(0);
  await expectFocusHeld(page, 'a session closed');

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Stay' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectFocusHeld(page, 'Escape in a sheet');

  const write = page.getByRole('link', { name: 'Write note' }).first();
  await write.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await expectFocusHeld(page, 'a note opened');
  await page.getByRole('button', { name: 'Sign', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeFocused();

  await lockNow(device);
  await expect(page.getByLabel('Password')).toBeFocused();
  await unlock(page);
  await expect(page.getByLabel(planLabel)).toBeVisible();
  await expectFocusHeld(page, 'unlock');
  await device.context.close();
});

test('/open decides on the device, and / sends on: agenda, a client’s home, the lock with initials, the public home', async () => {
  const pro = await openSignedIn(world, 'phone', 'clinician');
  await goTo(pro, '/open');
  await expect(pro.page).toHaveURL(`${pro.origin}/pro-dashboard/schedule`);
  await goTo(pro, '/');
  await expect(pro.page).toHaveURL(`${pro.origin}/pro-dashboard/homepage`);
  await lockNow(pro);
  await goTo(pro, '/open');
  await expect(pro.page.getByRole('main')).toContainText('Dr. Maya Lindqvist');
  await expect(pro.page.getByRole('banner')).toHaveCount(0);
  await goTo(pro, '/');
  await expect(pro.page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await goTo(pro, '/open');
  await unlock(pro.page);
  await expect(pro.page).toHaveURL(`${pro.origin}/pro-dashboard/schedule`);
  await pro.context.close();

  const client = await openSignedIn(world, 'phone', 'member');
  await goTo(client, '/open');
  await expect(client.page).toHaveURL(`${client.origin}/member-dashboard/homepage`);
  await lockNow(client);
  await expect(client.page.getByText('RD', { exact: true })).toBeVisible();
  expect(await client.page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toMatch(/Rosa|Delgado/);
  await expect(client.page.getByRole('main')).not.toContainText(/Rosa|Delgado/);
  await unlock(client.page);
  // On the lock screen "Use another account" is a button too.
  await expect(client.page.getByTestId('sync-indicator')).toBeVisible();
  await client.page.getByRole('button', { name: 'Account', exact: true }).click();
  await client.page.getByRole('menuitem', { name: 'Log out' }).click();
  await client.page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(client.page.getByRole('link', { name: 'Get started' })).toBeVisible();
  expect(await client.page.evaluate(() => localStorage.getItem('orchid.lock-face'))).toBeNull();
  await goTo(client, '/open');
  await expect(client.page).toHaveURL(`${client.origin}/`);
  await client.context.close();
  const manifest = await (await fetch(`${world.server.origin}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ start_url: '/open', shortcuts: [{ name: 'Calendar' }, { name: 'Patients' }, {}] });
});

test('[C-142] a client at a professional’s address gets a page with a way home', async () => {
  const device = await openSignedIn(world, 'phone', 'member');
  await goTo(device, '/pro-dashboard/schedule');
  await expect(device.page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await device.page.getByRole('link', { name: 'Go to your home page' }).click();
  await expect(device.page).toHaveURL(`${device.origin}/member-dashboard/homepage`);
  await device.context.close();
});

test('[C-244] the public home says what it is to whoever links to it; robots stay out of what is behind a sign-in', async () => {
  const device = await openDevice(world, 'desktop');
  const { page, origin } = device;
  await goTo(device, '/');
  await expect(page).toHaveTitle('Practice software that works where the network does not · Orchid');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${origin}/`);
  for (const name of ['og:title', 'og:description', 'og:type', 'og:image', 'og:site_name'])
    await expect(page.locator(`meta[property="${name}"]`)).toHaveAttribute('content', /.+/);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{40,}/);
  await goTo(device, '/login');
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
  const robots = await fetch(`${world.server.origin}/robots.txt`);
  expect(robots.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await robots.text()).toMatch(/Disallow: \/pro-dashboard\n/);
  await device.context.close();
});

test('a signed note on paper: client, birth date, session, author, signature and page numbers, and nothing to press', async () => {
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  const [id = ''] = await openSessions(device);
  await beginNote(device, id);
  await signOpenNote(device);
  const facts = page.getByTestId('print-facts');
  await expect(facts).toBeHidden();
  const name = await page.getByRole('main').getByRole('heading', { level: 1 }).innerText();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(facts).toBeVisible();
  await expect(facts).toContainText(`Client${name}`);
  await expect(facts).toContainText(/Born\d{1,2} \w+ \d{4}/);
  await expect(facts).toContainText(/Session\d{1,2} \w+ \d{4}, \d\d:\d\d/);
  await expect(facts).toContainText('AuthorDr. Maya Lindqvist');
  await expect(page.getByText(/^Signed \d+ \w+ \d{4}/)).toBeVisible();
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
  const rules = await page.evaluate(() =>
    [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join(''),
  );
  expect(rules).toContain('counter(page)');
});

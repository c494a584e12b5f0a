import { expect, test } from '@playwright/test';
import {
  beginNote,
  createWorld,
  deviceOf as sharedDevice,
  disposeWorld,
  expectDelivered,
  goTo,
  makeRefused,
  makeTwoVersions,
  notePath,
  openDevice,
  planLabel,
  pressSign,
  openSessions,
  signOpenNote,
  todaysSessions,
  writeIn,
  type Device,
  type people,
  type World,
} from '../support/app-states.ts';

let world: World;
/** Sessions that are over and have no note; every test takes its own. */
const untouched: string[] = [];

const deviceOf = (kind: Device['kind'], who: keyof typeof people): Promise<Device> => sharedDevice(world, kind, who);

test.beforeAll(async () => {
  world = await createWorld();
  const device = await deviceOf('desktop', 'clinician');
  untouched.push(...(await openSessions(device)));
  expect(untouched.length).toBeGreaterThan(4);
});
test.afterAll(() => disposeWorld(world));
test.afterEach(() => {
  for (const { problems } of world.devices) expect(problems).toEqual([]);
});

function takeSession(): string {
  const id = untouched.shift();
  if (id === undefined) throw new Error('no session without a note is left');
  return id;
}

/** Names of clients and clinicians that this device shows, for what must not stand in titles or addresses. */
async function namesOf(device: Device): Promise<readonly string[]> {
  await goTo(device, '/pro-dashboard/patient-charts');
  const rows = device.page.getByRole('listitem').getByRole('link');
  await expect(rows.first()).toBeVisible();
  const texts = await rows.evaluateAll((all) => all.map((row) => row.firstElementChild?.textContent ?? ''));
  return texts.flatMap((text) => text.split(', ')).filter((name) => name.length > 2);
}

test('[C-149] the schedule shows today’s sessions in order, and the one that matters has Write note', async () => {
  const device = await deviceOf('desktop', 'clinician');
  const { page } = device;
  const today = await todaysSessions(device);
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  const rows = page.getByRole('main').getByRole('list').first().getByRole('heading', { level: 2 });
  await expect(rows).toHaveCount(today.length);
  for (const [index, session] of today.entries()) {
    expect(session.text).toContain(await rows.nth(index).innerText());
  }
  const write = page.getByRole('link', { name: 'Write note' });
  await expect(write).toHaveCount(1);
  const [colour, ground] = await write.evaluate((node) => [
    getComputedStyle(node).color,
    getComputedStyle(node).backgroundColor,
  ]);
  expect(colour).not.toBe(ground);
  expect(colour).not.toBe(
    await page.getByRole('link', { name: 'Calendar' }).evaluate((node) => getComputedStyle(node).color),
  );
  await write.click();
  await expect(page).toHaveURL(/\/sessions\/[^/]+\/note$/);
});

test('[S-023][S-031] a session opens beside the day and closes; an empty day says what belongs there', async () => {
  const device = await deviceOf('desktop', 'clinician');
  const { page } = device;
  const [first] = await todaysSessions(device);
  await goTo(device, '/pro-dashboard/schedule');
  await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first().click();
  const detail = page.getByRole('article', { name: 'Session' });
  await expect(detail).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`schedule/${first?.id ?? ''}`));
  await page.getByRole('link', { name: 'Close session' }).click();
  await expect(detail).toHaveCount(0);
  await goTo(device, '/pro-dashboard/schedule?date=2020-01-05');
  await expect(page.getByText('No sessions this day')).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});

test('[C-196][C-197][C-221][C-223][C-225] no public bar in either dashboard, a bottom bar on phones but not on the schedule', async () => {
  const device = await deviceOf('phone', 'clinician');
  const { page } = device;
  await goTo(device, '/pro-dashboard/homepage');
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await expect(tabs).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Orchid home' })).toHaveAttribute('href', '/pro-dashboard/homepage');
  await tabs.getByRole('link', { name: 'Calendar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(tabs).toHaveCount(0);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(tabs).toBeVisible();
  const member = await deviceOf('phone', 'member');
  await goTo(member, '/member-dashboard/homepage');
  const home = member.page.getByRole('link', { name: 'Orchid home' });
  await expect(home).toHaveAttribute('href', '/member-dashboard/homepage');
  await expect(member.page.getByRole('banner')).toHaveCount(1);
});

test('the palette leads to screens too, by the first letters of their names', async () => {
  const device = await deviceOf('desktop', 'clinician');
  const { page } = device;
  await goTo(device, '/pro-dashboard/homepage');
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible();
  // The key is heard from the moment on at which the frame has come to rest.
  const words = page.getByRole('combobox');
  await expect(async () => {
    if (!(await words.isVisible())) await page.keyboard.press('Control+k');
    await expect(words).toBeVisible({ timeout: 2000 });
  }).toPass();
  await words.fill('go to pat');
  await expect(page.getByRole('option')).toHaveText(['Go to Patients']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
  await expect(page).toHaveTitle('Patients · Orchid');
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveText('Patients');
});

test('no title and no address carries a name', async () => {
  const device = await deviceOf('desktop', 'clinician');
  const { page } = device;
  const names = await namesOf(device);
  expect(names.length).toBeGreaterThan(20);
  const [first] = await todaysSessions(device);
  const id = first?.id ?? '';
  for (const path of [
    '/pro-dashboard/homepage',
    '/pro-dashboard/schedule',
    `/pro-dashboard/schedule/${id}`,
    notePath(id),
    '/pro-dashboard/patient-charts',
    '/pro-dashboard/sync',
  ]) {
    await goTo(device, path);
    await expect(page).toHaveTitle(/^[A-Z][a-z]+( [a-z]+)* · Orchid$/);
    const seen = `${await page.title()} ${page.url()}`;
    expect(names.filter((name) => seen.includes(name))).toEqual([]);
  }
  await goTo(device, '/pro-dashboard/patient-charts');
  await page.getByRole('listitem').getByRole('link').first().click();
  await expect(page.getByRole('article', { name: 'Chart' })).toBeVisible();
  const seen = `${await page.title()} ${page.url()}`;
  expect(names.filter((name) => seen.includes(name))).toEqual([]);
});

test('[C-151] the charts are found by the beginning of a name, and nobody is said to be nobody', async () => {
  const device = await deviceOf('desktop', 'clinician');
  const { page } = device;
  await goTo(device, '/pro-dashboard/patient-charts');
  await page.getByLabel('Search clients').fill('ros del');
  await expect(page.getByRole('listitem').getByRole('link')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: '1 client' })).toBeVisible();
  await page.getByLabel('Search clients').fill('qqq');
  await expect(page.getByText('Nobody matches')).toBeVisible();
});

test('[C-503][C-636] what is typed is saved on this device; before the session ends Sign answers why not', async () => {
  const device = await deviceOf('desktop', 'clinician');
  const { page } = device;
  const last = (await todaysSessions(device)).at(-1);
  await goTo(device, notePath(last?.id ?? ''));
  await expect(page.getByText('What you write is saved on this device as you go.')).toBeVisible();
  await page.getByLabel(planLabel).pressSequentially('Walk to the harbour twice.');
  await expect(page.getByText(/^Saved on this device \d/)).toBeVisible();
  await expectDelivered(device);
  const sign = page.getByRole('button', { name: 'Sign', exact: true });
  await expect(sign).toHaveAttribute('aria-disabled', 'true');
  await expect(sign).toBeEnabled({ enabled: false });
  await pressSign(device);
  const dialog = page.getByRole('dialog', { name: "You can't sign and submit now!" });
  await expect(dialog).toContainText('A note is signed once its session is over');
  await dialog.getByRole('button', { name: 'Go on writing' }).click();
  await page.reload();
  await expect(page.getByLabel(planLabel)).toHaveValue('Walk to the harbour twice.');
});

test('[C-503] signing an ended session shows what is sealed, then seals it for every device', async () => {
  const device = await deviceOf('desktop', 'clinician');
  const { page } = device;
  const id = takeSession();
  await goTo(device, notePath(id));
  await writeIn(device, planLabel, 'Two pages of the diary.');
  await pressSign(device);
  const dialog = page.getByRole('dialog', { name: 'Sign this note' });
  await expect(dialog).toContainText('1 of 8 parts');
  await expect(dialog).toContainText('Focus of the session');
  // The question on risk is asked about apart from whatever else is empty, until it is answered.
  const apart = dialog.getByText('“Risk today” is not answered');
  await expect(apart).toBeVisible();
  await expect(dialog.getByText('Left empty').locator('..')).not.toContainText('Risk today');
  await dialog.getByRole('button', { name: 'Go on writing' }).click();
  await page.getByRole('radio', { name: 'Low' }).check();
  await pressSign(device);
  await expect(dialog).toContainText('2 of 8 parts');
  await expect(apart).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Sign and seal' }).click();
  const signed = page.getByRole('article', { name: 'Signed note' });
  await expect(signed).toContainText('Two pages of the diary.');
  await expect(signed.getByText('Dr. Maya Lindqvist')).toBeVisible();
  await expect(signed.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toHaveCount(0);
  await expectDelivered(device);
  const other = await deviceOf('phone', 'clinician');
  await goTo(other, notePath(id));
  await expect(other.page.getByRole('article', { name: 'Signed note' })).toContainText('Two pages of the diary.');
});

test('[S-234] cancelling a session asks first, a cancelled session says so, and can be restored', async () => {
  const device = await deviceOf('desktop', 'clinician');
  const { page } = device;
  await goTo(device, '/pro-dashboard/patient-charts');
  await page.getByRole('listitem').getByRole('link').nth(2).click();
  const coming = page.getByRole('region', { name: 'Upcoming sessions' });
  const cancel = coming.getByRole('button', { name: 'Cancel session' });
  await expect(cancel.first()).toBeVisible();
  const before = await cancel.count();
  const row = coming
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Cancel session' }) })
    .first();
  const when = (await row.getByRole('link').first().innerText()).trim();
  await cancel.first().click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(cancel).toHaveCount(before);
  await cancel.first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel session' }).click();
  await expect(cancel).toHaveCount(before - 1);
  const gone = coming.getByRole('listitem').filter({ hasText: when });
  await expect(gone).toContainText('Cancelled');
  await gone.getByRole('link').first().click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
  await expectDelivered(device);
  await expect(page.getByRole('article', { name: 'Session' })).not.toContainText('Cancelled');
});

test('access that is given opens the chart on the colleague’s device within 5 s, and takes it away when it ends', async () => {
  const giver = await deviceOf('desktop', 'clinician');
  const colleague = await deviceOf('desktop', 'colleague');
  await goTo(giver, '/pro-dashboard/patient-charts');
  const client = giver.page.getByRole('listitem').getByRole('link').nth(4);
  // What is not painted yet has no inner text, but its words.
  const name = ((await client.locator('span').first().textContent()) ?? '').trim();
  expect(name).not.toBe('');
  await client.click();
  await goTo(colleague, '/pro-dashboard/patient-charts');
  const theirs = colleague.page.getByRole('link', { name: new RegExp(`^${name}`) });
  await expect(colleague.page.getByRole('listitem').first()).toBeVisible();
  await expect(theirs).toHaveCount(0);

  await giver.page.getByRole('button', { name: 'Give access' }).click();
  await giver.page.getByRole('radio', { name: /Dr. Daniel Okoro/ }).check();
  await giver.page.getByRole('dialog').getByRole('button', { name: 'Give access' }).click();
  await expect(theirs).toBeVisible({ timeout: 5000 });
  await theirs.click();
  await expect(colleague.page.getByRole('link', { name: 'Read note' }).first()).toBeVisible({ timeout: 5000 });

  await giver.page.getByRole('button', { name: 'Last day of Dr. Daniel Okoro' }).click();
  await giver.page.getByRole('dialog').getByLabel('Last day').fill('2031-03-05');
  await giver.page.getByRole('dialog').getByRole('button', { name: 'Set the last day' }).click();
  await expect(giver.page.getByRole('region', { name: 'Who has access' })).toContainText(/last day .*5 March 2031/);

  await giver.page.getByRole('button', { name: 'End access of Dr. Daniel Okoro' }).click();
  await giver.page.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
  await expect(theirs).toHaveCount(0, { timeout: 5000 });
  await expect(colleague.page.getByText('Your access to this chart has ended')).toBeVisible({ timeout: 5000 });
  await expect(colleague.page.getByRole('link', { name: 'Read note' })).toHaveCount(0);
});

test('two versions from two devices both stay until somebody keeps one; then the note can be signed', async () => {
  const away = await deviceOf('phone', 'clinician');
  const here = await deviceOf('desktop', 'clinician');
  const id = takeSession();
  await makeTwoVersions(away, here, id, {
    away: 'Call the sister on Thursday.',
    here: 'Write to the sister on Friday.',
  });
  const versions = here.page.getByRole('region', { name: planLabel });
  await expect(versions).toContainText('Call the sister on Thursday.');
  await expect(versions).toContainText('Write to the sister on Friday.');
  await pressSign(here);
  await expect(here.page.getByRole('dialog')).toContainText('Choose between the two versions first, then sign.');
  await here.page.getByRole('button', { name: 'Go on writing' }).click();
  const call = versions
    .locator('div')
    .filter({ hasText: 'Call the sister' })
    .filter({ has: here.page.getByRole('button') });
  await call.last().getByRole('button', { name: 'Keep this' }).click();
  for (const { page } of [here, away]) {
    await expect(page.getByRole('textbox', { name: planLabel })).toHaveValue('Call the sister on Thursday.');
  }
  await signOpenNote(here);
  await expectDelivered(here);
  await expect(away.page.getByRole('article', { name: 'Signed note' })).toContainText('Call the sister on Thursday.');
});

test('a change refused by a signature is kept with its words and offers Export and Discard, but no Retry that cannot succeed', async () => {
  const away = await deviceOf('phone', 'clinician');
  const here = await deviceOf('desktop', 'clinician');
  const id = takeSession();
  await beginNote(here, id);
  await makeRefused(away, here, id, 'The words that came too late.');
  const { page } = away;
  await expect(page.getByText('A change to this note was refused')).toBeVisible();
  await page.getByRole('link', { name: 'See what was kept' }).click();
  const card = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('The words that came too late.');
  await expect(card).toContainText('Signed notes are not changed');
  // A signed note is never unsigned: what cannot succeed is not offered.
  await expect(card.getByRole('button', { name: /Retry|Edit/ })).toHaveCount(0);
  await expect(card.getByRole('link', { name: 'Open the note' })).toBeVisible();
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^orchid-change-\d{4}-\d\d-\d\d\.json$/);
  await card.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await expect(card).toHaveCount(1);
  await card.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(card).toHaveCount(0);
  await expect(page.getByTestId('sync-indicator')).toContainText('Synced');
});

test('[C-169][C-222] a member sees when and with whom, and nothing clinical', async () => {
  const device = await deviceOf('phone', 'member');
  const { page } = device;
  await goTo(device, '/member-dashboard/homepage');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d\d:\d\d with Dr\. Maya Lindqvist$/);
  await expect(page.getByRole('link', { name: 'Orchid home' })).toHaveAttribute('href', '/member-dashboard/homepage');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My sessions' }).click();
  await expect(page).toHaveTitle('My sessions · Orchid');
  await expect(page.getByRole('heading', { level: 1, name: 'My sessions' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Past' }).getByRole('listitem').first()).toBeVisible();
  const text = await page.getByRole('main').innerText();
  expect(text).not.toMatch(/note|signed|diagnos|PHQ|GAD|risk|assessment|presenting/i);
  await expect(page.getByRole('link', { name: /note|chart/i })).toHaveCount(0);
});

test('[C-169] a member without a session is told what will stand there', async () => {
  const device = await deviceOf('phone', 'newcomer');
  const { page } = device;
  await goTo(device, '/member-dashboard/homepage');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No session is planned');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My sessions' }).click();
  await expect(page.getByRole('region', { name: 'Upcoming' })).toContainText('No session is planned');
});

test('a week that holds today opens at today on a phone, and a day at the session that its address names', async () => {
  const handset = await deviceOf('phone', 'clinician');
  await goTo(handset, '/pro-dashboard/schedule?view=week');
  await expect(handset.page.getByRole('heading', { level: 2, name: 'Today' })).toBeInViewport();
  const laptop = await deviceOf('desktop', 'clinician');
  const today = await todaysSessions(laptop);
  await goTo(laptop, `/pro-dashboard/schedule/${today.at(-1)?.id ?? ''}`);
  await expect(laptop.page.getByRole('article', { name: 'Session' })).toBeVisible();
  await expect(laptop.page.getByRole('main').getByRole('listitem').last()).toBeInViewport();
});

test('a chart shows the next three sessions before its notes, and the others when asked', async () => {
  const device = await deviceOf('desktop', 'clinician');
  const { page } = device;
  await goTo(device, '/pro-dashboard/patient-charts');
  await page.getByRole('listitem').getByRole('link').nth(1).click();
  const coming = page.getByRole('region', { name: 'Upcoming sessions' });
  await expect(coming.getByRole('listitem')).toHaveCount(3);
  await coming.getByText(/^\d+ later sessions$/).click();
  expect(await coming.getByRole('listitem').count()).toBeGreaterThan(6);
});

test('the sheet for logging out is as wide as every sheet', async () => {
  const device = await deviceOf('desktop', 'clinician');
  const { page } = device;
  await goTo(device, '/pro-dashboard/homepage');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: 'Stay' })).toBeVisible();
  expect((await sheet.boundingBox())?.width).toBeLessThanOrEqual(440);
  await sheet.getByRole('button', { name: 'Stay' }).click();
});

test('with less motion asked for, colours arrive at once on every level of the page', async () => {
  const { page } = await deviceOf('desktop', 'clinician');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await page.evaluate(() => getComputedStyle(document.body).transitionProperty)).toBe('none');
  await page.emulateMedia({ reducedMotion: null });
});

test('[C-206] an address that leads nowhere says so and leads back', async () => {
  const device = await openDevice(world, 'desktop');
  const { page, origin } = device;
  await goTo(device, '/page-not-found');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1);
  await page.getByRole('link', { name: 'Go to the start' }).click();
  await expect(page).toHaveURL(`${origin}/`);
});

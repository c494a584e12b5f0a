import { expect as expectSoon, test, type Page } from '@playwright/test';
import {
  closeOthers,
  createWorld,
  deviceOf,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  type Device,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, expectAccessibleHere, forAxe } from './support/axe.ts';
import {
  bookSession,
  field,
  fillSession,
  idOf,
  linkTo,
  openDays,
  placed,
  sheet,
  undo,
  weekdayAhead,
} from './support/calendar.ts';
import { kindsOf } from './support/kinds.ts';

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

/** Nobody is booked at the weekend: each width has a day of its own. */
const freeDay = { phone: () => weekdayAhead(6, 2), desktop: () => weekdayAhead(0, 2) } as const;
const main = (page: Page) => page.getByRole('main');

async function ready(device: Device): Promise<void> {
  await device.page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

test('[C-149][C-022][C-025][C-026][C-028][C-029][C-030] a session is booked offline, moved and made longer by keyboard, cancelled and brought back, and is the same on the other device, desktop', async () => {
  test.setTimeout(90_000);
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  await goTo(device, '/pro-dashboard/schedule');
  await ready(device);
  const date = freeDay.desktop();
  await openDays(device, 'week', date);
  await goOffline(device);
  await main(page).getByRole('button', { name: 'New session', exact: true }).click();
  const name = await fillSession(page, { date, time: '10:00' });
  await expect(field(page, 'Kind').locator('option')).toHaveText([
    'Not said',
    'One-on-one',
    'Follow-up',
    'Regular',
    'Free introduction',
  ]);
  await expect(field(page, 'Billing').locator('option')).toHaveText([
    'Not said',
    'Self pay',
    'Insurance',
    'Pre-authorized credit card',
  ]);
  await field(page, 'Kind').selectOption('One-on-one');
  await field(page, 'Billing').selectOption('Self pay');
  await field(page, 'Price in dollars').fill('150');
  await expectAccessible(device, 'new session');
  await sheet(page, 'New session').getByRole('button', { name: 'Book the session' }).click();
  await expect(undo(page)).toBeVisible();
  const id = await idOf(device, name, date);
  await expect(placed(page, id)).toHaveAccessibleName(/10:00.* to 10:50/);

  // Up to an hour later and the day before; then a quarter of an hour longer.
  await placed(page, id).focus();
  await page.keyboard.press('m');
  for (let quarter = 0; quarter < 4; quarter += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(
    main(page)
      .locator('output')
      .filter({ hasText: /Saturday 11:00/ }),
  ).toHaveCount(1);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await expect(placed(page, id)).toHaveAccessibleName(/11:00.* to 12:00/);
  await expect(main(page).getByRole('region', { name: 'Sat' }).locator(`[data-placed="${id}"]`)).toBeFocused();
  await undo(page).click();
  await expect(placed(page, id)).toHaveAccessibleName(/10:00.* to 10:50/);
  // Given up, it is where it was.
  await placed(page, id).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Escape');
  await expect(placed(page, id)).toHaveAccessibleName(/10:00.* to 10:50/);

  await placed(page, id).click();
  await expect(main(page).getByRole('article', { name: 'Session' })).toContainText(/One-on-one.*\$150.*Self pay/);
  await main(page).getByRole('button', { name: 'Cancel session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel session' }).click();
  await expect(placed(page, id)).toHaveAttribute('data-cancelled', '');
  await undo(page).click();
  await expect(placed(page, id)).not.toHaveAttribute('data-cancelled');

  await goOnline(device);
  await expectDelivered(device);
  const other = await deviceOf(world, 'phone', 'clinician');
  await goTo(other, `/pro-dashboard/schedule?date=${date}`);
  await expect(linkTo(other.page, name)).toHaveCount(1);
  await expect(main(other.page).getByRole('listitem').filter({ hasText: name }).first()).toContainText(/10:00.*10:50/);
});

test('[S-024][C-027] a session is booked offline on a phone, made a free one, moved in its sheet, cancelled and brought back, and is the same on the other device', async () => {
  test.setTimeout(90_000);
  const device = await deviceOf(world, 'phone', 'colleague');
  const { page } = device;
  await goTo(device, '/pro-dashboard/schedule');
  await ready(device);
  const date = freeDay.phone();
  await openDays(device, 'day', date);
  await goOffline(device);
  const name = await bookSession(device, { date, time: '09:00' });
  await linkTo(page, name).click();
  await main(page).getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Begins at').fill('11:30');
  await field(page, 'Minutes').fill('45');
  await field(page, 'Kind').selectOption('Free introduction');
  await expectAccessible(device, 'edit session');
  await sheet(page, 'Edit session').getByRole('button', { name: 'Save' }).click();
  const detail = main(page).getByRole('article', { name: 'Session' });
  await expect(detail).toContainText(/11:30.*45 min/);
  await expect(detail).toContainText(/Free introduction.*No charge/);
  await main(page).getByRole('button', { name: 'Cancel session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel session' }).click();
  await expect(detail).toContainText('Cancelled');
  await undo(page).click();
  await expect(detail).not.toContainText('Cancelled');
  await goOnline(device);
  await expectDelivered(device);
  const other = await deviceOf(world, 'desktop', 'colleague');
  await goTo(other, `/pro-dashboard/schedule?date=${date}`);
  await expect(main(other.page).getByRole('listitem').filter({ hasText: name }).first()).toContainText(/11:30.*12:15/);
});

for (const kind of kindsOf('calendar'))
  test(`[C-635] a conflict is told before it is saved, with the nearest free times, and one is taken with one tap, ${kind}`, async () => {
    const device = await deviceOf(world, kind, kind === 'phone' ? 'clinician' : 'colleague');
    const { page } = device;
    await goTo(device, '/pro-dashboard/schedule');
    const date = weekdayAhead(kind === 'phone' ? 6 : 0, 9);
    await openDays(device, 'day', date);
    const first = await bookSession(device, { date, time: '10:00' });
    await main(page).getByRole('button', { name: 'New session', exact: true }).click();
    await fillSession(page, { date, time: '10:30' });
    const told = sheet(page, 'New session');
    await expect(told).toContainText('Oops...There is a conflicting session!');
    await expect(told.getByText(/^Taken: .*10:00/)).toBeVisible();
    await expectAccessibleHere(device, 'conflict');
    await told
      .getByRole('group', { name: 'Nearest free times' })
      .getByRole('button', { name: /11:00/ })
      .first()
      .click();
    await expect(field(page, 'Begins at')).toHaveValue('11:00');
    await expect(told).not.toContainText('conflicting session');
    await told.getByRole('button', { name: 'Book the session' }).click();
    await expect(told).toHaveCount(0);
    await expect(
      main(page)
        .getByRole('listitem')
        .filter({ hasText: /^11:00/ }),
    ).toHaveCount(1);
    await expect(linkTo(page, first).first()).toBeVisible();
    await expectDelivered(device);
  });

test('[C-635] what two devices book at once is refused to the second, which is told on its calendar and books a free time with one tap', async () => {
  test.setTimeout(90_000);
  const away = await deviceOf(world, 'phone', 'clinician');
  const here = await deviceOf(world, 'desktop', 'clinician');
  const date = weekdayAhead(6, 16);
  for (const device of [away, here]) {
    await goTo(device, '/pro-dashboard/schedule');
    await openDays(device, 'day', date);
  }
  await goOffline(away);
  await bookSession(away, { date, time: '14:00' });
  await bookSession(here, { date, time: '14:00' });
  await expectDelivered(here);
  await goOnline(away);
  const notice = main(away.page).getByRole('alert').filter({ hasText: 'A session was not booked' });
  await expect(notice).toContainText('Oops...There is a conflicting session!');
  await notice
    .getByRole('button', { name: /15:00|3:00/ })
    .first()
    .click();
  await expect(notice).toHaveCount(0);
  await expectDelivered(away);
  await expect(
    main(here.page)
      .getByRole('listitem')
      .filter({ hasText: /^15:00/ }),
  ).toHaveCount(1);
});

test('[S-027][S-028] a time is blocked, looked at, changed and taken out again; a session over it is asked about, desktop', async () => {
  test.setTimeout(90_000);
  const device = await deviceOf(world, 'desktop', 'clinician');
  const { page } = device;
  await goTo(device, '/pro-dashboard/schedule');
  const date = weekdayAhead(0, 16);
  await openDays(device, 'week', date);
  await main(page).getByRole('button', { name: 'Block time' }).click();
  await field(page, 'What for').fill('Supervision');
  await field(page, 'From').fill(date);
  await field(page, 'From, time').fill('12:00');
  await field(page, 'Until').fill(date);
  await field(page, 'Until, time').fill('13:00');
  await expectAccessibleHere(device, 'block');
  await sheet(page, 'Block time').getByRole('button', { name: 'Block it' }).click();
  const blocked = main(page).getByRole('link', { name: /Supervision blocked 12:00.* to 13:00/ });
  await blocked.click();
  const details = main(page).getByRole('article', { name: 'Blocked time' });
  await expect(details).toContainText('1 h');
  await expectAccessibleHere(device, 'blocked');
  await details.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Until, time').fill('14:00');
  await sheet(page, 'Edit blocked time').getByRole('button', { name: 'Save' }).click();
  await expect(details).toContainText('2 h');

  await main(page).getByRole('button', { name: 'New session', exact: true }).click();
  await fillSession(page, { date, time: '13:00' });
  const told = sheet(page, 'New session');
  await expect(told).toContainText('This time is blocked');
  await told.getByRole('button', { name: 'Book the session' }).click();
  await expect(told.getByRole('alert')).toContainText('Choose another one, or book over it');
  await told.getByRole('checkbox', { name: 'Book over the blocked time' }).check();
  await told.getByRole('button', { name: 'Book the session' }).click();
  await expect(told).toHaveCount(0);
  await expectDelivered(device);
  await expect(main(page).getByText('A session was not booked')).toHaveCount(0);

  await details.getByRole('button', { name: 'Remove' }).click();
  await expect(main(page).getByRole('link', { name: /Supervision/ })).toHaveCount(0);
  await undo(page).click();
  await expect(main(page).getByRole('link', { name: /Supervision/ })).toHaveCount(1);
});

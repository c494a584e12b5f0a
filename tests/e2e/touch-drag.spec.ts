import { expect as expectSoon, test, type CDPSession, type Locator, type Page } from '@playwright/test';
import {
  closeOthers,
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  openSignedIn,
  type Device,
  type World,
} from '../support/app-states.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
import { field, fillSession, idOf, placed, sheet, undo, weekdayAhead } from './support/calendar.ts';

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

type Point = readonly [x: number, y: number];

/** Fingers as a screen reports them: the browser makes taps, menus and scrolling of them by its own rules. */
class Fingers {
  readonly #cdp: CDPSession;

  constructor(cdp: CDPSession) {
    this.#cdp = cdp;
  }

  static async of(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page));
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', ...points: readonly Point[]) {
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await this.#cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  down = (...points: readonly Point[]) => this.#send('touchStart', ...points);
  up = () => this.#send('touchEnd');
  cancel = () => this.#send('touchCancel');

  async move([fromX, fromY]: Point, [x, y]: Point): Promise<void> {
    await Promise.all(
      [0.25, 0.5, 0.75, 1].map((share) =>
        this.#send('touchMove', [fromX + (x - fromX) * share, fromY + (y - fromY) * share]),
      ),
    );
  }

  /** A movement that begins at once: its commands go out together, so that no slow machine makes a rest of its beginning. */
  async swipe([x, y]: Point, by: number): Promise<void> {
    await Promise.all([this.down([x, y]), this.move([x, y], [x, y + by]), this.up()]);
  }
}

const main = (page: Page): Locator => page.getByRole('main');
const column = (page: Page, date: string): Locator => main(page).locator(`[data-column="${date}"]`);
const outline = (page: Page): Locator => main(page).locator('[data-outline]');
const lifted = (page: Page): Locator => main(page).locator('[data-lifted]');

/** Where an hour of the grid is on the screen just now. */
async function at(page: Page, date: string, clock: number): Promise<Point> {
  const box = await column(page, date).boundingBox();
  if (!box) throw new Error('no column');
  const { first, hours } = await main(page)
    .locator('[data-grid]')
    .evaluate((grid) => ({
      first: Number(getComputedStyle(grid).getPropertyValue('--first-hour')),
      hours: Number(getComputedStyle(grid).getPropertyValue('--hours')),
    }));
  return [box.x + box.width / 2, box.y + ((clock - first) * box.height) / hours];
}

/** Where something is taken: near its upper edge. */
async function gripOf(page: Page, id: string): Promise<Point> {
  const box = await placed(page, id).boundingBox();
  if (!box) throw new Error('not there');
  return [box.x + box.width / 2, box.y + 12];
}

/** A type of 45 minutes, the only one that she offers. */
async function offerType(device: Device): Promise<void> {
  const { page } = device;
  await goTo(device, '/pro-dashboard/settings/session-types');
  await page.getByRole('button', { name: 'Add a session type' }).tap();
  const asked = page.getByRole('dialog');
  await asked.getByLabel('Name').fill('Evening hour');
  await asked.getByLabel('Price in dollars').fill('150');
  await asked.getByLabel('Minutes').fill('45');
  await asked.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByRole('list', { name: 'Session types' })).toContainText('Evening hour');
}

/** An empty day by the hour, its morning on the screen. */
async function openDay(device: Device): Promise<string> {
  const { page } = device;
  const date = weekdayAhead(0, 9 + 7);
  await goTo(device, `/pro-dashboard/schedule?date=${date}`);
  await main(page).getByRole('link', { name: 'By the hour' }).tap();
  await expect(column(page, date)).toBeVisible();
  await toTop(page, date);
  return date;
}

/** The day below the head of the screen. */
const toTop = (page: Page, date: string): Promise<void> =>
  column(page, date).evaluate((days) => window.scrollTo({ top: days.getBoundingClientRect().top + scrollY - 220 }));
const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY);

test('on a phone a finger that rests draws and moves sessions by the hour, without a network; one that moves scrolls, a short one opens', async () => {
  test.setTimeout(150_000);
  const device = await openSignedIn(world, 'phone', 'clinician');
  const { page } = device;
  await offerType(device);
  const date = await openDay(device);
  await expectAccessibleHere(device, 'a day by the hour, phone');
  await toTop(page, date);
  await goOffline(device);
  const fingers = await Fingers.of(page);

  // Resting on an empty hour.
  await fingers.down(await at(page, date, 9.1));
  await expect(outline(page)).toBeVisible();
  await fingers.up();
  const booking = sheet(page, 'New session');
  await expect(field(page, 'Begins at')).toHaveValue('09:00');
  await expect(field(page, 'Minutes')).toHaveValue('45');
  const name = await fillSession(page, { date, time: '09:00' });
  await booking.getByRole('button', { name: 'Book the session' }).tap();
  await expect(booking).toHaveCount(0);
  const id = await idOf(device, name, date);
  await expect(placed(page, id)).toHaveAccessibleName(/9:00/);

  // A finger that moves at once scrolls, whatever lies below it.
  await toTop(page, date);
  const before = await scrolled(page);
  await fingers.swipe(await gripOf(page, id), -120);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(before + 50);
  await toTop(page, date);
  await expect(lifted(page)).toHaveCount(0);

  // Resting on the session lifts it; the page stays, and it goes where the finger goes.
  const grip = await gripOf(page, id);
  await fingers.down(grip);
  await expect(lifted(page)).toHaveCount(1);
  await expect(placed(page, id)).toHaveCSS('user-select', 'none');
  const still = await scrolled(page);
  const there: Point = [grip[0], grip[1] + (await at(page, date, 11))[1] - (await at(page, date, 9))[1]];
  await fingers.move(grip, there);
  await expect(outline(page)).toContainText('11:00');
  expect(await scrolled(page)).toBe(still);
  await fingers.up();
  await expect(placed(page, id)).toHaveAccessibleName(/11:00/);
  await expect(lifted(page)).toHaveCount(0);
  await expect(main(page)).toContainText(`${name}: now`);
  await undo(page).tap();
  await expect(placed(page, id)).toHaveAccessibleName(/9:00/);
  await expect(page).toHaveURL(/by=hours/);

  // A longer one is drawn out.
  await fingers.down(await at(page, date, 13.1));
  await expect(outline(page)).toBeVisible();
  await fingers.move(await at(page, date, 13.1), await at(page, date, 14.4));
  await fingers.up();
  await expect(field(page, 'Begins at')).toHaveValue('13:00');
  await expect(field(page, 'Minutes')).toHaveValue('90');
  await booking.getByRole('button', { name: 'Back' }).tap();
  await expect(booking).toHaveCount(0);

  // A short one opens.
  await page.touchscreen.tap(...(await gripOf(page, id)));
  await expect(page.getByRole('article', { name: 'Session' })).toContainText(name);
  await goOnline(device);
  await expectDelivered(device);
});

test('a second finger, the system, Escape and leaving the grid give up what is held; at the edge of the screen it scrolls', async () => {
  test.setTimeout(150_000);
  const device = await openSignedIn(world, 'phone', 'colleague', { viewport: { width: 390, height: 560 } });
  const { page } = device;
  const date = await openDay(device);
  const fingers = await Fingers.of(page);
  const toMiddle = (clock: number): Promise<void> =>
    at(page, date, clock).then(([, y]) =>
      page.evaluate((top) => window.scrollTo({ top: top + scrollY - innerHeight / 2 }), y),
    );
  await toMiddle(16);
  await fingers.down(await at(page, date, 16.1));
  await expect(outline(page)).toBeVisible();
  await fingers.up();
  const name = await fillSession(page, { date, time: '16:00' });
  await sheet(page, 'New session').getByRole('button', { name: 'Book the session' }).tap();
  await expect(sheet(page, 'New session')).toHaveCount(0);
  const id = await idOf(device, name, date);

  const hold = async (): Promise<readonly [Point, Point]> => {
    await toMiddle(16);
    const grip = await gripOf(page, id);
    await fingers.down(grip);
    await expect(lifted(page)).toHaveCount(1);
    const there: Point = [grip[0], grip[1] - 90];
    await fingers.move(grip, there);
    await expect(outline(page)).toBeVisible();
    return [grip, there];
  };
  const isLeft = async (): Promise<void> => {
    await expect(lifted(page)).toHaveCount(0);
    await expect(outline(page)).toBeHidden();
    await fingers.up();
    await expect(placed(page, id)).toHaveAccessibleName(/16:00/);
    await expect(undo(page)).toHaveCount(0);
    await expect(page).toHaveURL(/by=hours/);
  };
  await page.getByRole('button', { name: 'Dismiss' }).tap();
  const [, there] = await hold();
  await fingers.down(there, [there[0] - 60, there[1] + 40]);
  await isLeft();
  await hold();
  await fingers.cancel();
  await expect(lifted(page)).toHaveCount(0);
  await expect(placed(page, id)).toHaveAccessibleName(/16:00/);
  await hold();
  await page.keyboard.press('Escape');
  await isLeft();
  const [, left] = await hold();
  await fingers.move(left, [388, left[1]]);
  await isLeft();

  // Up to where the grid begins, and no further: the finger has not left it.
  const [, held] = await hold();
  const was = await scrolled(page);
  await fingers.move(held, [held[0], 70]);
  await expect.poll(() => scrolled(page)).toBeLessThan(was - 100);
  await expect(outline(page)).toContainText('08:00');
  await expect(lifted(page)).toHaveCount(1);
  await fingers.up();
  await expect(placed(page, id)).toHaveAccessibleName(/8:00/);
  await undo(page).tap();
  await expect(placed(page, id)).toHaveAccessibleName(/16:00/);
  await expectDelivered(device);
});

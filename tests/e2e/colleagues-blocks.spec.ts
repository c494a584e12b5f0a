import { expect as expectSoon, test, type Locator, type Page } from '@playwright/test';
import {
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  moveTo,
  openSignedIn,
  type World,
} from '../support/app-states.ts';
import { expectAccessible, forAxe } from './support/axe.ts';
import { field, openDays, sheet, weekdayAhead } from './support/calendar.ts';
import { kindsOf } from './support/kinds.ts';

const expect = expectSoon.configure({ timeout: 20_000 });
let world: World;
test.beforeAll(async () => {
  world = await createWorld(forAxe);
});
test.afterAll(() => disposeWorld(world));

const main = (page: Page): Locator => page.getByRole('main');

for (const kind of kindsOf('colleagues-blocks'))
  test(`the front desk sees that a colleague’s time is blocked, never why, and as of when without a network, ${kind}`, async () => {
    test.setTimeout(150_000);
    const clinician = await openSignedIn(world, 'desktop', 'colleague');
    // The later one sees nothing of the earlier one’s.
    const date = weekdayAhead(2, kind === 'phone' ? 9 : 9 + 7);
    await goTo(clinician, `/pro-dashboard/schedule?date=${date}`);
    await main(clinician.page).getByRole('button', { name: 'Block time' }).click();
    await field(clinician.page, 'What for').fill('Root canal');
    await field(clinician.page, 'From').fill(date);
    await field(clinician.page, 'From, time').fill('08:00');
    await field(clinician.page, 'Until').fill(date);
    await field(clinician.page, 'Until, time').fill('09:00');
    await sheet(clinician.page, 'Block time').getByRole('button', { name: 'Block it' }).click();
    await expectDelivered(clinician);
    // Of oneself nothing is told twice.
    await expect(main(clinician.page).getByRole('link', { name: /Root canal/ })).toBeVisible();
    await expect(main(clinician.page).locator('[data-colleague]')).toHaveCount(0);

    const desk = await openSignedIn(world, kind, 'desk');
    const { page } = desk;
    const blocked = main(page).locator('[data-colleague]');
    await goTo(desk, `/pro-dashboard/schedule?date=${date}`);
    await expect(blocked).toHaveCount(1);
    await expect(blocked).toHaveText(
      /^8:00.*9:00.* Blocked: Dr\. Daniel Okoro$|^08:00–09:00 Blocked: Dr\. Daniel Okoro$/,
    );
    const count = await main(page)
      .getByRole('status')
      .filter({ hasText: /sessions/ })
      .innerText();
    await expectAccessible(desk, `a colleague’s block, ${kind}`);
    for (const view of ['week', 'list', 'day&by=hours']) {
      await moveTo(desk, `/pro-dashboard/schedule?date=${date}&view=${view}`);
      await expect(blocked).toHaveCount(1);
      await expect(blocked).toContainText(/Blocked: Dr\. Daniel Okoro/);
      await expect(blocked.getByRole('link').or(blocked.getByRole('button'))).toHaveCount(0);
    }
    // It stands beside the sessions: over none of them, and counted nowhere.
    await expect(
      main(page)
        .getByRole('status')
        .filter({ hasText: /sessions/ }),
    ).toHaveText(count);
    const covered = await main(page)
      .locator(`[data-column="${date}"]`)
      .evaluate((column) => {
        const boxOf = (one: Element) => one.getBoundingClientRect();
        const block = column.querySelector('[data-colleague]');
        if (!block) return ['no block'];
        const mine = boxOf(block);
        return [...column.querySelectorAll('[data-placed]')].filter((one) => {
          const { left, right, top, bottom } = boxOf(one);
          return left < mine.right && mine.left < right && top < mine.bottom && mine.top < bottom;
        });
      });
    expect(covered).toEqual([]);

    await goOffline(desk);
    await expect(blocked).toContainText(/\(as of \d\d:\d\d\)/);
    await openDays(desk, 'day', date);
    await expect(blocked).toContainText(/Dr\. Daniel Okoro \(as of \d\d:\d\d\)/);
    await goOnline(desk);
    await expect(blocked).not.toContainText('as of');

    // Who looks at another one’s sessions alone is told nothing of his time.
    await page.getByRole('button', { name: /^Sessions of: / }).click();
    const choice = page.getByRole('dialog', { name: 'Whose sessions' });
    await choice.getByRole('checkbox', { name: 'Dr. Maya Lindqvist' }).check();
    await choice.getByRole('button', { name: 'Done' }).click();
    await expect(blocked).toHaveCount(0);
    await page.getByRole('button', { name: /^Sessions of: / }).click();
    await choice.getByRole('button', { name: 'Show everybody' }).click();
    await choice.getByRole('button', { name: 'Done' }).click();
    await expect(blocked).toHaveCount(1);
    await expect(page.getByText('Root canal')).toHaveCount(0);
    expect(desk.problems).toEqual([]);
    await desk.context.close();
    await clinician.context.close();
  });

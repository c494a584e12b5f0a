import { expect as expectSoon, test } from '@playwright/test';
import {
  closeOthers,
  createWorld,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  moveTo,
  openSignedIn,
  type World,
} from '../support/app-states.ts';
import { waitForServiceWorker } from '../support/app-driver.ts';
import { expectAccessibleHere, forAxe } from './support/axe.ts';
import { undo } from './support/calendar.ts';

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

test('[S-223][CA-4] a session of which nobody has said that it took place: asked on the home page, said without a network, taken back', async () => {
  const device = await openSignedIn(world, 'phone', 'clinician');
  const { page } = device;
  await waitForServiceWorker(page);
  await moveTo(device, '/pro-dashboard/homepage');
  const asked = page.getByText(/^Did (a session|\d+ sessions) take place\?$/);
  await expect(asked).toBeVisible();
  const before = Number(/\d+/.exec(await asked.innerText())?.[0] ?? 1);
  await goOffline(device);
  await page.getByRole('link', { name: /^Look at (it|the first)$/ }).click();
  const detail = page.getByRole('article', { name: 'Session' });
  const question = detail.getByRole('region', { name: 'Did it take place?' });
  await expect(question).toBeVisible();
  await expectAccessibleHere(device, 'session-unsaid');
  await question.getByRole('button', { name: 'It took place' }).click();
  await expect(question).toBeHidden();
  await expect(detail).toContainText('It took place');
  await undo(page).click();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'It took place' }).click();
  await expect(question).toBeHidden();
  await goOnline(device);
  await expectDelivered(device);
  await moveTo(device, '/pro-dashboard/homepage');
  if (before === 1) await expect(asked).toBeHidden();
  else
    await expect(asked).toHaveText(
      before === 2 ? 'Did a session take place?' : `Did ${before - 1} sessions take place?`,
    );
});

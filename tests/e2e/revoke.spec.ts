import { expect, test } from '@playwright/test';
import { signIn } from '../support/app-driver.ts';
import {
  createWorld,
  deviceOf,
  disposeWorld,
  expectDelivered,
  goOffline,
  goOnline,
  goTo,
  people,
  planLabel,
  type Device,
  type World,
} from '../support/app-states.ts';
import { deviceSettings } from '../support/browser-process.ts';
import { dumpOrigin, rowsHolding, type RowPlace } from '../support/canary-scan.ts';
import { startInProcessServer } from '../support/in-process-server.ts';
import { buildUnsealed } from './support/unsealed-build.ts';
import { endAccess, shareChart, type SharedChart } from './support/shared-chart.ts';

const canary = 'Kittiwake-lanternfish, said in confidence';
/** Losing access makes records unreadable within this time, online. */
const goneWithinMs = 5000;
const why = 'Your access to this chart has ended';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

const screens = [
  { name: 'note', which: 0, path: (chart: SharedChart) => chart.notePath },
  { name: 'chart', which: 1, path: (chart: SharedChart) => chart.chartPath },
] as const;

for (const { name, which, path: pathOf } of screens) {
  test(`[AC-1][AC-2] the colleague whose access ends has the open ${name} go from the screen within 5 s, with a word why`, async () => {
    const owner = await deviceOf(world, 'desktop', 'clinician');
    const colleague = await deviceOf(world, 'desktop', 'colleague');
    const chart = await shareChart(owner, canary, which);
    const { client } = chart;
    const screen = colleague.page.getByRole('main');
    await goTo(colleague, pathOf(chart));
    await expect(screen.getByText(client).first()).toBeVisible();
    if (name === 'note') await expect(colleague.page.getByLabel(planLabel)).toHaveValue(canary);

    const endedAt = Date.now();
    await endAccess(owner.page);
    await expect(screen).not.toContainText(client, { timeout: goneWithinMs });
    await expect(colleague.page.getByLabel(planLabel)).toHaveCount(0);
    await expect(screen).toContainText(why);
    const goneMs = Date.now() - endedAt;
    console.log(`[revoke] open ${name}: gone ${goneMs} ms after the word`);
    expect(goneMs).toBeLessThanOrEqual(goneWithinMs);

    // Not only from this screen: the app's own reads find nothing of it either, also after a fresh start.
    for (const address of [chart.notePath, chart.chartPath]) {
      await goTo(colleague, address);
      await expect(screen).toContainText(/not on this device|has ended/);
      await expect(screen).not.toContainText(client);
    }
  });
}

test('[AC-2] a colleague who was offline when the access ended has the chart go at the first contact', async () => {
  const owner = await deviceOf(world, 'desktop', 'clinician');
  const colleague = await deviceOf(world, 'desktop', 'colleague');
  const chart = await shareChart(owner, canary, 2);
  const screen = colleague.page.getByRole('main');
  await goTo(colleague, chart.chartPath);
  await expect(screen.getByText(chart.client).first()).toBeVisible();
  await goOffline(colleague);
  await endAccess(owner.page);
  await expectDelivered(owner);
  await expect(screen.getByText(chart.client).first()).toBeVisible();
  const backAt = Date.now();
  await goOnline(colleague);
  await expect(screen).toContainText(why, { timeout: 10_000 });
  console.log(`[revoke] open chart, offline meanwhile: gone ${Date.now() - backAt} ms after the network is back`);
  await expect(screen).not.toContainText(chart.client);
  await expect(colleague.page.getByTestId('sync-indicator')).toContainText('Synced');
});

test('[AC-2] nothing of the chart is left in the replica of the colleague whose access ended', async () => {
  // Rows in the clear, in a build that only tests make: else an absent text would prove nothing.
  const server = await startInProcessServer(buildUnsealed());
  const open = async (who: 'clinician' | 'colleague'): Promise<Device> => {
    const context = await world.browser.newContext(deviceSettings);
    const page = await context.newPage();
    await signIn(page, server.origin, people[who]);
    return { page, context, origin: server.origin } as Device;
  };
  try {
    const owner = await open('clinician');
    const colleague = await open('colleague');
    await shareChart(owner, canary);
    // Found once among all rows; then only these are looked at, so that looking does not keep the page from its work.
    let held: RowPlace[] = [];
    const find = async (among?: RowPlace[]): Promise<number> =>
      (held = await colleague.page.evaluate(rowsHolding, { text: canary, ...(among && { among }) })).length;
    await expect.poll(() => find(), { timeout: 60_000, intervals: [1000] }).toBeGreaterThan(0);
    const endedAt = Date.now();
    await endAccess(owner.page);
    await expect.poll(() => find(held), { timeout: goneWithinMs, intervals: [50] }).toBe(0);
    console.log(`[revoke] out of the replica ${Date.now() - endedAt} ms after the word`);
    // The same databases, opened anew by a page that does not run the app.
    await colleague.page.goto(`${server.origin}/icons/icon.svg`);
    const dump = await colleague.page.evaluate(dumpOrigin, { withCaches: true });
    expect(dump.length).toBeGreaterThan(100_000);
    expect(dump.includes(canary)).toBe(false);
    await owner.context.close();
    await colleague.context.close();
  } finally {
    await server.close();
  }
});

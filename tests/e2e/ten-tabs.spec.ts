import { expect, test } from '@playwright/test';
import { planLabel } from '../support/app-states.ts';
import { FaultWorld } from './support/fault-world.ts';
import { TabHerd, tabHeader } from './support/tab-herd.ts';

let world: FaultWorld;
let herd: TabHerd;
test.beforeAll(async () => {
  world = await FaultWorld.create();
  await world.openNote();
  herd = new TabHerd(world.context, world.page.url());
  await world.page.close();
  while (herd.tabs.length < 10) await herd.open();
});
test.afterAll(() => world?.dispose());

for (const round of [1, 2, 3]) {
  test(`[C-372][C-374][C-378] ten tabs and the service worker when the token expires, round ${round}: one renewal, nobody is signed out`, async () => {
    const sinceMs = Date.now();
    // As after ten minutes: the browser has dropped the cookie, in every tab at once.
    await world.context.clearCookies({ name: 'orchid_at' });
    await Promise.all(
      herd.tabs.map(async ({ page }) => {
        await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'deposit' }));
        await page.reload();
      }),
    );
    for (const { page } of herd.tabs) {
      await expect(page.getByLabel(planLabel)).toBeVisible({ timeout: 20_000 });
      await expect(page.getByTestId('sync-indicator')).toContainText('Synced', { timeout: 20_000 });
      await expect(page.getByRole('button', { name: 'Log in' })).toHaveCount(0);
    }
    const since = world.gate.requests.filter(({ startMs }) => startMs >= sinceMs);
    const asked = since.filter(({ path }) => path.startsWith('/api/login/v1/device_key'));
    const renewals = since
      .filter(({ path }) => path.startsWith('/api/login/v1/renew_access_token'))
      .map(({ headers }) => headers[tabHeader]);
    console.log(`[tabs] ${asked.length} tabs asked for their key, ${renewals.length} renewals`);
    // Each of them met the expired token, and asked again with the new one.
    expect(asked.length).toBeGreaterThanOrEqual(10);
    expect(renewals).toHaveLength(1);
  });
}

import { unlock, waitForServiceWorker } from '../../support/app-driver.ts';
import type { Device } from '../../support/app-states.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The device's clock goes on by so many days while nothing reaches it; the person comes back and unlocks. */
export async function comeBackAfter({ page, context }: Device, days: number): Promise<void> {
  await waitForServiceWorker(page);
  await context.setOffline(true);
  await page.clock.setFixedTime(Date.now() + days * dayMs);
  await page.reload();
  await unlock(page);
}

/** The network is back and the clock is right again; one that was set back locks, so the person unlocks once more. */
export async function reachServer({ page, context }: Device): Promise<void> {
  await page.clock.setFixedTime(Date.now());
  await context.setOffline(false);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await unlock(page);
}

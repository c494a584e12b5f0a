import { expect } from '@playwright/test';
import { AppPage } from '../app-page.ts';
import { installProbe } from '../app-probe.ts';
import type { BenchRun } from '../bench-run.ts';
import { unlock, waitForServiceWorker } from '../../support/app-driver.ts';

const largeCount = 50_000;
const slowdown = 4;

/** The real app with 50,000 records and no network: from Unlock, less the key derivation, to a drawn agenda. */
export async function measureOfflineStart(run: BenchRun): Promise<void> {
  const server = await run.server(run.options.quick ? '1k' : 'solo5y');
  if (!run.options.quick) await server.growTo(largeCount);
  const app = new AppPage(server);
  try {
    const page = await app.start(installProbe);
    await app.openSignIn();
    await waitForServiceWorker(page);
    await app.signIn();
    await app.context.setOffline(true);
    const start = async (): Promise<number> => {
      await app.openAgenda();
      await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible({ timeout: 30_000 });
      await unlock(page);
      await app.expectAgenda();
      await page.waitForFunction(() => probe.shownMs > 0);
      return page.evaluate(() => probe.shownMs - probe.clickedMs - probe.derivingMs);
    };
    await start();
    const count = await server.count();
    const shared = { kind: 'budget', unit: 'ms' } as const;
    const plain = await run.rounds(start);
    run.report({ ...shared, name: `start offline, ${count} held, to the agenda`, own: plain, floor: 1000 });
    const devtools = await app.context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const slow = await run.rounds(start);
    run.report({ ...shared, name: `start offline, ${count} held, CPU ÷ ${slowdown}`, own: slow, floor: 3000 });
  } finally {
    await app.close();
  }
}

import { expect, type Page } from '@playwright/test';
import { AppPage } from '../app-page.ts';
import { installProbe } from '../app-probe.ts';
import type { BenchRun } from '../bench-run.ts';
import type { PracticeServer } from '../server/practice-server.ts';
import { slowDown } from '../slow-processor.ts';
import { unlock, waitForServiceWorker } from '../../support/app-driver.ts';

const largeCount = 50_000;
const slowdown = 4;
const floor = 1.5;

/**
 * The real app with 50,000 records and no network: from Unlock, less the key derivation, to a drawn agenda. The limit is the
 * same app over the smallest practice: what is held must not be felt.
 */
export async function measureOfflineStart(run: BenchRun): Promise<void> {
  const small = await OfflineApp.open(await run.server('1k'));
  const server = await run.server(run.options.quick ? '1k' : 'solo5y');
  if (!run.options.quick) await server.growTo(largeCount);
  const large = await OfflineApp.open(server);
  try {
    const count = await server.count();
    const pairs = await run.rounds(async () => ({ limit: await small.start(), own: await large.start() }));
    const own = pairs.map((pair) => pair.own);
    const limit = pairs.map((pair) => pair.limit);
    const shared = { kind: 'budget', unit: 'ms' } as const;
    run.report({ ...shared, name: `start offline, ${count} held, to the agenda`, own, floor: 1000 });
    const name = `start offline after unlock, ${count} held, beside 1 k`;
    run.report({ kind: 'ratio', unit: 'ms', name, own, limit, floor });
    await large.slowDown(slowdown);
    const slow = await run.rounds(() => large.start());
    run.report({ ...shared, name: `start offline, ${count} held, CPU ÷ ${slowdown}`, own: slow, floor: 3000 });
  } finally {
    await small.close();
    await large.close();
  }
}

/** Signed in once, everything fetched, then without a network. */
class OfflineApp {
  readonly #app: AppPage;
  readonly #page: Page;

  private constructor(app: AppPage, page: Page) {
    this.#app = app;
    this.#page = page;
  }

  static async open(server: PracticeServer): Promise<OfflineApp> {
    const app = new AppPage(server);
    const page = await app.start(installProbe);
    await app.openSignIn();
    await waitForServiceWorker(page);
    await app.signIn();
    await app.context.setOffline(true);
    const offline = new OfflineApp(app, page);
    await offline.start();
    return offline;
  }

  /** Milliseconds from the click on Unlock to the agenda, less the key derivation. */
  async start(): Promise<number> {
    const page = this.#page;
    await this.#app.openAgenda();
    await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible({ timeout: 30_000 });
    await unlock(page);
    await this.#app.expectAgenda();
    await page.waitForFunction(() => probe.shownMs > 0);
    return page.evaluate(() => probe.shownMs - probe.clickedMs - probe.derivingMs);
  }

  slowDown(times: number): Promise<void> {
    return slowDown(this.#page, times);
  }

  close(): Promise<void> {
    return this.#app.close();
  }
}

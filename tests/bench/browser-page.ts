import type { Page } from '@playwright/test';
import { BrowserProcess, desktop } from '../support/browser-process.ts';
import { demoPassword } from '../support/app-driver.ts';
import type { PracticeServer } from './server/practice-server.ts';

/** A Chromium on its own profile on disk, showing the bench page of a practice. */
export class BrowserPage {
  readonly page: Page;
  readonly #process: BrowserProcess;

  private constructor(page: Page, process: BrowserProcess) {
    this.page = page;
    this.#process = process;
  }

  static async open(server: PracticeServer): Promise<BrowserPage> {
    const process = new BrowserProcess(desktop);
    const context = await process.start();
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(`  page: ${message.text()}`);
    });
    page.on('pageerror', (error) => console.error(`  page: ${error.message}`));
    await page.goto(`${server.origin}/bench/page.html`);
    const opened = new BrowserPage(page, process);
    await opened.#ready();
    if (!(await page.evaluate(() => crossOriginIsolated))) throw new Error('the bench page is not isolated');
    return opened;
  }

  /** The same page anew: no code of it has run, nobody is signed in. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.#ready();
  }

  async signIn(server: PracticeServer): Promise<void> {
    const { email } = server;
    await this.page.evaluate((input) => bench.signIn(input.email, input.password), { email, password: demoPassword });
  }

  async close(): Promise<void> {
    await this.#process.dispose();
  }

  async #ready(): Promise<void> {
    await this.page.waitForFunction(() => 'bench' in globalThis);
  }
}

import fs from 'node:fs';
import path from 'node:path';
import { expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { demoPassword } from '../support/app-driver.ts';
import { BrowserProcess, desktop } from '../support/browser-process.ts';
import type { PracticeServer } from './server/practice-server.ts';

const agendaPath = '/pro-dashboard/schedule?view=day';

/** The real app in a Chromium on a profile on disk. */
export class AppPage {
  readonly #server: PracticeServer;
  readonly #process: BrowserProcess;
  #context: BrowserContext | null = null;
  #page: Page | null = null;

  constructor(server: PracticeServer, options: BrowserContextOptions = {}) {
    this.#server = server;
    this.#process = new BrowserProcess({ ...desktop, ...options });
  }

  /** Starts the browser; `prepare` runs before any page of the app. */
  async start(prepare?: () => void): Promise<Page> {
    this.#context = await this.#process.start();
    if (prepare) {
      // The transpiler names functions by a helper of its own, which a page does not have.
      await this.#context.addInitScript('globalThis.__name = (value) => value;');
      await this.#context.addInitScript(prepare);
    }
    this.#page = await this.#context.newPage();
    return this.#page;
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('start it first');
    return this.#context;
  }

  get page(): Page {
    if (!this.#page) throw new Error('start it first');
    return this.#page;
  }

  async openSignIn(): Promise<void> {
    await this.page.goto(`${this.#server.origin}/login`);
    await expect(this.page.getByRole('button', { name: 'Log in' })).toBeVisible();
  }

  /**
   * Presses Log in; resolves when the first sync is complete and the app itself is stored. `isStored` false, where no service worker
   * may store it: once the person is in.
   */
  async signIn({ isStored = true } = {}): Promise<void> {
    await this.page.getByLabel('Email').fill(this.#server.email);
    await this.page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await this.page.getByRole('button', { name: 'Log in' }).click();
    const word = isStored ? 'Synced' : /Synced|Setting up/;
    await expect(this.page.getByTestId('sync-indicator')).toContainText(word, { timeout: 180_000 });
  }

  async openAgenda(): Promise<void> {
    await this.page.goto(`${this.#server.origin}${agendaPath}`);
  }

  async expectAgenda(): Promise<void> {
    await expect(this.page.locator('main a[href*="/schedule/"]').first()).toBeVisible({ timeout: 30_000 });
  }

  /** Closes the browser and forgets what it kept of files and their compiled forms; data and session stay. */
  async chill(): Promise<void> {
    await this.#process.stop();
    for (const folder of ['Cache', 'Code Cache'])
      fs.rmSync(path.join(this.#process.profileDir, 'Default', folder), { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await this.#process.dispose();
  }
}

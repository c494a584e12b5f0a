import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { demoPassword } from '../../server/dev/seed.ts';
import { BrowserProcess, desktop } from '../support/browser-process.ts';
import type { SavedEdit } from './soak-api.ts';

const pageDir = path.resolve('.cache/soak/page');

/** A Chromium on a profile on disk with the soak page in it, killable at any moment, opened again on what is left. */
export class SoakBrowser {
  readonly #process = new BrowserProcess(desktop);
  readonly #origin: string;
  readonly #onSaved: (edit: SavedEdit) => void;
  #page: Page | null = null;
  /** What the page said was wrong. */
  readonly problems: string[] = [];

  constructor(origin: string, onSaved: (edit: SavedEdit) => void) {
    this.#origin = origin;
    this.#onSaved = onSaved;
  }

  get page(): Page {
    if (!this.#page) throw new Error('start it first');
    return this.#page;
  }

  /** Starts on the same profile and opens the replica, with the password where the device asks for it; answers how. */
  async start(): Promise<string> {
    const context = await this.#process.start();
    await context.exposeFunction('soakSaved', (edit: SavedEdit) => this.#onSaved(edit));
    await context.route('**/soak/**', (route) => {
      const { pathname } = new URL(route.request().url());
      const file = path.join(pageDir, path.posix.normalize(pathname.replace(/^\/soak\//, '')));
      return fs.existsSync(file) ? route.fulfill({ path: file }) : route.abort();
    });
    const page = await context.newPage();
    this.#page = page;
    page.on('pageerror', (error) => this.problems.push(`page: ${error.message}`));
    page.on('console', (message) => {
      if (message.text().includes('sync.diverged')) this.problems.push(`page: ${message.text()}`);
    });
    await page.goto(`${this.#origin}/soak/page.html`);
    await page.waitForFunction(() => 'soak' in globalThis);
    return page.evaluate((password) => soak.open(password), demoPassword);
  }

  /** Lets the page write until the browser is killed. Resolves with what ended it otherwise, or null. */
  write(sessions: readonly string[], firstTurn: number): Promise<string | null> {
    return this.page
      .evaluate((input) => soak.write(input.sessions, input.firstTurn), { sessions, firstTurn })
      .then(
        () => 'it stopped writing',
        (error: unknown) => (String(error).includes('turn ') ? String(error) : null),
      );
  }

  /** `kill -9` of the whole process tree. */
  async kill(): Promise<void> {
    await this.#process.kill();
    this.#page = null;
  }

  async dispose(): Promise<void> {
    await this.#process.dispose();
  }
}

import { expect, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { planLabel } from '../../support/app-states.ts';

/** One tab of the app, which says in every request which one it is. */
export interface Tab {
  readonly id: string;
  readonly page: Page;
  readonly cdp: CDPSession;
  isFrozen: boolean;
}

/** Header by which the gate knows tabs, and their workers, apart. */
export const tabHeader = 'x-test-tab';

declare global {
  /** When this page first showed each text of a note, by the clock that all pages of a machine share. */
  var shownAt: Record<string, number> | undefined;
}

/** Tabs of one person at one address, opened, frozen and ended by the test. */
export class TabHerd {
  readonly tabs: Tab[] = [];
  /** When a tab was frozen or ended, by the clock of this process. */
  readonly silenced: { readonly id: string; readonly atMs: number }[] = [];
  readonly #context: BrowserContext;
  readonly #url: string;
  #made = 0;

  constructor(context: BrowserContext, url: string) {
    this.#context = context;
    this.#url = url;
  }

  get awake(): readonly Tab[] {
    return this.tabs.filter((tab) => !tab.isFrozen);
  }

  async open(): Promise<Tab> {
    const page = await this.#context.newPage();
    this.#made += 1;
    const id = `tab-${this.#made}`;
    await page.setExtraHTTPHeaders({ [tabHeader]: id });
    await page.addInitScript(watchFields);
    await page.goto(this.#url);
    await expect(page.getByLabel(planLabel)).toBeVisible({ timeout: 20_000 });
    const tab: Tab = { id, page, cdp: await this.#context.newCDPSession(page), isFrozen: false };
    this.tabs.push(tab);
    return tab;
  }

  /** Opens tabs, two at a time, until there are so many. */
  async fill(count: number): Promise<void> {
    while (this.tabs.length < count)
      await Promise.all([this.open(), ...(this.tabs.length + 1 < count ? [this.open()] : [])]);
  }

  /** Closes the newest until there are so many. */
  async thin(count: number): Promise<void> {
    for (const tab of this.tabs.slice(count)) await this.close(tab);
  }

  /** Nothing of it runs for a while: the page by the browser's own freezing, its worker by a wait that nothing ends. */
  async freeze(tab: Tab, forMs: number): Promise<void> {
    tab.isFrozen = true;
    // Each has said that it goes to sleep before the page is frozen: one that falls asleep later, in the middle of a
    // transaction, would hold the store after the test has seen it free.
    await Promise.all(tab.page.workers().map((worker) => worker.evaluate(fallAsleep, forMs)));
    await tab.cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
    this.#note(tab);
  }

  /** Whether the replica takes a change from this tab, or a transaction of a sleeper stands in its way. */
  isStoreFree(tab: Tab): Promise<boolean> {
    return tab.page.evaluate(takesChange);
  }

  async thaw(tab: Tab): Promise<void> {
    await tab.cdp.send('Page.setWebLifecycleState', { state: 'active' });
    // Not awake before its worker is.
    for (const worker of tab.page.workers()) await worker.evaluate(() => true);
    tab.isFrozen = false;
  }

  /** The tab ends without a word, as one that the system killed. Answers when. */
  async crash(tab: Tab): Promise<number> {
    const gone = tab.page.waitForEvent('crash', { timeout: 5000 });
    // The answer never comes: who would give it is gone.
    void tab.cdp.send('Page.crash').catch(() => undefined);
    await gone;
    const atMs = this.#note(tab);
    this.#forget(tab);
    await tab.page.close().catch(() => undefined);
    return atMs;
  }

  async close(tab: Tab): Promise<void> {
    this.#note(tab);
    this.#forget(tab);
    await tab.page.close();
  }

  /** Types a text and leaves the field; when that was, by the pages' clock. */
  async write(tab: Tab, text: string): Promise<number> {
    return tab.page.evaluate(typeIn, { label: planLabel, text });
  }

  /** Milliseconds until each other awake tab showed the text. */
  async shownAfter(from: Tab, text: string, writtenAtMs: number): Promise<readonly number[]> {
    const others = this.awake.filter((tab) => tab !== from);
    return Promise.all(
      others.map(async ({ page }) => {
        await expect(page.getByLabel(planLabel)).toHaveValue(text, { timeout: 5000 });
        const shownAt = await page.evaluate((asked) => globalThis.shownAt?.[asked] ?? Number.NaN, text);
        return Math.round(shownAt - writtenAtMs);
      }),
    );
  }

  #note({ id }: Tab): number {
    const atMs = Date.now();
    this.silenced.push({ id, atMs });
    return atMs;
  }

  #forget(tab: Tab): void {
    this.tabs.splice(this.tabs.indexOf(tab), 1);
  }
}

/** For a page: notes when a field was first given each text. Asking at intervals would load the machine that is measured. */
function watchFields(): void {
  const shownAt: Record<string, number> = {};
  globalThis.shownAt = shownAt;
  const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
  if (!value?.set) return;
  const { set } = value;
  Object.defineProperty(HTMLTextAreaElement.prototype, 'value', {
    ...value,
    set(this: HTMLTextAreaElement, text: string) {
      set.call(this, text);
      shownAt[text] ??= performance.timeOrigin + performance.now();
    },
  });
}

/** For a page: types and leaves the field, as a person does who goes on to the next one; when that was. */
export function typeIn({ label, text }: { label: string; text: string }): number {
  const field = [...document.querySelectorAll('textarea')].find((area) => area.labels[0]?.textContent === label);
  if (!field) throw new Error('no field');
  field.focus();
  field.select();
  document.execCommand('insertText', false, text);
  const at = performance.timeOrigin + performance.now();
  field.blur();
  return at;
}

/** For a page: whether every database of the app gives a transaction on all its tables within the given patience. */
async function takesChange(): Promise<boolean> {
  const patienceMs = 500;
  const databases = await indexedDB.databases();
  const taken = databases.map(
    ({ name = '' }) =>
      new Promise<boolean>((resolve) => {
        const asked = indexedDB.open(name);
        asked.onerror = () => resolve(false);
        asked.onsuccess = () => {
          const database = asked.result;
          const change = database.transaction([...database.objectStoreNames], 'readwrite');
          const late = setTimeout(() => {
            resolve(false);
            change.abort();
            database.close();
          }, patienceMs);
          change.oncomplete = () => {
            clearTimeout(late);
            database.close();
            resolve(true);
          };
        };
      }),
  );
  return (await Promise.all(taken)).every(Boolean);
}

/** For a worker: answers, then holds its thread without using the machine. Shared memory comes from wasm: pages here are not isolated. */
function fallAsleep(forMs: number): void {
  const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  setTimeout(() => Atomics.wait(new Int32Array(buffer), 0, 0, forMs));
}

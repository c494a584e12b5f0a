import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import path from 'node:path';
import { build } from 'vite';
import { durabilityContract } from '../../sync/testing/durability-contract.ts';
import { storeContract } from '../../sync/testing/store-contract.ts';
import { BrowserProcess, desktop } from '../support/browser-process.ts';

// Nobody listens there: every answer comes from the route below.
const origin = 'https://store-contract.invalid';
const shell = '<!doctype html><title>Store</title><script type="module" src="/page.js"></script>';

let browser: BrowserProcess;
let context: BrowserContext;
let page: Page;

/** The page's one script: the contract and the shipped store, bundled as the app is. */
async function bundlePage(): Promise<string> {
  const bundled = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rollupOptions: { input: path.join(import.meta.dirname, 'store-contract-page.ts') },
    },
  });
  const [script, ...more] = 'output' in bundled ? bundled.output : [];
  if (script?.type !== 'chunk' || more.length > 0) throw new Error('one script is expected');
  return script.code;
}

async function openPage(): Promise<Page> {
  const opened = await context.newPage();
  await opened.goto(`${origin}/`);
  await opened.waitForFunction(() => 'storePage' in globalThis);
  return opened;
}

test.beforeAll(async () => {
  const script = await bundlePage();
  browser = new BrowserProcess(desktop);
  context = await browser.start();
  await context.route(`${origin}/**`, (route) =>
    route.request().url().endsWith('/page.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: shell }),
  );
});
test.afterAll(() => browser.dispose());

test.describe('ReplicaStore contract: IndexedDB in Chromium', () => {
  test.beforeAll(async () => {
    page = await openPage();
  });
  test.afterAll(() => page.close());

  for (const [index, { name, expected }] of [...storeContract, ...durabilityContract].entries()) {
    test(name, async () => {
      expect(await page.evaluate((place) => storePage.observe(place), index)).toEqual(expected);
    });
  }
});

test.describe('one database, several tabs of Chromium', () => {
  let other: Page;
  let count = 0;
  let name = '';

  test.beforeEach(async () => {
    page = await openPage();
    other = await openPage();
    count += 1;
    name = `tabs-${count}`;
    for (const tab of [page, other]) {
      await tab.evaluate((database) => storePage.open(database), name);
      // The first read opens the handle; before it there is nothing that an update or a deletion could close.
      expect(await tab.evaluate(() => storePage.readKeys())).toEqual([]);
    }
    expect(await page.evaluate(() => storePage.write('note|kept'))).toBeNull();
  });
  test.afterEach(() => Promise.all([page.close(), other.close()]));

  test('[ST-18] a tab hears of the commits of another one, and reads them', async () => {
    await expect.poll(() => other.evaluate(() => storePage.heard())).toEqual(['note|kept']);
    expect(await other.evaluate(() => storePage.readKeys())).toEqual(['note|kept']);
  });

  test('[ST-20] a newer version of the app in another tab closes the store for good and says so once', async () => {
    await other.evaluate((database) => storePage.upgrade(database), name);
    for (let turn = 0; turn < 2; turn += 1)
      expect(await page.evaluate(() => storePage.write('note|late'))).toBe('closed-by-update');
    expect(await page.evaluate(() => storePage.updates())).toBe(1);
  });

  test('[ST-21] a replica deleted in another tab is no update, and is not brought back', async () => {
    await other.evaluate((database) => storePage.remove(database), name);
    for (const tab of [page, other]) expect(await tab.evaluate(() => storePage.write('note|late'))).not.toBeNull();
    expect(await page.evaluate(() => storePage.updates())).toBe(0);
    const names = await page.evaluate(async () => (await indexedDB.databases()).map((database) => database.name));
    expect(names).not.toContain(name);
  });

  test('[ST-22] a database that the browser cleared under an open handle is opened again', async () => {
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    // A write that is under way just as the handle goes may fail, and is said to; what comes after is taken.
    expect(await page.evaluate(() => storePage.readKeys())).toEqual([]);
    expect(await page.evaluate(() => storePage.write('note|after'))).toBeNull();
    expect(await page.evaluate(() => storePage.readKeys())).toEqual(['note|after']);
    expect(await page.evaluate(() => storePage.updates())).toBe(0);
  });
});

import { expect, test, type Page } from '@playwright/test';
import { createWorld, disposeWorld, openDevice, type World } from '../support/app-states.ts';
import { paintedPages } from '../../src/first-paint/painted-pages.ts';

let world: World;
test.beforeAll(async () => {
  world = await createWorld();
});
test.afterAll(() => disposeWorld(world));

/** As on a slow line: the script comes when the test lets it. */
async function holdScript(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/start-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** What moved on the screen without anybody having touched it. */
const shifts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );

test('what somebody without an account opens first can be read before any script has come', async () => {
  const { page, origin, problems } = await openDevice(world, 'phone', { javaScriptEnabled: false });
  for (const path of paintedPages) {
    await page.goto(`${origin}${path}`);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page, path).toHaveTitle(/Orchid$/);
    expect(await page.locator('[style], form, #painted script').count(), path).toBe(0);
  }
  expect(problems).toEqual([]);
});

for (const kind of ['phone', 'desktop'] as const) {
  test(`the app takes over without a jump, with what was typed before it came, ${kind}`, async () => {
    const { page, origin } = await openDevice(world, kind);
    const release = await holdScript(page);
    await page.goto(`${origin}/login`, { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet !== null),
    );
    await page.evaluate(() => document.fonts.ready);
    const before = await heading.boundingBox();
    await page.getByLabel('Email').fill('ada@home.test');
    await page.getByRole('checkbox', { name: 'Remember me' }).uncheck();
    await page.getByRole('textbox', { name: 'Password' }).pressSequentially('half a pass');
    // No script, no form: nothing that was typed goes anywhere.
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(`${origin}/login`);
    release();
    await expect(page.locator('#painted')).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
    await page.keyboard.type('word');
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('half a password');
    await expect(page.getByLabel('Email')).toHaveValue('ada@home.test');
    await expect(page.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked();
    expect(await heading.boundingBox()).toEqual(before);
    expect(await shifts(page)).toBeLessThan(0.01);
    // The app heard of it: it asks the server, and not for what is missing.
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(/[Ee]mail or password/, { timeout: 20_000 });
  });
}

test('where the app cannot run, that is said at once, in the place of what was painted', async () => {
  const { page, origin } = await openDevice(world, 'phone');
  // By a name and without a certificate, browsers have neither keys nor service workers.
  await page.route('http://orchid.invalid/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${origin}${pathname}` }) });
  });
  await page.goto('http://orchid.invalid/login');
  await expect(page.locator('#painted')).toHaveCount(0, { timeout: 5000 });
  await expect(page.getByRole('main')).toContainText('https');
});

test('a browser that was here before gets no page that may not be its own', async () => {
  const { page, origin } = await openDevice(world, 'phone');
  const first = await page.request.get(`${origin}/login`, { headers: { accept: 'text/html' } });
  expect(await first.text()).toContain('id="painted"');
  await page.goto(`${origin}/login`);
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.locator('#painted')).toHaveCount(0);
  const second = await page.request.get(`${origin}/login`, { headers: { accept: 'text/html' } });
  expect(await second.text()).not.toContain('id="painted"');
});

import { expect, test, type Page } from '@playwright/test';
import { demoPassword } from '../support/app-driver.ts';
import { faults, paths, type FaultName } from './support/fault-kinds.ts';
import { FaultWorld, report } from './support/fault-world.ts';
import { expectWord, rightWithinMs, words } from './support/status-watch.ts';

let world: FaultWorld;
let page: Page;
test.beforeAll(async () => {
  world = await FaultWorld.create();
  page = await world.openPage();
  await page.goto(`${world.gate.origin}/login`);
});
test.afterAll(() => world?.dispose());
test.afterEach(() => world.gate.heal());

async function logIn(on: Page, email: string): Promise<number> {
  await on.getByLabel('Email').fill(email);
  await on.getByLabel('Password', { exact: true }).fill(demoPassword);
  const sinceMs = Date.now();
  await on.getByRole('button', { name: 'Log in' }).click();
  return sinceMs;
}

const refusals: readonly FaultName[] = ['reset', 'answer lost after commit', 'portal, 302', '502'];

for (const kind of refusals) {
  const name = `signing in × ${kind}`;
  test(`[C-614] ${name}: it says that there is no connection, and the next try may be the one`, async () => {
    world.gate.begin(faults[kind], paths['proof of the password']);
    const sinceMs = await logIn(page, 'clinician@demo.test');
    await expect(page.getByRole('alert')).toContainText('No connection', { timeout: rightWithinMs });
    report(name, Date.now() - sinceMs, null);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  });
}

test('[C-614] signing in × black hole: it says that no answer has come yet, and goes on when one comes', async () => {
  world.gate.begin(faults['black hole'], paths['sign-in']);
  const sinceMs = await logIn(page, 'clinician@demo.test');
  await expect(page.getByRole('status').filter({ hasText: 'No answer yet' })).toBeVisible({ timeout: rightWithinMs });
  const rightMs = Date.now() - sinceMs;
  const healedAt = Date.now();
  await world.gate.heal();
  report(
    'signing in × black hole',
    rightMs,
    await expectWord(page, words.synced, { sinceMs: healedAt, withinMs: 10_000 }),
  );
});

for (const kind of ['reset', 'black hole', 'cut, ended politely'] as const) {
  const name = `the first sync × ${kind}`;
  test(`[PL-2][SE-1] ${name}: it says that there is no connection, and goes on by itself`, async () => {
    const fresh = await world.openPage();
    await fresh.goto(`${world.gate.origin}/login`);
    world.gate.begin(faults[kind], paths.pull);
    await logIn(fresh, kind === 'reset' ? 'colleague@demo.test' : 'member@demo.test');
    await expect(fresh.getByRole('heading', { name: 'Setting up this device' })).toBeVisible({ timeout: 10_000 });
    const sinceMs = Date.now();
    await expect(fresh.getByText('and there is no connection. Setting up continues')).toBeVisible({
      timeout: rightWithinMs,
    });
    const rightMs = Date.now() - sinceMs;
    const healedAt = Date.now();
    await world.gate.heal();
    report(name, rightMs, await expectWord(fresh, words.synced, { sinceMs: healedAt, withinMs: 10_000 }));
    await fresh.context().close();
  });
}

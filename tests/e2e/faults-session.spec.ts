import { expect, test, type Page } from '@playwright/test';
import { unlock } from '../support/app-driver.ts';
import { lockNow, planLabel, type Device } from '../support/app-states.ts';
import { faults, paths, type FaultName } from './support/fault-kinds.ts';
import { FaultWorld, report } from './support/fault-world.ts';
import { halfOf } from './support/kinds.ts';
import { rightWithinMs, words } from './support/status-watch.ts';

let world: FaultWorld;
test.beforeAll(async () => {
  world = await FaultWorld.create();
  await world.openNote();
});
test.afterAll(() => world?.dispose());
test.beforeEach(() => world.expectSynced());
test.afterEach(() => world.gate.heal());

const askedToLogIn = (page: Page) => page.getByRole('button', { name: 'Log in' });
const locked = (page: Page) => page.getByRole('heading', { name: 'Locked' });

/** The access token is over, as after ten minutes: the browser has dropped its cookie. */
async function expireAccess(): Promise<void> {
  await world.context.clearCookies({ name: 'orchid_at' });
}

const renewals: readonly FaultName[] = [
  'reset',
  'black hole',
  'answer lost after commit',
  'portal, 200',
  'portal, 302',
  'portal, 511',
  '503, Retry-After',
  '429, Retry-After',
];

for (const kind of halfOf('faults-session', renewals)) {
  const name = `the access token is renewed × ${kind}`;
  test(`[C-372][SE-1] ${name}: offline and waiting, nobody is signed out, the note arrives once`, async () => {
    const sinceMs = Date.now();
    await expireAccess();
    world.gate.begin(faults[kind], paths.renewal);
    const text = await world.write();
    const rightMs = await world.expectRight(/^Offline · 1 waiting$/, sinceMs);
    await expect(askedToLogIn(world.page)).toHaveCount(0);
    const healedAt = Date.now();
    await world.expectNeverSynced(sinceMs, healedAt);
    await world.gate.heal();
    report(name, rightMs, await world.expectDelivered(text, healedAt));
    await expect(askedToLogIn(world.page)).toHaveCount(0);
  });
}

for (const kind of ['slow', 'arrives twice'] as const) {
  const name = `the access token is renewed × ${kind}`;
  test(`[C-372][C-554] ${name}: waiting, nobody is signed out, the note arrives once`, async () => {
    const sinceMs = Date.now();
    await expireAccess();
    world.gate.begin(faults[kind], paths.renewal);
    const text = await world.write();
    const rightMs = await world.expectRightAtFirst(words.waiting, sinceMs);
    await world.expectHit();
    report(name, rightMs, await world.expectDelivered(text, Date.now()));
    await expect(askedToLogIn(world.page)).toHaveCount(0);
  });
}

for (const kind of ['black hole', 'portal, 200', '502'] as const) {
  const name = `the app is started anew × ${kind}`;
  test(`[SE-1] ${name}: it asks for the password, opens, says offline, and synced when it is`, async () => {
    const { page } = world;
    world.gate.begin(faults[kind]);
    const startedAt = Date.now();
    await page.reload();
    await expect(locked(page)).toBeVisible({ timeout: rightWithinMs });
    const askedMs = Date.now() - startedAt;
    await unlock(page);
    await expect(page.getByLabel(planLabel)).toBeVisible({ timeout: rightWithinMs });
    const openedAt = Date.now();
    await world.expectRight(words.offline, openedAt);
    const healedAt = Date.now();
    await world.gate.heal();
    report(name, askedMs, await world.expectSyncedAgain(healedAt));
    await expect(askedToLogIn(page)).toHaveCount(0, { timeout: rightWithinMs });
  });
}

for (const kind of ['reset', 'answer lost after commit', '503, Retry-After'] as const) {
  const name = `a locked device delivers × ${kind}`;
  test(`[PU-4] ${name}: it says that a change is kept, and the note arrives once without a key`, async () => {
    const { page } = world;
    world.gate.begin(faults[kind], paths.push);
    const text = await world.write();
    await lockNow({ page } as Device);
    const lockedAt = Date.now();
    await expect(page.getByText('1 change is waiting on this device')).toBeVisible({ timeout: rightWithinMs });
    const rightMs = Date.now() - lockedAt;
    await world.expectHit();
    const healedAt = Date.now();
    await world.gate.heal();
    await expect.poll(() => world.onServer(), { timeout: 6000, intervals: [100] }).toBe(text);
    const deliveredMs = Date.now() - healedAt;
    await unlock(page);
    await world.expectDelivered(text, Date.now());
    report(name, rightMs, deliveredMs);
  });
}

import { expect, test, type Page } from '@playwright/test';
import { signIn } from '../support/app-driver.ts';
import { notePath, planLabel } from '../support/app-states.ts';
import { faults, paths, type FaultName } from './support/fault-kinds.ts';
import { comeBack, FaultWorld, report } from './support/fault-world.ts';
import { words } from './support/status-watch.ts';
import { typeIn } from './support/tab-herd.ts';

let world: FaultWorld;
/** The same person at another device, on a line without faults. */
let elsewhere: Page;
test.beforeAll(async () => {
  world = await FaultWorld.create();
  await world.openNote();
  elsewhere = await world.openPage();
  await signIn(elsewhere, world.server.origin, 'clinician@demo.test');
  await elsewhere.goto(`${world.server.origin}${notePath(world.appointmentId)}`);
  await expect(elsewhere.getByLabel(planLabel)).toBeVisible();
});
test.afterAll(() => world?.dispose());
test.beforeEach(() => world.expectSynced());
test.afterEach(async () => {
  await world.gate.heal();
  // A dead line would be noticed in half a minute; the next scenario begins with a living one.
  world.gate.cutTunnels();
});

async function writeElsewhere(): Promise<string> {
  const text = `Written elsewhere at ${Date.now()}`;
  const field = elsewhere.getByLabel(planLabel);
  // Words that arrive while these are typed would be the other scenario: two hands at one field.
  await expect(field).toHaveValue(await world.onServer(), { timeout: 10_000 });
  await elsewhere.evaluate(typeIn, { label: planLabel, text });
  await expect.poll(() => world.onServer(), { timeout: 5000 }).toBe(text);
  return text;
}

const keptOut: readonly FaultName[] = ['reset', 'black hole', '502'];

for (const kind of keptOut) {
  const name = `the socket cannot open × ${kind}`;
  test(`[SE-1] ${name}: it stays synced, a note arrives, and the server is not stormed`, async () => {
    const sinceMs = Date.now();
    world.gate.begin(faults[kind], paths.socket);
    world.gate.cutTunnels();
    await world.expectHit();
    const rightMs = await world.expectRight(words.synced, sinceMs);
    const text = await world.write();
    const writtenAt = Date.now();
    const deliveredMs = await world.expectDelivered(text, writtenAt);
    const asked = world.gate.requests.filter(({ startMs }) => startMs >= sinceMs).length;
    expect(asked).toBeLessThan(20);
    console.log(`[faults] ${name}: ${asked} requests in ${Date.now() - sinceMs} ms`);
    report(name, rightMs, deliveredMs);
    expect(await world.spoken(sinceMs)).not.toContainEqual(expect.stringContaining('Offline'));
  });
}

test('[SE-1] a half-open socket: a note of this device arrives, and nothing is said to be wrong', async () => {
  const sinceMs = Date.now();
  world.gate.muteTunnels();
  const text = await world.write();
  const rightMs = await world.expectRightAtFirst(words.waiting, sinceMs);
  report('a half-open socket, own note', rightMs, await world.expectDelivered(text, sinceMs));
  expect(await world.spoken(sinceMs)).not.toContainEqual(expect.stringContaining('Offline'));
});

test('[SE-1] a half-open socket: what somebody else wrote is there when the person comes back', async () => {
  world.gate.muteTunnels();
  const text = await writeElsewhere();
  await expect(world.page.getByLabel(planLabel)).not.toHaveValue(text);
  const sinceMs = Date.now();
  await comeBack(world.page);
  await expect(world.page.getByLabel(planLabel)).toHaveValue(text, { timeout: 5000 });
  report('a half-open socket, another device’s note', Date.now() - sinceMs, null);
});

test('[SE-1] a socket that died in a black hole is replaced when the network is back: others’ notes come by themselves', async () => {
  const sinceMs = Date.now();
  world.gate.begin(faults['black hole']);
  await comeBack(world.page);
  const rightMs = await world.expectRight(words.offline, sinceMs);
  const healedAt = Date.now();
  await world.gate.heal();
  await world.expectSyncedAgain(healedAt);
  await expect.poll(() => world.gate.openTunnels, { timeout: 5000, intervals: [50] }).toBeGreaterThan(0);
  report('a socket that died in a black hole', rightMs, Date.now() - healedAt);
  const text = await writeElsewhere();
  await expect(world.page.getByLabel(planLabel)).toHaveValue(text, { timeout: 2000 });
});

for (const kind of ['reset', 'portal, 200', '503, Retry-After'] as const) {
  const name = `another device’s note is fetched × ${kind}`;
  test(`[PL-2][SE-1] ${name}: offline is said, then it is there`, async () => {
    // Without the socket the change must be asked for: the asking is what fails.
    const sinceMs = Date.now();
    world.gate.begin(faults[kind], kind === 'reset' ? paths['the whole network'] : paths.pull);
    world.gate.cutTunnels();
    const text = await writeElsewhere();
    const rightMs = await world.expectRight(words.offline, sinceMs);
    await expect(world.page.getByLabel(planLabel)).not.toHaveValue(text);
    const healedAt = Date.now();
    await world.gate.heal();
    const healedMs = await world.expectSyncedAgain(healedAt);
    await expect(world.page.getByLabel(planLabel)).toHaveValue(text, { timeout: 2000 });
    report(name, rightMs, healedMs);
  });
}

import { expect, test } from '@playwright/test';
import { faults, paths, type FaultName } from './support/fault-kinds.ts';
import { comeBack, FaultWorld, report } from './support/fault-world.ts';
import { halfOf } from './support/kinds.ts';
import { words } from './support/status-watch.ts';

let world: FaultWorld;
test.beforeAll(async () => {
  world = await FaultWorld.create();
  await world.openNote();
});
test.afterAll(() => world?.dispose());
test.beforeEach(() => world.expectSynced());
test.afterEach(() => world.gate.heal());

/** What stands between a note and the server, and which requests of its way it hits. */
const dead: readonly (readonly [keyof typeof paths, readonly FaultName[]])[] = [
  [
    'push',
    [
      'reset',
      'black hole',
      'answer lost after commit',
      'portal, 200',
      'portal, 302',
      '502',
      '503, Retry-After',
      '429, Retry-After',
      'cut, ended politely',
    ],
  ],
  ['the whole network', ['reset', 'black hole', 'portal, 302']],
];

for (const [on, kinds] of dead) {
  for (const kind of halfOf('faults-note', kinds)) {
    const name = `a note is written, ${on} × ${kind}`;
    test(`[SE-1][PU-4] ${name}: offline and waiting is said, then it arrives once`, async () => {
      const sinceMs = Date.now();
      world.gate.begin(faults[kind], paths[on]);
      const text = await world.write();
      const rightMs = await world.expectRight(/^Offline · 1 waiting$/, sinceMs);
      const healedAt = Date.now();
      await world.expectNeverSynced(sinceMs, healedAt);
      await world.gate.heal();
      report(name, rightMs, await world.expectDelivered(text, healedAt));
    });
  }
}

/** The network is bad, and good enough: nobody is told of a dead one. */
const weak: readonly (readonly [keyof typeof paths, FaultName])[] = [
  ['push', 'slow'],
  ['push', 'arrives twice'],
  ['the whole network', 'slow'],
];

for (const [on, kind] of weak) {
  const name = `a note is written, ${on} × ${kind}`;
  test(`[PU-4] ${name}: waiting is said until it has arrived, once, and never that it is offline`, async () => {
    const sinceMs = Date.now();
    world.gate.begin(faults[kind], paths[on]);
    const text = await world.write();
    const rightMs = await world.expectRightAtFirst(words.waiting, sinceMs);
    await world.expectHit();
    report(name, rightMs, await world.expectDelivered(text, Date.now()));
    expect(await world.spoken(sinceMs)).not.toContainEqual(expect.stringContaining('Offline'));
  });
}

test('[SE-1][PU-4] a note is written while nobody listens at that address: offline and waiting, then it arrives once', async () => {
  const sinceMs = Date.now();
  world.gate.refuse();
  const text = await world.write();
  const rightMs = await world.expectRight(/^Offline · 1 waiting$/, sinceMs);
  await world.gate.heal();
  report('a note is written, connection refused', rightMs, await world.expectDelivered(text, Date.now()));
});

test('[SE-1][PU-4] a note is written, its answer lost, and the server killed: offline and waiting, then it arrives once', async () => {
  const sinceMs = Date.now();
  world.gate.begin(faults['answer lost after commit'], paths.push);
  const text = await world.write();
  await world.expectHit();
  await world.server.kill();
  const rightMs = await world.expectRight(/^Offline · 1 waiting$/, sinceMs);
  await world.gate.heal();
  await world.server.start();
  report('a note is written, server killed', rightMs, await world.expectDelivered(text, Date.now()));
});

const comingBack: readonly (readonly [keyof typeof paths, readonly FaultName[]])[] = [
  ['the whole network', ['reset', 'black hole', 'portal, 302', '429, Retry-After']],
  ['pull', ['502', 'answer lost after commit', 'cut, then reset', 'cut, ended politely']],
];

for (const [on, kinds] of comingBack) {
  for (const kind of halfOf('faults-note', kinds)) {
    const name = `coming back to the window, ${on} × ${kind}`;
    test(`[PL-2][SE-1] ${name}: offline is said, and synced again by itself`, async () => {
      const sinceMs = Date.now();
      world.gate.begin(faults[kind], paths[on]);
      await comeBack(world.page);
      const rightMs = await world.expectRight(words.offline, sinceMs);
      const healedAt = Date.now();
      await world.gate.heal();
      report(name, rightMs, await world.expectSyncedAgain(healedAt));
    });
  }
}

test('[SE-1] coming back to the window × slow: it stays synced', async () => {
  const sinceMs = Date.now();
  world.gate.begin(faults.slow);
  await comeBack(world.page);
  report('coming back to the window × slow', await world.expectRight(words.synced, sinceMs), null);
  expect(await world.spoken(sinceMs)).not.toContainEqual(expect.stringContaining('Offline'));
});

test('[SE-1] coming back twice × black hole for good: the second time takes a new connection', async () => {
  const sinceMs = Date.now();
  world.gate.begin(faults['black hole for good']);
  const text = await world.write();
  const rightMs = await world.expectRight(/^Offline · 1 waiting$/, sinceMs);
  await world.gate.heal();
  const backAt = Date.now();
  await comeBack(world.page);
  report('coming back to the window × black hole for good', rightMs, await world.expectDelivered(text, backAt));
});

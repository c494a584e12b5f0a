import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { demoPassword } from '../../server/dev/seed.ts';
import { seededRandom } from '../../sync/testing/builders.ts';
import { FaultProxy, type Fault } from '../support/fault-proxy.ts';
import { ServerProcess } from '../support/server-process.ts';
import { judgeDatabase, readOutcomes, type AckedWrite } from './judge.ts';
import { disposeAtEnd } from './leftovers.ts';
import { nothingFound, type LegResult } from './leg.ts';
import type { SavedEdit } from './soak-api.ts';
import { SoakBrowser } from './soak-browser.ts';

export interface BrowserKillOptions {
  readonly seed: number;
  readonly kills: number;
  readonly tell?: (line: string) => void;
  /** Where the server's data directory is kept if anything is wrong. */
  readonly keepIn?: string;
}

const sessionCount = 16;
/** A browser lives for so many edits, drawn at random, and a moment longer; but not for ever on a slow machine. */
const fewestEdits = 150;
const mostEdits = 650;
const momentMs = 60;
const longestMs = 20_000;
const settlePatienceMs = 120_000;
/** How the network is while the page writes: rows are on their way, wait, or have arrived and nobody knows. */
const networks: readonly Fault[] = ['none', 'reset', 'swallow-answers'];

/** Builds the soak page and, once, the app whose workers it uses. */
export async function buildSoakPage(): Promise<void> {
  await build({ logLevel: 'error' });
  await build({ configFile: path.resolve('tests/soak/vite.config.ts') });
}

/**
 * The shipped client writes in a Chromium on a disk profile as fast as it can; the whole browser is killed at random
 * moments and started again on the same profile. After each kill every edit that was ever called saved is in the outbox
 * or settled on the server, and the newest of each note is on screen; after the last one everything arrives, once.
 */
export async function runBrowserKills(options: BrowserKillOptions): Promise<LegResult> {
  const random = seededRandom(options.seed);
  const server = await ServerProcess.create({ DRAFT_PAUSE_S: '0' });
  const disposeServer = disposeAtEnd(() => server.dispose());
  const proxy = new FaultProxy(server.port);
  await proxy.listen();
  const saved: SavedEdit[] = [];
  const browser = new SoakBrowser(proxy.origin, (edit) => saved.push(edit));
  const disposeBrowser = disposeAtEnd(() => browser.dispose());
  const figures = { 'browser kills': 0, 'password unlocks': 0, 'waiting at a start': 0 };
  const problems: string[] = [];
  const lost = new Set<string>();
  try {
    await server.start();
    await browser.start();
    const sessions = await browser.page.evaluate((count) => soak.sessions(count), sessionCount);
    let { sub } = await browser.page.evaluate((names) => soak.held(names), sessions);
    let firstTurn = 0;
    const dbFile = path.join(server.dataDir, 'orchid.db');
    for (let kill = 1; kill <= options.kills; kill += 1) {
      const network = networks[random.below(networks.length)] ?? 'none';
      const before = saved.length;
      // The session went with the browser's cookies: without one nothing would ever be on its way.
      await browser.page.evaluate((password) => soak.signedIn(password), demoPassword);
      proxy.setFault(network);
      // A turn that was under way at the kill may be on disk: its number is not given again.
      firstTurn = Math.max((saved.at(-1)?.turn ?? 0) + 2, firstTurn + 1);
      const writing = browser.write(sessions, firstTurn);
      const edits = fewestEdits + random.below(mostEdits - fewestEdits);
      await until(() => saved.length - before >= edits, longestMs);
      await sleep(random.below(momentMs));
      await browser.kill();
      figures['browser kills'] += 1;
      const ended = await writing;
      if (ended !== null) problems.push(ended);
      proxy.setFault('none');
      const how = await browser.start();
      if (how === 'unlocked') figures['password unlocks'] += 1;
      const held = await browser.page.evaluate((names) => soak.held(names), sessions);
      // Read after the outbox: a row leaves it only when the server has it.
      const outcomes = readOutcomes(dbFile);
      const missing = missingOf(saved, held, outcomes, sub);
      for (const uid of missing.uids) lost.add(uid);
      problems.push(...missing.problems.map((text) => `kill ${kill}: ${text}`));
      figures['waiting at a start'] += held.pending.length;
      options.tell?.(
        `browser kill ${kill}/${options.kills}: ${saved.length - before} saved, network ${network}, ${how}, ${held.pending.length} waiting, ${outcomes.size} on the server`,
      );
      ({ sub } = held);
    }
    await waitUntilSettled(browser);
    const last = await browser.page.evaluate((names) => soak.held(names), sessions);
    problems.push(...missingOf(saved, last, readOutcomes(dbFile), sub).problems, ...browser.problems);
    await browser.kill();
    const code = await server.stop();
    if (code !== 0) problems.push(`the server ended with ${code}`);
    const found = await judgeDatabase(server.dataDir, toAcked(saved, sub));
    for (const line of found.lost) lost.add(line.slice(line.indexOf('|') + 1, line.indexOf(': ')));
    const result: LegResult = {
      ...nothingFound,
      faults: options.kills,
      acked: saved.length,
      lost: lost.size,
      doubled: found.doubled.length,
      problems: [...problems, ...found.broken, ...found.lost, ...found.doubled].slice(0, 50),
      figures: {
        ...figures,
        'edits of their own': new Set(saved.map((edit) => edit.uid)).size,
        'versions found': found.versions,
      },
    };
    if (result.problems.length > 0 && options.keepIn !== undefined)
      fs.cpSync(server.dataDir, options.keepIn, { recursive: true });
    return result;
  } finally {
    await disposeBrowser();
    await proxy.close();
    await disposeServer();
  }
}

/** What was called saved and is neither in the outbox nor settled, and notes that show less than was saved. */
function missingOf(
  saved: readonly SavedEdit[],
  held: Awaited<ReturnType<typeof soak.held>>,
  outcomes: ReturnType<typeof readOutcomes>,
  sub: string,
): { readonly uids: readonly string[]; readonly problems: readonly string[] } {
  const pending = new Set(held.pending);
  const uids = [...new Set(saved.map((edit) => edit.uid))].filter(
    (uid) => !pending.has(uid) && outcomes.get(`${sub}|${uid}`)?.outcome !== 'applied',
  );
  const newest = new Map(saved.map((edit) => [edit.session, edit.turn]));
  const short = [...newest].filter(([session, turn]) => (held.turns[session] ?? 0) < turn);
  const problems = [
    ...uids.map((uid) => `${uid} was called saved and is nowhere`),
    ...short.map(([session, turn]) => `${session} shows turn ${held.turns[session] ?? 0}, saved was ${turn}`),
    ...held.attention.map((item) => `needs attention: ${item}`),
    ...(held.unreadable > 0 ? [`${held.unreadable} unreadable rows`] : []),
    ...(held.sub === sub ? [] : ['opened as somebody else']),
  ];
  return { uids, problems };
}

/** Per uid the newest text that was called saved: what was typed on under the same uid took the place of the older. */
function toAcked(saved: readonly SavedEdit[], account: string): readonly AckedWrite[] {
  const newest = new Map(saved.map((edit) => [edit.uid, edit]));
  return [...newest.values()].map((edit) => ({ ...edit, account, outcome: 'applied', code: '', writer: 'browser' }));
}

async function waitUntilSettled(browser: SoakBrowser): Promise<void> {
  await browser.page.evaluate((password) => soak.signedIn(password), demoPassword);
  const from = performance.now();
  while (!(await browser.page.evaluate(() => soak.isSettled()))) {
    if (performance.now() - from > settlePatienceMs) throw new Error('not everything arrived');
    await sleep(200);
  }
}

/** Until it holds, or for so long. */
async function until(holds: () => boolean, ms: number): Promise<void> {
  const from = performance.now();
  while (!holds() && performance.now() - from < ms) await sleep(5);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import { expect, test, type Page } from '@playwright/test';
import { findOpenNote, longNote, signIn, unlock, waitForServiceWorker } from '../support/app-driver.ts';
import { BrowserProcess, desktop, phone } from '../support/browser-process.ts';
import { dumpOrigin, scanFiles } from '../support/canary-scan.ts';
import { FaultProxy } from '../support/fault-proxy.ts';
import { startInProcessServer } from '../support/in-process-server.ts';
import { readNoteOutcomes } from '../support/server-database.ts';
import { ServerProcess } from '../support/server-process.ts';
import { chosenOf } from './support/drill-choice.ts';
import { openBeside } from './support/sync-event.ts';
import { buildUnsealed } from './support/unsealed-build.ts';

/** How the network goes, and how it comes back. */
interface Cut {
  readonly name: string;
  readonly cut: (world: World) => Promise<void>;
  /** After the browser was started again: the same cut must hold there. */
  readonly keepCut: (world: World) => Promise<void>;
  /** Resolves when the server can be reached again. */
  readonly heal: (world: World) => Promise<void>;
}

interface World {
  readonly server: ServerProcess;
  readonly proxy: FaultProxy;
  readonly phone: BrowserProcess;
  readonly laptop: BrowserProcess;
  phonePage: Page;
}

const killed: Cut = {
  name: 'the server process killed',
  cut: ({ server }) => server.kill(),
  keepCut: () => Promise.resolve(),
  heal: async ({ server }) => void (await server.start()),
};

const offline: Cut = {
  name: 'setOffline',
  cut: ({ phonePage }) => phonePage.context().setOffline(true),
  keepCut: ({ phonePage }) => phonePage.context().setOffline(true),
  heal: ({ phonePage, proxy }) => {
    proxy.setFault('none');
    return phonePage.context().setOffline(false);
  },
};

const swallowed: Cut = {
  name: 'answers swallowed after commit',
  cut: ({ proxy }) => Promise.resolve(proxy.setFault('swallow-answers')),
  keepCut: () => Promise.resolve(),
  heal: ({ proxy }) => Promise.resolve(proxy.setFault('none')),
};

/** What a killed phone has left: the world around it, and what its note must still hold. */
interface Drill {
  readonly world: World;
  readonly cut: Cut;
  readonly deepLink: string;
  readonly mustHold: string;
}

interface Typed {
  /** Text on screen after each key, with the time of the key. */
  readonly keys: { readonly at: number; readonly text: string }[];
  /** Text on screen whenever the foot said "Saved on this device". */
  readonly saved: string[];
}

const planLabel = 'What happens next';

/** Signs a phone and a laptop in, takes the phone's network away, types a note there and kills the browser. */
async function typeAndKill(cut: Cut): Promise<Drill> {
  const server = await ServerProcess.createSeeded();
  await server.start();
  const proxy = new FaultProxy(server.port);
  await proxy.listen();
  const phoneBrowser = new BrowserProcess(phone);
  const laptop = new BrowserProcess(desktop);
  const phonePage = await (await phoneBrowser.start()).newPage();
  const world: World = { server, proxy, phone: phoneBrowser, laptop, phonePage };
  await signIn(phonePage, proxy.origin, 'clinician@demo.test');
  await waitForServiceWorker(phonePage);
  const deepLink = await findOpenNote(phonePage, proxy.origin);

  const laptopPage = await (await laptop.start()).newPage();
  await signIn(laptopPage, server.origin, 'clinician@demo.test');
  await laptopPage.goto(deepLink.replace(proxy.origin, server.origin));
  await expect(laptopPage.getByLabel(planLabel)).toBeVisible();

  // The app is closed, the network goes, the app is opened cold by its deep link.
  world.phonePage = await phonePage.context().newPage();
  await phonePage.close();
  await cut.cut(world);
  await world.phonePage.goto(deepLink);
  await unlock(world.phonePage);
  const typed = await typeNote(world.phonePage, 300);
  const killedAt = Date.now();
  await phoneBrowser.kill();

  const safe = typed.keys.filter((key) => key.at <= killedAt - 1000).at(-1)?.text ?? '';
  const longestSaved = typed.saved.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
  const mustHold = safe.length > longestSaved.length ? safe : longestSaved;
  expect(mustHold.split(' ').length).toBeGreaterThan(250);
  console.log(
    `[drill] ${cut.name}: ${typed.keys.length} words typed, ${mustHold.length} of ${typed.keys.at(-1)?.text.length} characters promised (1.0 s rule ${safe.length}, labelled saved ${longestSaved.length})`,
  );

  // A browser that starts again may run its service worker before Playwright has it offline: the proxy holds too.
  if (cut.name === 'setOffline') proxy.setFault('reset');
  world.phonePage = await (await phoneBrowser.start()).newPage();
  await cut.keepCut(world);
  await world.phonePage.goto(deepLink);
  await unlock(world.phonePage);
  await expect(world.phonePage.getByLabel(planLabel)).toHaveValue(new RegExp(`^${mustHold}`));
  // Still cut off: nothing can have arrived, except where only the answers are lost.
  const arrived = readNoteOutcomes(server.dataDir, appointmentIdOf(deepLink)).notes;
  expect(arrived).toBe(cut.name.startsWith('answers') ? 1 : 0);
  // Nothing of it is in the clear while it waits there to be sent.
  await expectNoCanaries(world);
  await cut.keepCut(world);
  await world.phonePage.goto(deepLink);
  await unlock(world.phonePage);
  await expect(world.phonePage.getByLabel(planLabel)).toHaveValue(new RegExp(`^${mustHold}`));
  return { world, cut, deepLink, mustHold };
}

async function typeNote(page: Page, words: number): Promise<Typed> {
  const saved: string[] = [];
  await page.exposeFunction('orchidSaved', (text: string) => saved.push(text));
  const field = page.getByLabel(planLabel);
  await field.focus();
  await page.evaluate((label) => {
    const text = (): string =>
      [...document.querySelectorAll('textarea')].find((area) => area.labels[0]?.textContent === label)?.value ?? '';
    const report = (globalThis as unknown as { orchidSaved: (text: string) => void }).orchidSaved;
    new MutationObserver(() => {
      if (document.querySelector('footer')?.textContent?.includes('Saved on this device')) report(text());
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, planLabel);
  const keys: Typed['keys'] = [];
  let text = '';
  for (const word of longNote(words).split(' ')) {
    const next = text === '' ? word : ` ${word}`;
    await page.keyboard.insertText(next);
    text += next;
    keys.push({ at: Date.now(), text });
    await page.waitForTimeout(20);
  }
  return { keys, saved };
}

async function dispose(world: World): Promise<void> {
  await world.phone.dispose();
  await world.laptop.dispose();
  await world.proxy.close();
  await world.server.dispose();
}

function appointmentIdOf(deepLink: string): string {
  return /sessions\/([^/]+)\/note/.exec(deepLink)?.[1] ?? '';
}

/** Words of the note, and the password: nobody finds them in the files of the device, nor in what the server printed. */
async function expectNoCanaries(world: World): Promise<void> {
  const canaries = ['Zebrafinch0', 'kestrel3', 'granite296', 'Orchid-demo-26!'];
  await world.phone.stop();
  expect(scanFiles(world.phone.profileDir, canaries)).toEqual([]);
  const page = await (await world.phone.start()).newPage();
  await page.goto(`${world.proxy.origin}/icons/icon.svg`);
  const dump = await page.evaluate(dumpOrigin, { withCaches: true });
  expect(dump.length).toBeGreaterThan(100_000);
  expect(canaries.filter((canary) => dump.includes(canary))).toEqual([]);
  // The demo password is printed at the first start, for people who try it out; the note never is.
  expect(canaries.slice(0, 3).filter((canary) => world.server.output.includes(canary))).toEqual([]);
  world.phonePage = page;
}

/** What is done with the phone that was killed and opened again, and how its note arrives. */
interface End {
  readonly name: string;
  readonly cut: Cut;
  readonly deliver: (drill: Drill) => Promise<void>;
}

const openEnd = (cut: Cut): End => ({
  name: `${cut.name}: the note survives the kill, lies nowhere in the clear, and arrives once, on the second device within 5 s`,
  cut,
  deliver: async ({ world, deepLink, mustHold }) => {
    await cut.heal(world);
    const readyAt = Date.now();
    const laptopPage = world.laptop.pages[0];
    if (!laptopPage) throw new Error('no laptop page');
    await expect(laptopPage.getByLabel(planLabel)).toHaveValue(new RegExp(`^${mustHold}`), { timeout: 5000 });
    console.log(`[drill] ${cut.name}: on the second device ${Date.now() - readyAt} ms after the server was ready`);
    await expect(world.phonePage.getByTestId('sync-indicator')).toContainText('Synced');
    const outcomes = readNoteOutcomes(world.server.dataDir, appointmentIdOf(deepLink));
    expect(outcomes.doubledUids).toBe(0);
    expect(outcomes.notes).toBe(1);
    await expect(laptopPage.getByText('Keep this')).toHaveCount(0);
  },
});

/** A run takes one of them, by its commit; `npm run nightly -- drill` takes all. */
const ends: readonly End[] = [
  openEnd(killed),
  openEnd(offline),
  openEnd(swallowed),
  {
    name: 'locked first: the open locked page has the note delivered within 5 s',
    cut: killed,
    deliver: async ({ world, deepLink, mustHold, cut }) => {
      await lockNow(world.phonePage);
      await cut.heal(world);
      const readyAt = Date.now();
      await expect
        .poll(() => readNoteOutcomes(world.server.dataDir, appointmentIdOf(deepLink)).notes, {
          timeout: 5000,
          intervals: [100],
        })
        .toBe(1);
      console.log(`[drill] locked, page open: delivered ${Date.now() - readyAt} ms after the server was ready`);
      await expect(world.laptop.pages[0]!.getByLabel(planLabel)).toHaveValue(new RegExp(`^${mustHold}`), {
        timeout: 5000,
      });
    },
  },
  {
    name: 'locked with no page: Background Sync delivers after setOffline',
    cut: offline,
    deliver: async ({ world, deepLink, cut }) => {
      await lockNow(world.phonePage);
      const context = world.phonePage.context();
      // A locked page asks for delivery again; then it is closed.
      await world.phonePage.waitForTimeout(500);
      // No page of the app is open. The picture holds the browser's emulated "offline" over the service worker: without
      // any page of the origin the emulation ends, and the event would fire into a dead network and wait for minutes.
      const blank = await context.newPage();
      await blank.goto(`${world.proxy.origin}/icons/icon.svg`);
      await world.phonePage.close();
      world.phonePage = blank;
      await cut.heal(world);
      const readyAt = Date.now();
      await expect
        .poll(() => readNoteOutcomes(world.server.dataDir, appointmentIdOf(deepLink)).notes, {
          timeout: 15_000,
          intervals: [100],
        })
        .toBe(1);
      console.log(
        `[drill] locked, no page, Background Sync: delivered ${Date.now() - readyAt} ms after the network came back`,
      );
    },
  },
  {
    name: 'locked with no page: a sync event after a dead server delivers',
    cut: killed,
    deliver: async ({ world, deepLink, cut }) => {
      await lockNow(world.phonePage);
      const { blank, fireSync } = await openBeside(world.phonePage.context());
      await world.phonePage.close();
      world.phonePage = blank;
      await cut.heal(world);
      const readyAt = Date.now();
      await fireSync(world.proxy.origin);
      await expect
        .poll(() => readNoteOutcomes(world.server.dataDir, appointmentIdOf(deepLink)).notes, {
          timeout: 5000,
          intervals: [100],
        })
        .toBe(1);
      console.log(`[drill] locked, no page, sync event: delivered ${Date.now() - readyAt} ms after the event`);
    },
  },
];

for (const { name, cut, deliver } of chosenOf(ends)) {
  test(`drill, ${name}`, async () => {
    const drill = await typeAndKill(cut);
    try {
      await deliver(drill);
    } finally {
      await dispose(drill.world);
    }
  });
}

test('the canary scan finds the same text with sealing switched off', async () => {
  const server = await startInProcessServer(buildUnsealed());
  const browser = new BrowserProcess(phone);
  try {
    const page = await (await browser.start()).newPage();
    await signIn(page, server.origin, 'clinician@demo.test');
    await findOpenNote(page, server.origin);
    await page.getByLabel(planLabel).focus();
    await page.keyboard.insertText(longNote(60));
    await expect(page.getByText('Saved on this device').first()).toBeVisible();
    await page.waitForTimeout(1500);
    const canaries = ['Zebrafinch0', 'kestrel3'];
    const dump = await page.evaluate(dumpOrigin, { withCaches: true });
    expect(canaries.filter((canary) => dump.includes(canary))).toEqual(canaries);
    await browser.stop();
    expect(scanFiles(browser.profileDir, canaries)).not.toEqual([]);
  } finally {
    await browser.dispose();
    await server.close();
  }
});

async function lockNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Lock now' }).click();
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
}

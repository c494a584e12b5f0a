import {
  chromium,
  expect as expectSoon,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import fs from 'node:fs';
import { waitingRows } from './waiting-rows.ts';
import { signIn } from './app-driver.ts';
import { chromiumArgs, desktop, phone } from './browser-process.ts';
import { FaultProxy } from './fault-proxy.ts';
import { ServerProcess } from './server-process.ts';

/** Other work on the machine makes a state come later, not another one: only a state that never comes is an error. */
const expect = expectSoon.configure({ timeout: 20_000 });

/** One browser and one server: every device is a context of its own behind a network of its own. */
export interface World {
  readonly server: ServerProcess;
  readonly browser: Browser;
  readonly devices: Device[];
  /** Those of `deviceOf`. */
  readonly shared: Map<string, Device>;
  /** What every device of this world is set to, unless it is opened otherwise. */
  readonly options: BrowserContextOptions;
}

/** A device of somebody: its storage, its page, its wire to the server. */
export interface Device {
  readonly kind: 'phone' | 'desktop';
  readonly context: BrowserContext;
  readonly proxy: FaultProxy;
  readonly page: Page;
  readonly origin: string;
  /** What the console called an error, network failures aside. */
  readonly problems: string[];
}

export const people = {
  clinician: 'clinician@demo.test',
  colleague: 'colleague@demo.test',
  member: 'member@demo.test',
  /** A member for whom nothing is planned. */
  newcomer: 'newcomer@demo.test',
  joined: 'joined@demo.test',
  started: 'firstweek@demo.test',
  /** Plans for the practice, treats nobody. */
  desk: 'desk@demo.test',
  /** Runs the practice, treats nobody. */
  owner: 'owner@demo.test',
} as const;

export async function createWorld(options: BrowserContextOptions = {}): Promise<World> {
  const server = await ServerProcess.createSeeded();
  await server.start();
  const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium'].find((file) => file && fs.existsSync(file));
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArgs });
  return { server, browser, devices: [], shared: new Map(), options };
}

export async function disposeWorld(world: World | undefined): Promise<void> {
  if (!world) return;
  await world.browser.close();
  for (const { proxy } of world.devices) await proxy.close();
  await world.server.dispose();
}

const kinds = { phone, desktop } as const;

export async function openDevice(
  world: World,
  kind: Device['kind'],
  options: BrowserContextOptions = {},
): Promise<Device> {
  const proxy = new FaultProxy(world.server.port);
  await proxy.listen();
  const context = await world.browser.newContext({ ...kinds[kind], ...world.options, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  context.on('console', (message) => {
    const isNetwork = /Failed to load resource|WebSocket connection/.test(message.text());
    if (message.type() === 'error' && !isNetwork) problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  const device: Device = { kind, context, proxy, page, origin: proxy.origin, problems };
  world.devices.push(device);
  return device;
}

/** A device with somebody signed in and the first sync complete. */
export async function openSignedIn(
  world: World,
  kind: Device['kind'],
  who: keyof typeof people,
  options: BrowserContextOptions = {},
): Promise<Device> {
  const device = await openDevice(world, kind, options);
  await signIn(device.page, device.origin, people[who]);
  return device;
}

/**
 * The device of somebody in this world, signed in by the first test that asks: a sign-in fills a replica, which takes seconds,
 * and most tests are about what comes after it. Who gets it finds it as the test before has left it: somewhere in the app,
 * online, not locked.
 */
export async function deviceOf(
  world: World,
  kind: Device['kind'],
  who: keyof typeof people,
  options: BrowserContextOptions = {},
): Promise<Device> {
  const key = JSON.stringify([kind, who, options]);
  const device = world.shared.get(key) ?? (await openSignedIn(world, kind, who, options));
  world.shared.set(key, device);
  return device;
}

/** Ends every device but those of `deviceOf`: what nobody looks at any more still asks, and takes its share of the machine. */
export async function closeOthers(world: World): Promise<void> {
  const shared = new Set(world.shared.values());
  for (const device of world.devices) if (!shared.has(device)) await device.context.close();
}

/** A fresh start at this address. */
export async function goTo(device: Pick<Device, 'page' | 'origin'>, path: string): Promise<void> {
  await device.page.goto(`${device.origin}${path}`);
  await device.page.waitForLoadState();
}

/** Within the running app, as its links do: no reload, so offline nothing asks for the password. */
export async function moveTo(device: Device, path: string): Promise<void> {
  await device.page.evaluate((to) => history.pushState({}, '', to), path);
  await device.page.waitForURL(`${device.origin}${path}`);
}

export async function goOffline(device: Device): Promise<void> {
  device.proxy.setFault('reset');
  // Coming back to the window makes the engine look; else it asks every 30 s.
  await device.page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(device.page.getByTestId('sync-indicator')).toContainText('Offline');
}

export async function goOnline(device: Device): Promise<void> {
  device.proxy.setFault('none');
  // A hint that makes the engine look again, as switching the radio on does.
  await device.page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(device.page.getByTestId('sync-indicator')).not.toContainText('Offline');
}

/** Everything of this device is on the server. */
export async function expectDelivered(device: Device): Promise<void> {
  const indicator = device.page.getByTestId('sync-indicator');
  await expect(indicator).toContainText(/Synced|Needs attention/);
  // Right after a save the indicator may not have heard of it yet: what lies in the outbox has.
  await expect
    .poll(
      async () =>
        /Needs attention/.test(await indicator.innerText()) || (await device.page.evaluate(waitingRows)) === 0,
      { timeout: 20_000 },
    )
    .toBe(true);
  await expect(indicator).toContainText(/Synced|Needs attention/);
}

/** Sessions of this week and the last that are over and not signed, those without any note first. */
export async function openSessions(device: Pick<Device, 'page' | 'origin' | 'kind'>): Promise<readonly string[]> {
  const found: { id: string; text: string }[] = [];
  for (const daysBack of [0, 7]) {
    const date = new Date(Date.now() - daysBack * 86_400_000).toISOString().slice(0, 10);
    await goTo(device, `/pro-dashboard/schedule?view=week&date=${date}`);
    const main = device.page.getByRole('main');
    // A phone lists the week: there the row around the link says when, and what became of the session.
    const blocks =
      device.kind === 'phone'
        ? main.getByRole('listitem').filter({ hasText: /\d:\d\d/ })
        : main.getByRole('link', { name: /\d:\d\d/ });
    await expect(blocks.first()).toBeVisible();
    found.push(
      ...(await blocks.evaluateAll((all) =>
        all.map((block) => ({
          id: /schedule\/([^/?"]+)/.exec(block.outerHTML)?.[1] ?? '',
          text: block.textContent ?? '',
        })),
      )),
    );
  }
  const having = (word: string): readonly string[] =>
    found.filter((block) => block.text.includes(word)).map((block) => block.id);
  return [...having('No note yet'), ...having('Not signed')];
}

/** Begins the note of a session that is over, so that there is something to sign. */
export async function beginNote(device: Device, appointmentId: string): Promise<void> {
  await goTo(device, notePath(appointmentId));
  await writeIn(device, 'Focus of the session', 'The return to work');
  await writeIn(device, 'What the client reports', 'Slept better since Monday; the first morning was the hardest.');
  await expectDelivered(device);
}

/** What a couple is called: both, each with a last name where they have two. */
export const coupleName = /\p{Lu}\S+(?: \p{Lu}\S+)? and \p{Lu}\S+ \p{Lu}\S+/u;

/** Opens the choice of whose sessions a shared calendar shows. */
export async function openChoice({ page }: Device): Promise<void> {
  await page.getByRole('button', { name: /^Sessions of: / }).click();
  await expect(page.getByRole('dialog', { name: 'Whose sessions' })).toBeVisible();
}

export interface TodaysSession {
  readonly id: string;
  readonly text: string;
}

/** Today's sessions in the order of time, with what the home page says of them. */
export async function todaysSessions(device: Device): Promise<readonly TodaysSession[]> {
  await goTo(device, '/pro-dashboard/homepage');
  const links = device.page.getByRole('region', { name: 'Today' }).getByRole('listitem').getByRole('link');
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((all) =>
    all.map((link) => ({
      id: /schedule\/([^/?]+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? '',
      text: link.textContent ?? '',
    })),
  );
}

export const notePath = (appointmentId: string): string => `/pro-dashboard/sessions/${appointmentId}/note`;

export const planLabel = 'What happens next';

/** Puts a text into a field of the open note and waits until the device has it. */
export async function writeIn(device: Device, label: string, text: string): Promise<void> {
  const field = device.page.getByLabel(label);
  await field.fill(text);
  await field.blur();
  await expect(device.page.getByText(/^Saved on this device \d/)).toBeVisible();
}

/** Presses Sign although it is said to be disabled: it answers why it must wait. */
export async function pressSign(device: Device): Promise<void> {
  // Playwright takes `aria-disabled` for "cannot be clicked"; a person's mouse does not.
  await device.page.getByRole('button', { name: 'Sign', exact: true }).click({ force: true });
}

export async function signOpenNote(device: Device): Promise<void> {
  const { page } = device;
  await pressSign(device);
  await page.getByRole('button', { name: 'Sign and seal' }).click();
  await expect(page.getByText('Signed and sealed')).toBeVisible();
}

/** Both write the same field at once, one of them without a network: afterwards both have two versions. */
export async function makeTwoVersions(
  away: Device,
  here: Device,
  appointmentId: string,
  texts: { readonly away: string; readonly here: string },
): Promise<void> {
  await goTo(away, notePath(appointmentId));
  await goTo(here, notePath(appointmentId));
  // The texts must part from the same version: both have all there is before one of them is cut off.
  for (const device of [away, here]) {
    await expect(device.page.getByLabel(planLabel)).toBeVisible();
    await expectDelivered(device);
  }
  await goOffline(away);
  await writeIn(away, planLabel, texts.away);
  await writeIn(here, planLabel, texts.here);
  await expectDelivered(here);
  await goOnline(away);
  for (const device of [away, here]) {
    await expect(device.page.getByRole('button', { name: 'Keep this', exact: true })).toHaveCount(2);
  }
}

/** `away` edits without a network a note that `here` signs meanwhile: the edit is refused and kept. */
export async function makeRefused(away: Device, here: Device, appointmentId: string, text: string): Promise<void> {
  await goTo(away, notePath(appointmentId));
  await expect(away.page.getByLabel(planLabel)).toBeVisible();
  await goOffline(away);
  await writeIn(away, planLabel, text);
  await goTo(here, notePath(appointmentId));
  await signOpenNote(here);
  // The indicator may speak of something older: the note itself says when its signature has arrived.
  await expect(here.page.getByText('waiting to reach the server')).toHaveCount(0);
  await goOnline(away);
  await expect(away.page.getByTestId('sync-indicator')).toContainText('Needs attention');
}

export async function lockNow(device: Device): Promise<void> {
  await device.page.getByRole('button', { name: 'Account' }).click();
  await device.page.getByRole('menuitem', { name: 'Lock now' }).click();
  await expect(device.page.getByRole('heading', { name: 'Locked' })).toBeVisible();
}

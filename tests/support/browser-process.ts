import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * What Chromium does without. The first two draw suggestions under the address bar, which nobody sees here, in a process of
 * their own for each context: a fifth of what a sign-in costs. The rest is what Playwright switches off by itself: of two such
 * lists Chromium takes the last one alone.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A window in the back must not be slowed down: timings are part of what is tested.
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  `--disable-features=${disabledFeatures.join(',')}`,
];

/** Where the demo practice's people are, with a clock of 24 hours; what is told in another manner asks for its own. */
export const deviceSettings: BrowserContextOptions = { timezoneId: 'America/New_York', locale: 'en-GB' };

export const phone: BrowserContextOptions = {
  ...deviceSettings,
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

export const desktop: BrowserContextOptions = { ...deviceSettings, viewport: { width: 1440, height: 900 } };

/** A Chromium on a profile on disk that can be killed like a phone whose battery fell out, and started again. */
export class BrowserProcess {
  readonly profileDir: string;
  readonly #options: BrowserContextOptions;
  #context: BrowserContext | null = null;

  constructor(options: BrowserContextOptions) {
    this.profileDir = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-profile-'));
    this.#options = options;
  }

  async start(): Promise<BrowserContext> {
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
      fs.rmSync(path.join(this.profileDir, name), { force: true });
    const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium'].find((file) => file && fs.existsSync(file));
    this.#context = await chromium.launchPersistentContext(this.profileDir, {
      ...this.#options,
      ...(executablePath ? { executablePath } : {}),
      args: chromiumArgs,
    });
    return this.#context;
  }

  /** The open pages, without the blank one that the browser starts with. */
  get pages(): readonly Page[] {
    return this.#context?.pages().filter((page) => page.url() !== 'about:blank') ?? [];
  }

  /** `kill -9` of every process that works on this profile. */
  async kill(): Promise<void> {
    const found = spawnSync('pgrep', ['-f', this.profileDir], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
    for (const pid of found) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It was gone already.
      }
    }
    await this.#context?.close().catch(() => undefined);
    this.#context = null;
  }

  async stop(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
  }

  async dispose(): Promise<void> {
    await this.kill();
    fs.rmSync(this.profileDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

import { chromium, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import fs from 'node:fs';
import { signIn, waitForServiceWorker } from '../../support/app-driver.ts';
import { notePath, openSessions, planLabel } from '../../support/app-states.ts';
import { chromiumArgs, desktop } from '../../support/browser-process.ts';
import { FaultGate } from '../../support/fault-gate.ts';
import { readNoteOutcomes } from '../../support/server-database.ts';
import { ServerProcess } from '../../support/server-process.ts';
import { signedInElsewhere } from './end-sessions.ts';
import { expectSaid, expectWord, spokenSince, watchStatus, words } from './status-watch.ts';

/** How long the screen is watched after a fault has hit: what is right at first must stay right. */
const holdMs = 400;
/** A retry comes at the latest every 3.6 s by itself; the rest is the request. */
const healedWithinMs = 5000;

/** One server, one browser, one person at work behind a gate; kept over many scenarios. */
export class FaultWorld {
  readonly server: ServerProcess;
  readonly gate: FaultGate;
  readonly browser: Browser;
  context!: BrowserContext;
  page!: Page;
  /** The session whose note is written. */
  appointmentId = '';
  #written = 0;
  #elsewhere: Awaited<ReturnType<typeof signedInElsewhere>> | null = null;

  private constructor(server: ServerProcess, gate: FaultGate, browser: Browser) {
    this.server = server;
    this.gate = gate;
    this.browser = browser;
  }

  static async create(): Promise<FaultWorld> {
    const server = await ServerProcess.createSeeded();
    await server.start();
    const gate = new FaultGate(server.port);
    await gate.listen();
    const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium'].find((file) => file && fs.existsSync(file));
    const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArgs });
    return new FaultWorld(server, gate, browser);
  }

  /** A device of nobody yet, whose indicator is written down from the start. */
  async openPage(): Promise<Page> {
    const context = await this.browser.newContext(desktop);
    const page = await context.newPage();
    await watchStatus(page);
    return page;
  }

  /** The clinician's device, at an open note. */
  async openNote(): Promise<void> {
    this.page = await this.openPage();
    this.context = this.page.context();
    await signIn(this.page, this.gate.origin, 'clinician@demo.test');
    await waitForServiceWorker(this.page);
    const [first] = await openSessions({ kind: 'desktop', page: this.page, origin: this.gate.origin });
    if (first === undefined) throw new Error('no session without a signed note');
    this.appointmentId = first;
    await this.page.goto(`${this.gate.origin}${notePath(first)}`);
    await expect(this.page.getByLabel(planLabel)).toBeVisible();
    await this.expectSynced();
  }

  async dispose(): Promise<void> {
    await this.browser.close();
    await this.gate.close();
    await this.server.dispose();
  }

  /** Types a text that nothing else has into the open note. Resolves when the device has it, and says that it waits. */
  async write(): Promise<string> {
    this.#written += 1;
    const text = `Words number ${this.#written}, typed while the network was what it was.`;
    const field = this.page.getByLabel(planLabel);
    const sinceMs = Date.now();
    await field.fill(text);
    await field.blur();
    await expect(this.page.getByText(/^Saved on this device \d/)).toBeVisible();
    await expectSaid(this.page, words.waiting, { sinceMs, withinMs: 2000 });
    return text;
  }

  /** What the server answers for the note's field, past the gate; '' where nothing was written yet. */
  async onServer(): Promise<string> {
    const url = `${this.server.origin}/api/notes_secure_data/v1/notes/data/data_info`;
    // Not by the page's own session: a lock ends that one.
    this.#elsewhere ??= await signedInElsewhere(this.server.origin, 'clinician@demo.test');
    const answer = await this.#elsewhere.get(url, { params: { appointment_id: this.appointmentId } });
    const [note] = (await answer.json()) as { data: { plan?: string } }[];
    return note?.data.plan ?? '';
  }

  async expectOnServer(text: string): Promise<void> {
    await expect.poll(() => this.onServer(), { timeout: 10_000, intervals: [50] }).toBe(text);
  }

  async expectHit(): Promise<void> {
    await expect.poll(() => this.gate.hits, { timeout: 5000, intervals: [20] }).toBeGreaterThan(0);
  }

  /** The right word stands within 5 s of the fault, and goes on standing; how long it took. */
  async expectRight(word: RegExp, sinceMs: number): Promise<number> {
    const tookMs = await expectWord(this.page, word, { sinceMs, withinMs: 5000 });
    await this.expectHit();
    await this.page.waitForTimeout(holdMs);
    await expectWord(this.page, word, { sinceMs, withinMs: 5000 + holdMs + 1000 });
    return tookMs;
  }

  /** The right word stood within 5 s of the fault, whatever followed; how long it took. */
  async expectRightAtFirst(word: RegExp, sinceMs: number): Promise<number> {
    return expectSaid(this.page, word, { sinceMs, withinMs: 5000 });
  }

  /** Every word of the indicator since then. */
  async spoken(sinceMs: number): Promise<readonly string[]> {
    return (await spokenSince(this.page, sinceMs)).map(({ word }) => word);
  }

  /** From the first "waiting" on, nothing was called synced until then. */
  async expectNeverSynced(sinceMs: number, untilMs: number): Promise<void> {
    const all = await spokenSince(this.page, sinceMs);
    const spoken = all.slice(all.findIndex(({ word }) => words.waiting.test(word)));
    expect(spoken.filter(({ atMs }) => atMs <= untilMs).filter(({ word }) => words.synced.test(word))).toEqual([]);
  }

  /** "Synced" comes back by itself; where it stands, the server has these words, once. How long it took. */
  async expectDelivered(text: string, sinceMs: number): Promise<number> {
    const tookMs = await expectWord(this.page, words.synced, { sinceMs, withinMs: healedWithinMs });
    expect(await this.onServer()).toBe(text);
    await expect(this.page.getByLabel(planLabel)).toHaveValue(text);
    await expect(this.page.getByRole('button', { name: 'Keep this', exact: true })).toHaveCount(0);
    expect(readNoteOutcomes(this.server.dataDir, this.appointmentId)).toEqual({ notes: 1, doubledUids: 0 });
    return tookMs;
  }

  /** "Synced" comes back by itself, with nothing new to send; how long it took. */
  async expectSyncedAgain(sinceMs: number): Promise<number> {
    return expectWord(this.page, words.synced, { sinceMs, withinMs: healedWithinMs });
  }

  async expectSynced(): Promise<void> {
    await expectWord(this.page, words.synced, { sinceMs: Date.now(), withinMs: 20_000 });
    // A socket in its long wait would make the next scenario begin in the aftermath of this one.
    await expect.poll(() => this.gate.openTunnels, { timeout: 20_000, intervals: [50] }).toBeGreaterThan(0);
  }
}

/** Coming back to the window: the moment at which the engine looks. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('focus')));
}

/** One line of the table that the run prints. */
export function report(name: string, rightMs: number, healedMs: number | null): void {
  const healed = healedMs === null ? '' : `, synced ${healedMs} ms after the healing`;
  console.log(`[faults] ${name}: right after ${rightMs} ms${healed}`);
}

import { expect, type Page } from '@playwright/test';

/** What the indicator says is true of the device, as a person needs to know it. */
export const words = {
  synced: /^Synced \d/,
  offline: /^Offline$/,
  /** Something waits, with a connection or without one. */
  waiting: /^(Offline · )?\d+ waiting$/,
  attention: /^Needs attention$/,
} as const;

/** Within this time after a fault the screen must be right. */
export const rightWithinMs = 5000;

interface Spoken {
  readonly atMs: number;
  readonly word: string;
}

declare global {
  /** What the indicator has said, with the time of each word; kept by the page itself, so that none is missed. */
  var spokenWords: Spoken[] | undefined;
}

/** Begins to write down every word of the indicator. Before the first `goto`. */
export async function watchStatus(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const spoken: Spoken[] = [];
    globalThis.spokenWords = spoken;
    const look = (): void => {
      const word = document.querySelector('[data-testid="sync-indicator"] output')?.textContent ?? '';
      if (word !== '' && word !== spoken.at(-1)?.word) spoken.push({ atMs: Date.now(), word });
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** All that the indicator has said from a moment on, what it said at that moment included. */
export async function spokenSince(page: Page, sinceMs: number): Promise<readonly Spoken[]> {
  const spoken = await page.evaluate(() => globalThis.spokenWords ?? []);
  const first = spoken.findLastIndex((entry) => entry.atMs <= sinceMs);
  return spoken.slice(Math.max(0, first));
}

/** Waits for the right word; answers how long after `sinceMs` the screen first said it. */
export async function expectWord(
  page: Page,
  word: RegExp,
  { sinceMs, withinMs }: { readonly sinceMs: number; readonly withinMs: number },
): Promise<number> {
  await expect(page.getByTestId('sync-indicator').locator('output')).toHaveText(word, {
    timeout: Math.max(1, sinceMs + withinMs - Date.now()),
  });
  return saidAfter(page, word, sinceMs);
}

/** As `expectWord`, where the word may have been followed by others. */
export async function expectSaid(
  page: Page,
  word: RegExp,
  { sinceMs, withinMs }: { readonly sinceMs: number; readonly withinMs: number },
): Promise<number> {
  const hasSaid = async (): Promise<boolean> =>
    (await spokenSince(page, sinceMs)).some((entry) => word.test(entry.word));
  await expect.poll(hasSaid, { timeout: Math.max(1, sinceMs + withinMs - Date.now()), intervals: [50] }).toBe(true);
  return saidAfter(page, word, sinceMs);
}

async function saidAfter(page: Page, word: RegExp, sinceMs: number): Promise<number> {
  const said = (await spokenSince(page, sinceMs)).find((entry) => word.test(entry.word));
  return Math.max(0, (said?.atMs ?? Date.now()) - sinceMs);
}

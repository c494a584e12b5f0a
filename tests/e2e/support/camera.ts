import { expect as expectSoon } from '@playwright/test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Device } from '../../support/app-states.ts';

/** Other work on the machine makes a state come later, not another one: only a state that never comes stops the run. */
export const expect = expectSoon.configure({ timeout: 20_000 });

const folder = path.resolve(import.meta.dirname, '../../../shots');
const onlyAt = process.argv.indexOf('--only');
const only = (onlyAt === -1 ? '' : (process.argv[onlyAt + 1] ?? '')).split(',');
const isWanted = (name: string): boolean => only.some((begin) => name.startsWith(begin));

let announced: readonly string[] = [];
let taken = 0;

/** How many pictures were taken so far. */
export const takenCount = (): number => taken;

/** Plays what leads to these pictures, unless `--only` wants none of them: then nothing of it is even opened. */
export async function scene(pictures: readonly string[], play: () => Promise<void>): Promise<void> {
  if (!pictures.some(isWanted)) return;
  announced = pictures;
  await play();
}

/** Takes the screen as it is in both themes. A picture that its scene did not announce is a bug: `--only` would miss it. */
export async function shoot({ page, kind }: Device, screen: string, state: string): Promise<void> {
  const name = `${screen}-${state}`;
  assert(announced.includes(name), `${name} is not among the pictures of its scene`);
  if (!isWanted(name)) return;
  fs.mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    await page.screenshot({ path: path.join(folder, `${name}-${kind}-${colorScheme}.png`) });
    taken += 1;
  }
}

/** Until the new colours are on the screen: a picture taken at once shows the ones before. */
async function settle(page: Device['page']): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
      }),
  );
}

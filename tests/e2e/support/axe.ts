import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Device } from '../../support/app-states.ts';
import { desktop, phone } from '../../support/browser-process.ts';
import { halfOf } from './kinds.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** axe is put into the page, which the policy of the app forbids: only these contexts do without it. */
export const forAxe = { bypassCSP: true, reducedMotion: 'reduce' } as const;

/**
 * As what a state is looked at. The layout depends on the width alone and colours on the scheme alone, never on both: each
 * width and each scheme is looked at once.
 */
const looks = {
  desktop: { viewport: desktop.viewport, colorScheme: 'light' },
  phone: { viewport: phone.viewport, colorScheme: 'dark' },
} as const;
type Look = keyof typeof looks;

/** What is open above the page or said in it: a state that is another one at the other width would be looked at for nothing. */
const standing = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="alert"]';

declare global {
  /** Once it is in the page. */
  var axe: Axe | undefined;
}

interface Axe {
  run(context: Element | Document, options: object): Promise<{ violations: Found[]; passes: unknown[] }>;
}

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly target: readonly string[] }[];
}

async function lookAt({ page }: Device, screen: string, look: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: looks[look].colorScheme });
  const isThere = await page.evaluate(
    () =>
      new Promise<boolean>((done) => {
        scrollTo(0, 0);
        requestAnimationFrame(() => requestAnimationFrame(() => done(globalThis.axe !== undefined)));
      }),
  );
  // Half of what a look costs is the reading of axe itself: once a page, by its own builder.
  if (!isThere) await new AxeBuilder({ page }).setLegacyMode().withRules(['document-title']).analyze();
  const { violations, passed } = await page.evaluate(async (runOnly) => {
    /** A target half of which lies under a bar is no small one where it can be scrolled clear: looked at again in the middle. */
    const isSmall = async (selector: string): Promise<boolean> => {
      const target = document.querySelector(selector);
      if (!target) return true;
      target.scrollIntoView({ block: 'center', inline: 'nearest' });
      const again = await globalThis.axe?.run(target, { runOnly: ['target-size'], resultTypes: ['violations'] });
      return (again?.violations.length ?? 1) > 0;
    };
    const result = await globalThis.axe?.run(document, { runOnly, resultTypes: ['violations'] });
    const found: string[] = [];
    for (const { id, nodes } of result?.violations ?? []) {
      for (const { html, target } of nodes) {
        // oxlint-disable-next-line no-await-in-loop -- each scrolls the page
        const stands = id !== 'target-size' || (await isSmall(target.join(' ')));
        if (stands) found.push(`${id}: ${html.slice(0, 160)}`);
      }
    }
    return { violations: found, passed: result?.passes.length ?? 0 };
  }, tags);
  expect(violations, `${screen}, ${look}, ${looks[look].colorScheme}`).toEqual([]);
  expect(passed).toBeGreaterThan(5);
}

/** No violation of what stands on the screen now, as wide as this device is: for a state that the other kind comes to as well. */
export function expectAccessibleHere(device: Device, screen: string): Promise<void> {
  return lookAt(device, screen, device.kind);
}

/**
 * No violation of what stands on the screen now: as wide as this device in its scheme, then as the other kind in the other.
 * `again` brings back what another width closes.
 */
export async function expectAccessible(device: Device, screen: string, again?: () => Promise<void>): Promise<void> {
  const { page, kind } = device;
  const other = kind === 'desktop' ? 'phone' : 'desktop';
  // In a run of everything one of the two, by the commit.
  const looked = halfOf(screen, [kind, other]);
  if (looked.includes(kind)) await lookAt(device, screen, kind);
  if (!looked.includes(other)) return;
  const stood = await page.locator(standing).count();
  const turn = async (look: Look): Promise<void> => {
    await resize(page, look);
    await again?.();
    await expect(page.locator(standing), `${screen}: what is open as wide as a ${look}`).toHaveCount(stood);
  };
  await turn(other);
  await lookAt(device, screen, other);
  await turn(kind);
}

async function resize(page: Page, look: Look): Promise<void> {
  const { viewport } = looks[look];
  if (viewport) await page.setViewportSize(viewport);
  // Another layout may have other parts: until they stand.
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

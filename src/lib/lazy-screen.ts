import { lazyRouteComponent } from '@tanstack/react-router';
import { loadAgain } from './load-again.ts';
import { isLoadFailure } from './load-failure.ts';

/** Screens that could not be fetched, and how each is asked for again. */
const missing = new Map<object, () => Promise<void>>();

/** Asks once more for what could not be fetched; resolves when all of it is here, or is missing still. */
export async function askForMissing(): Promise<void> {
  await Promise.all([...missing.values()].map((ask) => ask()));
}

/**
 * A screen that comes when it is first opened. Where it cannot be fetched the router's own way is to load the page anew by itself, which
 * offline ends in the browser's error page, and at any time takes what is typed: here the screen alone says so, and is asked for again.
 */
export function lazyScreen<
  // oxlint-disable-next-line typescript/no-explicit-any -- as the router has it: a module is whatever it exports
  Module extends Record<string, any>,
  Name extends keyof Module = 'default',
>(load: () => Promise<Module>, name: Name) {
  const key = {};
  const fetchIt = loadAgain(load, (module) => module);
  const screen = lazyRouteComponent(async () => {
    try {
      const found = await fetchIt();
      missing.delete(key);
      return found;
    } catch (error) {
      if (!(error instanceof Error) || !isLoadFailure(error)) throw error;
      // The router keeps the failure until it is told to load again.
      missing.set(key, async () => screen.preload?.());
      // It tells what is missing by how the message begins.
      throw new TypeError(`Not here: ${error.message}`, { cause: error });
    }
  }, name);
  return screen;
}

import { isLoadFailure } from './load-failure.ts';

/**
 * Asks for a part of the app, which is picked from its module, as often as it is called. A browser may remember of a script that it could not be fetched, and then fails at
 * once for as long as the page lives (HTML, "fetch a single module script": the module map keeps it; Firefox, Safari, Chromium 150). So
 * a later try that fails asks by another address, where the failure names one of ours. Rejects with the failure of before where that
 * brings nothing either.
 */
export function loadAgain<Module, Part>(
  load: () => Promise<Module>,
  pick: (module: Module) => Part,
  fetchFrom: (address: string) => Promise<Module> = (address) => import(/* @vite-ignore */ address),
): () => Promise<Part> {
  let tries = 0;
  return async () => {
    tries += 1;
    const count = tries;
    try {
      return pick(await load());
    } catch (error) {
      const address = count > 1 && isLoadFailure(error) ? addressIn(error) : null;
      if (address === null) throw error;
      address.searchParams.set('again', String(count));
      const found = await fetchFrom(address.href).catch(() => {
        throw error;
      });
      return pick(found);
    }
  };
}

/** The script that a failure names; null where it names none, or one that is not of this origin. */
function addressIn(error: unknown): URL | null {
  const [found] = error instanceof Error ? (/https?:\/\/[^\s'"]+/.exec(error.message) ?? []) : [];
  if (found === undefined || !URL.canParse(found)) return null;
  const address = new URL(found);
  return address.origin === location.origin ? address : null;
}

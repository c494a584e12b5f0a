/** A device travels; so long an answer stands before it is asked again, by the clock that goes on while it sleeps. */
const staleMs = 60_000;

let known: { readonly zone: string; readonly atMs: number } | null = null;

/** The zone that this device is set to. The first question costs 40 ms: see `warmZone`. */
export function deviceZone(): string {
  const nowMs = Date.now();
  if (!known || Math.abs(nowMs - known.atMs) > staleMs)
    known = { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, atMs: nowMs };
  return known.zone;
}

/**
 * Asks for the zone, and for a time in it, while the page has nothing else to do: the browser then loads its tables once,
 * and not in the middle of the first screen.
 */
export function warmZone(): void {
  const warm = (): void => {
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: deviceZone() }).format(0);
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(warm);
  else setTimeout(warm, 200);
}

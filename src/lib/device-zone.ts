import { deviceFact } from './device-fact.ts';
import { deviceManner } from './device-manner.ts';

/** The zone that this device is set to. The first question costs 40 ms: see `warmZone`. */
export const deviceZone = deviceFact(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);

/**
 * Asks for the zone and the manner of times, and for a time in them, while the page has nothing else to do: the browser
 * then loads its tables once, and not in the middle of the first screen.
 */
export function warmZone(): void {
  const warm = (): void => {
    const words = deviceManner().monthFirst ? 'en-US' : 'en-GB';
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: deviceZone() }).format(0);
    new Intl.DateTimeFormat(words, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(0);
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(warm);
  else setTimeout(warm, 200);
}

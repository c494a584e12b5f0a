import { vi } from 'vitest';

/** Turns of the event loop in which nothing is drawn anew before a screen counts as quiet. */
const quietTurns = 3;
const mostTurns = 200;

/**
 * Resolves once a screen has drawn all that follows from what was done to it: what was asked for later is loaded, and nothing has
 * changed for some turns, however busy the machine is. To be awaited within `act`.
 */
export async function quiet(): Promise<void> {
  let before = '';
  let still = 0;
  for (let turn = 0; turn < mostTurns && still < quietTurns; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    await vi.dynamicImportSettled();
    const now = document.body.innerHTML;
    still = now === before ? still + 1 : 0;
    before = now;
  }
}

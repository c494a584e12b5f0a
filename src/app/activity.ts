import type { OrchidClient } from '../lib/model.ts';

/** At most this often the engine hears of activity. */
const everyMs = 5_000;

/** [C-385, C-386] Tells the engine that a person is there: clicks and keys put off the lock. */
export function listenForActivity(client: Pick<OrchidClient, 'noteActivity'>): () => void {
  let last = 0;
  const note = () => {
    const now = performance.now();
    if (now - last < everyMs && last > 0) return;
    last = now;
    client.noteActivity();
  };
  document.addEventListener('click', note, { capture: true, passive: true });
  document.addEventListener('keydown', note, { capture: true, passive: true });
  return () => {
    document.removeEventListener('click', note, { capture: true });
    document.removeEventListener('keydown', note, { capture: true });
  };
}

import * as v from 'valibot';
import type { OrchidClient } from '../lib/model.ts';

/** At most this often the engine hears of activity. */
const everyMs = 5_000;

/** [C-388] What an extension of the browser posts into this page, in our own origin's name: when it last saw the person. */
const seen = v.object({ type: v.literal('orchid_last_active'), at: v.pipe(v.number(), v.finite()) });

/** [C-385, C-386, C-388] Tells the engine that a person is there: clicks and keys put off the lock, and so does what an extension has seen. */
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
  const hear = ({ origin, data }: MessageEvent<unknown>) => {
    if (origin === location.origin && v.is(seen, data)) client.noteActivity(data.at);
  };
  globalThis.addEventListener('message', hear);
  return () => {
    globalThis.removeEventListener('message', hear);
    document.removeEventListener('click', note, { capture: true });
    document.removeEventListener('keydown', note, { capture: true });
  };
}

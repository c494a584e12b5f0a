import type { OrchidClient } from '../../lib/model.ts';
import { followWork } from './follow-work.ts';

/** What became of a change: the server took it, refused it, or has not answered yet. */
export type Answer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'waiting' };

/** Waits for the server's answer to a change, so long at most; a device without a network does not wait at all. */
export function answerOf(
  client: Pick<OrchidClient, 'watchWork' | 'pending' | 'attention' | 'status'>,
  uid: string,
  longestMs: number,
): Promise<Answer> {
  if (!client.status.get().online) return Promise.resolve({ kind: 'waiting' });
  return new Promise((resolve) => {
    let stop: () => void = () => undefined;
    const end = (answer: Answer): void => {
      clearTimeout(timer);
      stop();
      resolve(answer);
    };
    const timer = setTimeout(() => end({ kind: 'waiting' }), longestMs);
    stop = followWork(
      client,
      async () => {
        // In this order: what is refused meanwhile stands in the second.
        const pending = await client.pending();
        const attention = await client.attention();
        return { isPending: pending.some((one) => one.uid === uid), refused: attention.find((one) => one.uid === uid) };
      },
      ({ isPending, refused }) => {
        if (refused) end({ kind: 'refused', message: refused.message });
        else if (!isPending) end({ kind: 'taken' });
      },
    );
  });
}

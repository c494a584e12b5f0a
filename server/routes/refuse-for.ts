import { waitWords } from '../../sync/protocol/wait-words.ts';
import { HttpError } from '../http-error.ts';

/** Refuses a request that has to wait this many seconds; 0 lets it pass. */
export function refuseFor(seconds: number): void {
  if (seconds > 0) throw new HttpError(429, waitWords('attempts', seconds), seconds);
}

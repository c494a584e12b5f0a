import http from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Door, DoorRequest } from './doors.ts';
import type { Answer, Loss, Wish } from './race.ts';

/** One mutation on its way, asked for until it is answered. */
export interface Asked {
  readonly wish: Wish;
  readonly door: Door;
  readonly request: DoorRequest;
  /** All that was read of any try, that of a lost answer too where it had arrived. */
  readonly answers: Answer[];
  lost: number;
}

interface Heard {
  readonly status: number;
  readonly text: string;
}

/** So often a connection may break by itself. */
const mostBroken = 5;

/** Sends the same bytes again after each answer that is to be lost, until one is heard. */
export async function ask(origin: string, asked: Asked, losses: readonly Loss[]): Promise<void> {
  for (const loss of losses) {
    const heard = await send(origin, asked.request, loss);
    asked.lost += 1;
    if (heard) take(asked, heard);
    // A turn for the others: some tries overtake what is still being done of the one before, some do not.
    if (loss !== 'sent') await setImmediate();
  }
  for (let broken = 0; broken < mostBroken; broken += 1) {
    const heard = await send(origin, asked.request, null);
    if (heard) {
      take(asked, heard);
      return;
    }
    asked.lost += 1;
  }
  throw new Error(`${asked.wish.uid}: nothing was heard`);
}

function take({ answers, door, wish }: Asked, { status, text }: Heard): void {
  answers.push(door.read(status, text, wish));
}

/** Null: the answer did not come through. */
function send(origin: string, { path, headers, body }: DoorRequest, loss: Loss | null): Promise<Heard | null> {
  return new Promise((resolve) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const options = { method: 'POST', agent: false, headers: { ...headers, ...length } } as const;
    const sent = http.request(origin + path, options, (response) => {
      if (loss === 'head') cut();
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', () => resolve(null));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') });
        if (loss === 'whole') sent.destroy();
      });
    });
    const cut = (): void => {
      resolve(null);
      sent.destroy();
    };
    sent.on('error', () => resolve(null));
    sent.end(body, () => {
      if (loss === 'sent') cut();
    });
  });
}

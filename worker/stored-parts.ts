import { PrecacheController } from 'workbox-precaching';
import { packPath, readPackedParts } from './packed-parts.ts';

/** A file of the app, as the build lists it: `revision` is null where its name changes with what is in it. */
export interface Part {
  readonly url: string;
  readonly revision: string | null;
}

/** Where more are missing than this, the pack costs less than they do one by one. */
const fewParts = 24;

/**
 * So many are fetched at a time, as many as a browser opens to one host. Workbox by itself takes one after the other, and
 * each costs a round trip.
 */
const lanes = 6;

/** The files of the app on this device: stored with the service worker, every one or none, and answered from there. */
export class StoredParts {
  readonly #all = new PrecacheController();
  readonly #parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
    this.#all.addToCacheList([...parts]);
  }

  /** Fetches what is not here yet. One that does not come ends the installing: the browser keeps what it had, and what came stays for the next try. */
  async install(event: ExtendableEvent): Promise<void> {
    // Whatever is wrong with the pack: what it did not bring comes by itself.
    const before = await this.#missing();
    const isMuch = before.length > fewParts;
    if (isMuch) await this.#unpack(before).catch(() => undefined);
    const missing = isMuch ? await this.#missing() : before;
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        const controller = new PrecacheController();
        controller.addToCacheList(missing.filter((_part, index) => index % lanes === lane));
        await controller.install(event);
      }),
    );
  }

  /** Drops what only an older version needs. */
  async activate(event: ExtendableEvent): Promise<void> {
    await this.#all.activate(event);
  }

  has(url: string): boolean {
    return this.#all.getCacheKeyForURL(url) !== undefined;
  }

  /** Looked up by its address alone: a `Vary` header would make a worker's request miss what an install request had stored. */
  async match(url: string): Promise<Response | undefined> {
    return this.#all.matchPrecache(url);
  }

  #open(): Promise<Cache> {
    return caches.open(this.#all.strategy.cacheName);
  }

  async #missing(): Promise<Part[]> {
    const stored = new Set((await (await this.#open()).keys()).map(({ url }) => url));
    return this.#parts.filter(({ url }) => !stored.has(this.#all.getCacheKeyForURL(url) ?? ''));
  }

  /**
   * Stores each file of the pack as it comes, with the headers of the pack's answer. Only one whose name says what is in it: the pack of
   * a newer version has other names, and nothing of it is taken for this one's.
   */
  async #unpack(missing: readonly Part[]): Promise<void> {
    const wanted = new Set(missing.filter(({ revision }) => revision === null).map(({ url }) => addressOf(url)));
    // Unpacked it would lie here twice.
    const response = await fetch(packPath, { cache: 'no-store', credentials: 'same-origin' });
    if (!response.ok || !response.body) return;
    const cache = await this.#open();
    const puts: Promise<void>[] = [];
    try {
      for await (const { url, type, bytes } of readPackedParts(response.body)) {
        if (wanted.has(addressOf(url))) puts.push(cache.put(addressOf(url), packedAnswer(response, type, bytes)));
      }
    } finally {
      // Also what came before the line broke.
      await Promise.allSettled(puts);
    }
  }
}

const addressOf = (url: string): string => new URL(url, self.location.href).href;

function packedAnswer(pack: Response, type: string, bytes: Uint8Array<ArrayBuffer>): Response {
  const headers = new Headers(pack.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set('content-type', type);
  // As one that came by itself: what is in it stays as long as its name.
  headers.set('cache-control', 'public, max-age=31536000, immutable');
  return new Response(bytes, { headers });
}

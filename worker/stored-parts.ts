import { PrecacheController } from 'workbox-precaching';

/** A file of the app, as the build lists it: `revision` is null where its name changes with what is in it. */
export interface Part {
  readonly url: string;
  readonly revision: string | null;
}

/**
 * So many are fetched at a time, as many as a browser opens to one host. Workbox by itself takes one after the other, and
 * each costs a round trip: three hundred of them are a minute on a line of 200 ms, and until then nothing opens offline.
 */
const lanes = 6;

/** The files of the app on this device: stored with the service worker, every one or none, and answered from there. */
export class StoredParts {
  readonly #all = new PrecacheController();
  readonly #lanes: readonly PrecacheController[];

  constructor(parts: readonly Part[]) {
    this.#all.addToCacheList([...parts]);
    this.#lanes = Array.from({ length: lanes }, (_, lane) => {
      const controller = new PrecacheController();
      controller.addToCacheList(parts.filter((_part, index) => index % lanes === lane));
      return controller;
    });
  }

  /** Fetches what is not here yet. One that does not come ends the installing: the browser keeps what it had. */
  async install(event: ExtendableEvent): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.install(event)));
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
}

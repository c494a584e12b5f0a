import fs from 'node:fs';
import path from 'node:path';

/** Files below `root` whose bytes hold one of the canaries, as UTF-8 or UTF-16LE (Chromium keeps strings as both). */
export function scanFiles(root: string, canaries: readonly string[]): string[] {
  const needles = canaries.flatMap((canary) => [Buffer.from(canary, 'utf8'), Buffer.from(canary, 'utf16le')]);
  const hits: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const full = path.join(folder, entry.name);
      if (entry.isDirectory()) visit(full);
      else if (entry.isFile()) {
        const bytes = fs.readFileSync(full);
        if (needles.some((needle) => bytes.includes(needle))) hits.push(path.relative(root, full));
      }
    }
  };
  visit(root);
  return hits;
}

/**
 * For a page: every IndexedDB database, Cache Storage entry, localStorage and sessionStorage item of this origin as one
 * text. LevelDB compresses its blocks, so the raw scan alone would be blind to values in compressed ones. Caches hold the
 * app's own files, and take longer than everything else.
 */
export async function dumpOrigin(what: { readonly withCaches: boolean }): Promise<string> {
  const decoder = new TextDecoder('latin1');
  const show = (value: unknown): string =>
    JSON.stringify(value, (_key, inner: unknown) => {
      if (inner instanceof Uint8Array) return decoder.decode(inner);
      if (inner instanceof ArrayBuffer) return decoder.decode(new Uint8Array(inner));
      return inner;
    }) ?? '';
  const parts: string[] = [
    JSON.stringify(Object.entries(localStorage)),
    JSON.stringify(Object.entries(sessionStorage)),
    document.cookie,
    document.title,
    location.href,
  ];
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('open failed'));
    });
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve, reject) => {
        const request = db.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('read failed'));
      });
      parts.push(...rows.map(show));
    }
    db.close();
  }
  if (!what.withCaches) return parts.join('\n');
  for (const cacheName of await caches.keys()) {
    const cache = await caches.open(cacheName);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      parts.push(request.url, (await response?.text()) ?? '');
    }
  }
  return parts.join('\n');
}

/** Where a row of this origin's databases lies. */
export interface RowPlace {
  readonly database: string;
  readonly store: string;
  /** As JSON. */
  readonly key: string;
}

/**
 * For a page: the rows of this origin that hold `text`, of all or, which is far quicker, of the places given. Only of use
 * where rows lie in the clear.
 */
export async function rowsHolding(asked: {
  readonly text: string;
  readonly among?: readonly RowPlace[];
}): Promise<RowPlace[]> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('a read of the database failed'));
    });
  const held: RowPlace[] = [];
  const decoder = new TextDecoder('latin1');
  const show = (_key: string, inner: unknown): unknown => (inner instanceof Uint8Array ? decoder.decode(inner) : inner);
  const note = (place: RowPlace, row: unknown): void => {
    if ((JSON.stringify(row, show) ?? '').includes(asked.text)) held.push(place);
  };
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  for (const database of names) {
    const among = asked.among?.filter((place) => place.database === database);
    if (among?.length === 0) continue;
    const db = await settled(indexedDB.open(database));
    for (const { store, key } of among ?? [])
      note(
        { database, store, key },
        await settled(
          db
            .transaction(store)
            .objectStore(store)
            .get(JSON.parse(key) as IDBValidKey),
        ),
      );
    for (const store of among === undefined ? db.objectStoreNames : []) {
      const rows = db.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([settled(rows.getAllKeys()), settled(rows.getAll())]);
      keys.forEach((key, at) => note({ database, store, key: JSON.stringify(key) }, values[at]));
    }
    db.close();
  }
  return held;
}

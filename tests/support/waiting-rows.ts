/** For a page: how many changes wait in its outboxes. No function in it has a name: what runs the pictures would look for a helper that no page has. */
export async function waitingRows(): Promise<number> {
  let sum = 0;
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase | null>((resolve) => {
      const asked = indexedDB.open(name);
      asked.onerror = () => resolve(null);
      asked.onsuccess = () => resolve(asked.result);
    });
    if (database?.objectStoreNames.contains('outbox')) {
      sum += await new Promise<number>((resolve) => {
        const counted = database.transaction('outbox').objectStore('outbox').count();
        counted.onsuccess = () => resolve(counted.result);
        counted.onerror = () => resolve(0);
      });
    }
    database?.close();
  }
  return sum;
}

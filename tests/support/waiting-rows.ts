/** For a page: how many changes wait in its outboxes. */
export async function waitingRows(): Promise<number> {
  let sum = 0;
  for (const { name = '' } of await indexedDB.databases()) {
    sum += await new Promise<number>((resolve) => {
      const asked = indexedDB.open(name);
      asked.onerror = () => resolve(0);
      asked.onsuccess = () => {
        const database = asked.result;
        const end = (count: number): void => {
          database.close();
          resolve(count);
        };
        if (!database.objectStoreNames.contains('outbox')) {
          end(0);
          return;
        }
        const counted = database.transaction('outbox').objectStore('outbox').count();
        counted.onsuccess = () => end(counted.result);
        counted.onerror = () => end(0);
      };
    });
  }
  return sum;
}

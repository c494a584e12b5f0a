import type { Device } from '../../support/app-states.ts';

/** As text: what compiles this file may add helpers to a function, which the page does not have. */
const unreadable = `IDBDatabase.prototype.transaction = () => {
  throw new DOMException('unreadable', 'UnknownError');
};`;

const workerless = `{
  const Plain = Worker;
  Worker = class {
    constructor() {
      Worker = Plain;
      throw new Error('not to be had');
    }
  };
}`;

/** From now on this page reads and writes nothing that lies on the device. */
export async function makeStorageUnreadable({ page }: Device): Promise<void> {
  await page.evaluate(unreadable);
}

/** The next worker that this page wants cannot be had, as when its file could not be fetched. */
export async function failNextWorker({ page }: Device): Promise<void> {
  await page.evaluate(workerless);
}

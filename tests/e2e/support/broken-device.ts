import type { Device } from '../../support/app-states.ts';

/** As text: what compiles this file may add helpers to a function, which the page does not have. */
const unreadable = `{
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = () => {
    throw new DOMException('unreadable', 'UnknownError');
  };
  window.makeReadable = () => (IDBDatabase.prototype.transaction = transaction);
}`;

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

/** Every page of this tab begins over storage that it cannot read. */
export async function openUnreadable({ page }: Device): Promise<void> {
  await page.addInitScript(unreadable);
}

export async function makeStorageReadable({ page }: Device): Promise<void> {
  await page.evaluate('window.makeReadable()');
}

/** The next worker that this page wants cannot be had, as when its file could not be fetched. */
export async function failNextWorker({ page }: Device): Promise<void> {
  await page.evaluate(workerless);
}

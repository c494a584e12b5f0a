import { expect, type Page } from '@playwright/test';
import { AppPage } from './app-page.ts';
import type { PracticeServer } from './server/practice-server.ts';
import { installWeekProbe } from './week-probe.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** The week of the real app, of a clinician who is signed in and holds everything. */
export class CalendarPage {
  readonly page: Page;
  /** How many sessions the device holds, as its database has them. */
  readonly sessions: number;
  readonly #app: AppPage;
  readonly #origin: string;

  private constructor(app: AppPage, origin: string, sessions: number) {
    this.#app = app;
    this.page = app.page;
    this.#origin = origin;
    this.sessions = sessions;
  }

  static async open(server: PracticeServer): Promise<CalendarPage> {
    const app = new AppPage(server);
    await app.start(installWeekProbe);
    await app.openSignIn();
    await app.signIn();
    return new CalendarPage(app, server.origin, await app.page.evaluate(countSessions));
  }

  get app(): AppPage {
    return this.#app;
  }

  /** Opens a week, so many before or after this one, in a page anew; the calendar has the focus. */
  async openWeek(weeks: number): Promise<void> {
    const date = new Date(Date.now() + weeks * weekMs).toISOString().slice(0, 10);
    await this.page.goto(`${this.#origin}/pro-dashboard/schedule?view=week&date=${date}`);
    await expect(this.page.locator('[data-column] [data-placed]').first()).toBeVisible({ timeout: 60_000 });
    await this.page.getByRole('heading', { level: 1 }).click();
  }

  async close(): Promise<void> {
    await this.#app.close();
  }
}

/** Runs in the page: rows of sessions in all databases of the origin that hold records. */
async function countSessions(): Promise<number> {
  const answered = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('a database does not answer'));
    });
  let count = 0;
  for (const { name } of await indexedDB.databases()) {
    const db = await answered(indexedDB.open(name ?? ''));
    if (db.objectStoreNames.contains('base'))
      count += await answered(
        db.transaction('base').objectStore('base').count(IDBKeyRange.bound('appointment|', 'appointment}')),
      );
    db.close();
  }
  return count;
}

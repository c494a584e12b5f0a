import type { Clock } from '../../sync/ports.ts';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import type { RangeQuery, SeenRecord } from '../../sync/client/api.ts';
import { getSeen, rangeSeen } from '../../sync/client/read/reads.ts';
import { watchRange, watchRecord } from '../../sync/client/read/watch.ts';
import { LockedError, type Replica } from '../../sync/client/replica/replica.ts';
import { StoreError } from '../../sync/store/store-error.ts';

/** What the pages of a tab show: every note, the newest sessions, and one note that is open. */
const ranges: Readonly<Record<string, RangeQuery>> = {
  notes: { collection: 'note', index: 'session', from: '', to: '~' },
  'unsigned notes': { collection: 'note', index: 'unsigned', from: '', to: '~', limit: 2 },
  sessions: { collection: 'appointment', index: 'start', from: '', to: '~', limit: 4, reverse: true },
};
const openNote = { collection: 'note', id: noteIdOf('a1') } as const;

/** One thing that is watched: what it shows, and what a fresh read says. */
interface Watched {
  readonly name: string;
  shown: string | null;
  /** Storage refused the last time. */
  hasFailed: boolean;
  readonly readAnew: () => Promise<string>;
}

/** Watches that are held open as long as a tab is, as a page holds them. */
export class TabWatch {
  readonly #replica: Replica;
  readonly #atOnce: Replica;
  readonly #clock: Clock;
  #watched: Watched[] = [];
  #stops: (() => void)[] = [];

  /** `atOnce`: the same replica on a disk that does not keep a fresh read waiting. */
  constructor(replica: Replica, atOnce: Replica, clock: Clock) {
    this.#replica = replica;
    this.#atOnce = atOnce;
    this.#clock = clock;
    this.#start();
  }

  /** Every page is opened anew. */
  restart(): void {
    this.stop();
    this.#watched = [];
    this.#stops = [];
    this.#start();
  }

  #start(): void {
    const [replica, clock] = [this.#replica, this.#clock];
    for (const [name, query] of Object.entries(ranges)) {
      const readAnew = async (): Promise<string> => textOf(await rangeSeen(this.#atOnce, query));
      const watched = this.#add(name, readAnew);
      this.#stops.push(
        watchRange(
          replica,
          query,
          sinkOf(watched, clock, (rows: readonly SeenRecord[]) => textOf(rows)),
        ),
      );
    }
    const readAnew = async (): Promise<string> =>
      textOf([await getSeen(this.#atOnce, openNote.collection, openNote.id)]);
    const watched = this.#add('the open note', readAnew);
    this.#stops.push(
      watchRecord(
        replica,
        openNote,
        sinkOf(watched, clock, (record: SeenRecord | undefined) => textOf([record])),
      ),
    );
  }

  #add(name: string, readAnew: () => Promise<string>): Watched {
    const watched = { name, shown: null, hasFailed: false, readAnew };
    this.#watched.push(watched);
    return watched;
  }

  /**
   * What is shown and is not what a fresh read says. Nothing where storage refuses, or has refused and is to be asked again;
   * `isCalm`: it has not refused for long, so that is wrong too.
   */
  async differences(isCalm: boolean): Promise<readonly string[]> {
    const found: string[] = [];
    for (const watched of this.#watched) {
      const fresh = await this.#freshOf(watched);
      if (fresh === null || (watched.hasFailed && !isCalm)) continue;
      if (watched.shown !== fresh) found.push(`${watched.name}: shows ${watched.shown}, and there is ${fresh}`);
    }
    return found;
  }

  async #freshOf({ readAnew }: Watched): Promise<string | null> {
    try {
      return await readAnew();
    } catch (error) {
      if (error instanceof StoreError || error instanceof LockedError) return null;
      throw error;
    }
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }
}

function sinkOf<T>(watched: Watched, clock: Clock, toText: (value: T) => string) {
  return {
    clock,
    onValue: (value: T) => {
      watched.shown = toText(value);
      watched.hasFailed = false;
    },
    onRead: () => {
      watched.hasFailed = false;
    },
    onError: () => {
      watched.hasFailed = true;
    },
  };
}

function textOf(records: readonly (SeenRecord | undefined)[]): string {
  return records
    .map((record) =>
      record ? `${record.id} ${record.version} ${record.pending} ${canonicalJson(record.body)}` : 'none',
    )
    .join('\n');
}

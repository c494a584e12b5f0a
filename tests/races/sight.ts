import * as v from 'valibot';
import type { Interval } from './race.ts';

/** A session or a block as somebody sees it who knows nothing of how it came there. */
export interface Seen extends Interval {
  readonly id: string;
  readonly clinician: string;
  /** It takes nobody's time: cancelled, or taken out. */
  readonly isFree: boolean;
}

/** As the log has it: which version, and as which of all lines it came. */
export interface SeenInLog extends Seen {
  readonly kind: 'session' | 'block';
  readonly version: number;
  readonly place: number;
}

/** All that is looked at to judge a race. */
export interface Sighted {
  readonly log: ReadonlyMap<string, SeenInLog>;
  /** Sessions of the time around the race, as the list of them has it; one that is named twice stands twice. */
  readonly listed: readonly Seen[];
}

const time = { start: v.string(), end: v.string() };
const recordLine = v.object({
  c: v.string(),
  i: v.string(),
  v: v.number(),
  b: v.object({ ...time, clinician: v.string(), status: v.optional(v.string()), removed: v.optional(v.string()) }),
});
const endLine = v.object({ kind: v.literal('end'), cursor: v.string(), complete: v.boolean() });
const list = v.object({
  total: v.number(),
  appointments: v.array(
    v.object({
      appointment_id: v.string(),
      appointment_start: v.string(),
      appointment_end: v.string(),
      status: v.string(),
      orchid_pro: v.object({ cognito_sub: v.string() }),
    }),
  ),
});

const kinds: ReadonlyMap<string, SeenInLog['kind']> = new Map([
  ['appointment', 'session'],
  ['blocked_interval', 'block'],
]);
const pageSize = 500;

/** Looks at a calendar over plain HTTP, with none of the product's code: by a device's log, and by the list of sessions. */
export class Sight {
  readonly #origin: string;
  readonly #device: { readonly clientId: string; readonly cookie: string };
  readonly #log = new Map<string, SeenInLog>();
  #cursor: string | null = null;
  #lines = 0;

  constructor(origin: string, device: { readonly clientId: string; readonly cookie: string }) {
    this.#origin = origin;
    this.#device = device;
  }

  get log(): ReadonlyMap<string, SeenInLog> {
    return this.#log;
  }

  /** Takes all that is new in the log, in its order. */
  async catchUp(): Promise<void> {
    for (;;) {
      const search = new URLSearchParams({ client: this.#device.clientId });
      if (this.#cursor !== null) search.set('cursor', this.#cursor);
      const text = await this.#get(`/api/sync/v1/pull?${search}`);
      const lines = text.split('\n').filter((line) => line !== '');
      for (const line of lines) this.#take(JSON.parse(line));
      const end = v.parse(endLine, JSON.parse(lines.at(-1) ?? 'null'));
      this.#cursor = end.cursor;
      if (end.complete) return;
    }
  }

  /** What the list of sessions has of this time. */
  async listed({ start, end }: Interval): Promise<readonly Seen[]> {
    const search = new URLSearchParams({ oldest_datetime: start, newest_datetime: end, limit: String(pageSize) });
    const text = await this.#get(`/api/scheduler/v1/snapshot/appointments_v2?${search}`);
    const { appointments, total } = v.parse(list, JSON.parse(text));
    if (total > pageSize) throw new Error(`${total} sessions in one time are more than a page`);
    return appointments.map((one) => ({
      id: one.appointment_id,
      start: one.appointment_start,
      end: one.appointment_end,
      clinician: one.orchid_pro.cognito_sub,
      isFree: isCancelled(one.status),
    }));
  }

  async #get(path: string): Promise<string> {
    const response = await fetch(this.#origin + path, { headers: { cookie: this.#device.cookie } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`);
    return text;
  }

  #take(line: unknown): void {
    this.#lines += 1;
    const gone = v.safeParse(v.object({ kind: v.literal('g'), i: v.string() }), line);
    if (gone.success) this.#log.delete(gone.output.i);
    const kind = kinds.get(v.parse(v.object({ c: v.optional(v.string(), '') }), line).c);
    if (!kind || gone.success) return;
    const { i: id, v: version, b } = v.parse(recordLine, line);
    const { start, end, clinician, status = '', removed } = b;
    const isFree = kind === 'session' ? isCancelled(status) : removed !== undefined;
    this.#log.set(id, { kind, id, version, place: this.#lines, start, end, clinician, isFree });
  }
}

/** A session that its clinician missed took the time all the same. */
function isCancelled(status: string): boolean {
  return status.startsWith('cancelled_') && status !== 'cancelled_pro_no_join';
}

import * as v from 'valibot';
import * as said from './series-args.ts';
import { winterInstant } from './winter-offsets.ts';

interface Held {
  readonly collection: string;
  readonly id: string;
  readonly body: unknown;
}

interface Change {
  readonly uid: string;
  readonly receivedAt: string;
  readonly args: unknown;
}

/** What became of one date of a series. */
interface Occurrence {
  /** The local time that is meant by the series. */
  meant: string;
  /** The session, where there is one. */
  has: { local: string; isOff: boolean; by: string } | null;
  /** That it could not be had at some time. */
  wait: { local: string; state: string; by: string } | null;
}

interface Series {
  readonly scope: string;
  readonly zone: string;
  readonly first: string;
  readonly dates: Map<string, Occurrence>;
  laid: string;
  /** The changes that cancelled some of it and were not taken back: that is done once, and what it could not bring back waits in the list. */
  readonly cancels: Set<string>;
}

const minutes = 50;
const dayMs = 86_400_000;

/** Series of this world are known by the label of their sessions: which id has which is read off the records alone. */
export function seriesLabels(records: readonly Held[]): ReadonlyMap<string, string> {
  const of = records.filter(({ collection }) => collection === 'appointment_series');
  return new Map(
    of.map(({ id, body }) => [id, v.parse(said.heldSeries, body).plan[0]?.facts.appointment_type_label ?? '']),
  );
}

/**
 * Sessions that repeat, all with the first clinician and in weeks in which nothing else is booked: each date with the time that is meant and the time it has, whether it
 * stands, and what could not be had. Times that are wanted at once are given in the order of their dates; what gets none stays where it is.
 */
export class ExpectedSeries {
  readonly #series = new Map<string, Series>();
  readonly #labels: ReadonlyMap<string, string>;

  constructor(labels: ReadonlyMap<string, string>) {
    this.#labels = labels;
  }

  /** Where a change of a series is made; undefined for one that is not known. */
  scopeOf(args: unknown): string | undefined {
    const { chart_id, ...of } = v.parse(v.looseObject({ chart_id: v.optional(v.string()) }), args);
    return chart_id === undefined ? this.#find(idIn(of).id)?.scope : `chart:${chart_id}`;
  }

  take(name: string, change: Change): readonly string[] {
    switch (name) {
      case 'appointment_series.book':
        return this.#book(v.parse(said.booked, change.args));
      case 'appointment_series.edit':
        return this.#edit(v.parse(said.edited, change.args), change);
      case 'appointment.edit':
        return this.#editOne(v.parse(said.editedOne, change.args), change);
      case 'appointment_series.cancel':
        return this.#cancel(v.parse(said.cancelled, change.args), change);
      case 'appointment_series.restore':
        return this.#restore(v.parse(said.restored, change.args), change);
      case 'appointment_series.extend':
        return this.#extend(v.parse(said.extended, change.args));
      case 'unplaced_session.place':
        return this.#place(v.parse(said.placed, change.args), change);
      case 'unplaced_session.drop':
        return this.#drop(v.parse(said.dropped, change.args), change);
      default:
        return this.#find(v.parse(said.named, change.args).series_id) ? [] : ['a series that is not there may end'];
    }
  }

  #book({ chart_id, appointment_type_label, local_start, zone, sessions }: v.InferOutput<typeof said.booked>) {
    const [first, time] = [local_start.slice(0, 10), local_start.slice(11)];
    const dates = sessions.map(({ date }): [string, Occurrence] => [
      date,
      { meant: `${date}T${time}`, has: null, wait: null },
    ]);
    const series: Series = {
      scope: `chart:${chart_id}`,
      zone,
      first,
      dates: new Map(dates),
      laid: dayAfter(first, 21),
      cancels: new Set(),
    };
    const out = this.#give(
      series,
      dates.map(([date, one]) => [date, one.meant]),
    );
    this.#series.set(appointment_type_label, series);
    return out.length === dates.length ? [`“${appointment_type_label}” was booked, and nothing was free`] : [];
  }

  #edit({ appointment_id, reach: which, local_start }: v.InferOutput<typeof said.edited>, { receivedAt }: Change) {
    const { series, date: looked } = this.#of(appointment_id);
    const anchor = series?.dates.get(looked)?.has;
    if (!series || !anchor || anchor.isOff) return [`${appointment_id} was changed, and is none that stands`];
    const days = (Date.parse(local_start.slice(0, 10)) - Date.parse(looked)) / dayMs;
    const moves: [string, string][] = [];
    for (const [date, one] of reached(series, which, looked)) {
      const next = `${dayAfter(date, days)}T${local_start.slice(11)}`;
      const { has, wait, meant } = one;
      one.meant = next;
      // It is there already.
      if (has?.isOff === false && has.local === next && wait?.state === 'open') wait.state = 'placed';
      if (has && !has.isOff && this.#startOf(series, has.local) > receivedAt) {
        const follows = date === looked || has.local === meant || wait?.state === 'open';
        if (follows && has.local !== next) moves.push([date, next]);
      } else if (!has && wait?.state === 'open' && this.#startOf(series, wait.local) > receivedAt)
        moves.push([date, next]);
    }
    const out = this.#give(series, moves);
    return moves.length > 0 && out.length === moves.length ? [`${appointment_id} was moved, and nothing was free`] : [];
  }

  #editOne({ appointment_id, local_start }: v.InferOutput<typeof said.editedOne>, { uid }: Change) {
    const { series, date } = this.#of(appointment_id);
    const one = series?.dates.get(date);
    if (!series || !one?.has || one.has.isOff) return [`${appointment_id} was moved, and is none that stands`];
    const isMoved = one.has.local !== local_start;
    if (isMoved && one.wait?.state === 'open') one.wait.state = 'placed';
    const isTaken = isMoved && this.#isTaken(series, this.#startOf(series, local_start), new Set([date]));
    one.has = { local: local_start, isOff: false, by: uid };
    return isTaken ? [`${appointment_id} was moved to a time that is taken`] : [];
  }

  #cancel({ appointment_id, reach: which }: v.InferOutput<typeof said.cancelled>, { uid, receivedAt }: Change) {
    const { series, date: looked } = this.#of(appointment_id);
    if (!series) return [`${appointment_id} was cancelled, and is none`];
    let isAny = false;
    for (const [, { has, wait }] of reached(series, which, looked)) {
      if (has && !has.isOff && this.#startOf(series, has.local) > receivedAt) {
        Object.assign(has, { isOff: true, by: uid });
        isAny = true;
      }
      if (wait?.state !== 'open') continue;
      Object.assign(wait, { state: 'dropped', by: uid });
      isAny = true;
    }
    if (isAny) series.cancels.add(uid);
    return [];
  }

  #restore({ series_id, cancelled: by }: v.InferOutput<typeof said.restored>, { uid }: Change) {
    const series = this.#find(series_id);
    if (!series) return [`${series_id} was brought back, and is none`];
    if (!series.cancels.delete(by)) return [];
    const back = [...series.dates].flatMap(([date, { has }]): [string, string][] =>
      has?.isOff && has.by === by ? [[date, has.local]] : [],
    );
    const out = this.#give(series, back, uid);
    for (const [date, { wait }] of series.dates)
      if (wait?.state === 'dropped' && wait.by === by && !out.includes(date))
        Object.assign(wait, { state: 'open', by: uid });
    return [];
  }

  #extend({ series_id, ends, through }: v.InferOutput<typeof said.extended>) {
    const series = this.#find(series_id);
    if (!series) return [`${series_id} goes on, and is none`];
    const dates = Array.from({ length: ends.count }, (_, at) => dayAfter(series.first, 7 * at));
    const next = dates.filter((date) => date > series.laid && date <= through);
    const [last] = [...series.dates].toSorted(([one], [other]) => (one < other ? 1 : -1));
    if (!last) return [];
    const days = (Date.parse(last[1].meant.slice(0, 10)) - Date.parse(last[0])) / dayMs;
    const made = next.map((date): [string, string] => [date, `${dayAfter(date, days)}${last[1].meant.slice(10)}`]);
    for (const [date, meant] of made) series.dates.set(date, { meant, has: null, wait: null });
    series.laid = next.at(-1) ?? series.laid;
    this.#give(series, made);
    return [];
  }

  #place({ unplaced_id, local_start }: v.InferOutput<typeof said.placed>, { receivedAt, uid }: Change) {
    const { series, date } = this.#of(unplaced_id);
    const one = series?.dates.get(date);
    if (!series || !one?.wait || one.wait.state === 'placed') return [`${unplaced_id} got a time, and waits for none`];
    const { has, wait } = one;
    const wrong: string[] = [];
    if (has && !has.isOff && this.#startOf(series, has.local) <= receivedAt) wrong.push(`${unplaced_id} had begun`);
    if (this.#isTaken(series, this.#startOf(series, local_start), new Set([date])))
      wrong.push(`${unplaced_id} got a time that is taken`);
    one.has = { local: local_start, isOff: false, by: uid };
    wait.state = 'placed';
    return wrong;
  }

  #drop({ unplaced_id, dropped: isDropped }: v.InferOutput<typeof said.dropped>, { uid }: Change) {
    const { series, date } = this.#of(unplaced_id);
    const wait = series?.dates.get(date)?.wait;
    if (!wait) return [`${unplaced_id} was left out, and is none`];
    if (wait.state === 'placed') return [`${unplaced_id} was left out, and has a time`];
    const state = isDropped ? 'dropped' : 'open';
    if (wait.state !== state) Object.assign(wait, { state, by: uid });
    return [];
  }

  /**
   * Gives each date its time, or lists that it could not be had; the dates that got none. Who gets none stays where it stands, and may so stand in the
   * way of one before it: then that, too, gets none.
   */
  #give(series: Series, moves: readonly (readonly [string, string])[], uid = 'given'): readonly string[] {
    const out: string[] = [];
    for (let isSettled = false; !isSettled;) {
      isSettled = true;
      const going = moves.filter(([date]) => !out.includes(date));
      const leaves = new Set(going.map(([date]) => date));
      const given: string[] = [];
      for (const [date, local] of going) {
        const start = this.#startOf(series, local);
        if (!this.#isTaken(series, start, leaves) && !given.some((other) => overlap(other, start))) given.push(start);
        else {
          out.push(date);
          isSettled = false;
        }
      }
    }
    for (const [date, local] of moves) {
      const one = series.dates.get(date);
      if (!one) continue;
      if (out.includes(date)) one.wait = { local, state: 'open', by: uid };
      else {
        const isBack = one.has?.isOff === true;
        one.has = { local, isOff: false, by: uid };
        // What is brought back waits on, if it did.
        if (one.wait?.state === 'open' && !isBack) one.wait.state = 'placed';
      }
    }
    return out;
  }

  /** Whether a session of any series stands there, but for dates of this one that leave. */
  #isTaken(series: Series, start: string, leaves: ReadonlySet<string>): boolean {
    return [...this.#series.values()].some((other) =>
      [...other.dates].some(
        ([date, { has }]) =>
          has?.isOff === false &&
          !(other === series && leaves.has(date)) &&
          overlap(this.#startOf(other, has.local), start),
      ),
    );
  }

  #startOf({ zone }: Series, local: string): string {
    return winterInstant(local, zone);
  }

  #find(id: string): Series | undefined {
    return this.#series.get(this.#labels.get(id) ?? '');
  }

  #of(id: string): { readonly series: Series | undefined; readonly date: string } {
    const [, series = '', date = ''] = id.split('.');
    return { series: this.#find(series), date };
  }

  problems(records: readonly Held[]): readonly string[] {
    const of = (collection: string) => records.filter((record) => record.collection === collection);
    const sessions = of('appointment').filter(({ body }) => isRepeated(body));
    const held = sessions.map(({ body }) => {
      const { series, start, clinician, status } = v.parse(said.heldSession, body);
      return [this.#labels.get(series.id), series.date, start, clinician, status].join(' ');
    });
    const waiting = of('unplaced_session').map(({ body }) => {
      const { series, start, state } = v.parse(said.heldUnplaced, body);
      return [this.#labels.get(series.id), series.date, start, state].join(' ');
    });
    const all = [...this.#series].flatMap(([label, series]) =>
      [...series.dates].map(([date, one]) => ({ label, series, date, ...one })),
    );
    return [
      ...sameLists(
        'sessions of series',
        held,
        all.flatMap(({ label, series, date, has }) =>
          has
            ? [
                [
                  label,
                  date,
                  this.#startOf(series, has.local),
                  'pro-1',
                  has.isOff ? 'cancelled_orchid_pro' : 'booked',
                ].join(' '),
              ]
            : [],
        ),
      ),
      ...sameLists(
        'what was left out of series',
        waiting,
        all.flatMap(({ label, series, date, wait }) =>
          wait ? [[label, date, this.#startOf(series, wait.local), wait.state].join(' ')] : [],
        ),
      ),
    ];
  }
}

/** Whether a session is one of a series. */
export function isRepeated(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'series' in body;
}

function idIn(args: Readonly<Record<string, unknown>>): { readonly id: string } {
  const { series_id, appointment_id, unplaced_id } = args;
  if (typeof series_id === 'string') return { id: series_id };
  const id = typeof appointment_id === 'string' ? appointment_id : unplaced_id;
  return { id: typeof id === 'string' ? (id.split('.')[1] ?? '') : '' };
}

function reached({ dates }: Series, which: 'following' | 'all', looked: string) {
  return [...dates].filter(([date]) => which === 'all' || date >= looked);
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10);
}

function overlap(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) < minutes * 60_000;
}

function sameLists(what: string, held: readonly string[], wanted: readonly string[]): readonly string[] {
  const [one, other] = [held.toSorted().join('; '), wanted.toSorted().join('; ')];
  return one === other ? [] : [`${what}: ${one} instead of ${other}`];
}

import * as v from 'valibot';
import { appointment, occurrenceIdOf, type Appointment } from '../collections/appointment.ts';
import { appointmentSeries, type AppointmentSeries } from '../collections/appointment-series.ts';
import { policyIdOf } from '../collections/cancellation-policy.ts';
import { chartScope, classes, practiceScope } from '../collections/classes.ts';
import { membershipId } from '../collections/membership.ts';
import { unplacedSession, type UnplacedSession } from '../collections/unplaced-session.ts';
import type { Json, StoredRecord } from '../core/record.ts';
import type { MutationOutcome } from '../core/run-mutation.ts';
import { appointmentBodyOf, membershipOf } from './builders.ts';
import { runPure } from './run-pure.ts';
import { noteBodyOf } from './call-records.ts';

export const scope = chartScope('c1');
const practice = practiceScope('p1');
export const now = '2026-11-21T09:00:00.000Z';

export const roles = {
  [`pro-1 ${scope}`]: ['treating'],
  [`pro-1 ${practice}`]: ['professional'],
  [`desk ${scope}`]: ['practice.scheduler'],
  [`mia ${scope}`]: ['client'],
  [`pro-2 ${scope}`]: ['scheduler'],
};

export const recordOf = (
  part: Pick<StoredRecord, 'collection' | 'id' | 'body'> & Partial<StoredRecord>,
): StoredRecord => ({
  scope,
  cls: classes.scheduling,
  version: 1,
  shape: 1,
  stamps: {},
  ...part,
});

const founding: readonly StoredRecord[] = [
  recordOf({
    collection: 'client_card',
    id: 'c1',
    body: { first_name: 'Ada', last_name: 'Test', timezone: 'UTC', practice_id: 'p1' },
  }),
  recordOf({
    collection: 'professional',
    id: 'pro-1',
    scope: practice,
    cls: classes.colleagues,
    body: { cognito_sub: 'pro-1', display_name: 'Dr. One', medical_degree: '' },
  }),
  recordOf({
    collection: 'membership',
    id: membershipId(scope, 'pro-1', 'treating'),
    cls: classes.access,
    body: membershipOf('pro-1'),
  }),
];

/** Another client's session with the same clinician. */
export function standing(id: string, change: Partial<Appointment>): StoredRecord {
  return recordOf({
    collection: 'appointment',
    id,
    shape: 2,
    scope: chartScope('c2'),
    body: appointmentBodyOf({ clinician: 'pro-1', ...change }),
  });
}

/** What is asked for by default: Mondays at nine, from next week on. */
export const weekly = {
  chart_id: 'c1',
  clinician: 'pro-1',
  appointment_type_label: 'Individual',
  place: 'telehealth',
  local_start: '2026-11-23T09:00',
  zone: 'UTC',
  minutes: 50,
} as const;

/** A chart with a clinician who treats in it; changes are applied as a server does, or as a device sees them. */
export class SeriesWorld {
  readonly #records: Map<string, StoredRecord>;
  #uids = 0;

  constructor(records: readonly StoredRecord[] = []) {
    this.#records = new Map([...founding, ...records].map((one) => [keyOf(one), one]));
  }

  get records(): readonly StoredRecord[] {
    return [...this.#records.values()];
  }

  /** The same, to go another way. */
  copy(): SeriesWorld {
    const next = new SeriesWorld();
    for (const one of this.records) next.put(one);
    return next;
  }

  put(...records: readonly StoredRecord[]): void {
    for (const one of records) this.#records.set(keyOf(one), one);
  }

  run(
    name: string,
    args: Json,
    more: {
      sub?: string;
      uid?: string;
      onDevice?: boolean;
      base?: Record<string, string>;
      ids?: readonly string[];
      receivedAt?: string;
      now?: string;
    } = {},
  ): MutationOutcome {
    this.#uids += 1;
    const { sub = 'pro-1', uid = `u${this.#uids}`, base = {}, ids = [], now: at = now, ...rest } = more;
    const outcome = runPure(
      { records: this.records, roles },
      { sub, name, args, uid, ctx: { base, ids, now: at }, ...rest },
    );
    if (outcome.outcome === 'applied') this.put(...outcome.records);
    return outcome;
  }

  /** Books a series by these dates; its id. */
  book(dates: readonly string[], change: Readonly<Record<string, Json>> = {}, uid = 'book'): string {
    const outcome = this.run(
      'appointment_series.book',
      { ...weekly, sessions: dates.map((date) => ({ date })), ...change },
      { uid },
    );
    const series =
      outcome.outcome === 'applied' && outcome.records.find(({ collection }) => collection === 'appointment_series');
    if (!series) throw new Error(`not booked: ${JSON.stringify(outcome)}`);
    return series.id;
  }

  session(series: string, date: string): Appointment | undefined {
    const found = this.#records.get(`appointment|${occurrenceIdOf(series, date)}`);
    return found && v.parse(appointment.body, found.body);
  }

  series(id: string): AppointmentSeries {
    return v.parse(appointmentSeries.body, this.#records.get(`appointment_series|${id}`)?.body);
  }

  /** What waits for a time. */
  get waiting(): readonly UnplacedSession[] {
    return this.records
      .filter(({ collection }) => collection === 'unplaced_session')
      .map(({ body }) => v.parse(unplacedSession.body, body))
      .filter(({ state }) => state === 'open');
  }

  /** A note of one of its sessions, begun. */
  noteOf(series: string, date: string): StoredRecord {
    const id = occurrenceIdOf(series, date);
    return recordOf({
      collection: 'note',
      id: `note.${id}`,
      cls: classes.careTeam,
      body: noteBodyOf({ appointment_id: id }),
    });
  }
}

const keyOf = ({ collection, id }: StoredRecord): string => `${collection}|${id}`;

/** Of a series of four. */
export const mondays = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'];
/** Where its sessions stand, by the dates that they were planned for. */
export const timesOf = (world: SeriesWorld, id: string, dates = mondays) =>
  dates.map((date) => {
    const session = world.session(id, date);
    return session && `${session.local_start}${session.status === 'booked' ? '' : ` ${session.status}`}`;
  });
export const at = (id: string, date: string) => occurrenceIdOf(id, date);
/** A time that somebody else has. */
export const taken = (start: string, id = 'other') =>
  standing(id, { local_start: start, start: `${start}:00.000Z`, end: `${start.slice(0, 13)}:50:00.000Z`, zone: 'UTC' });

/** Later than a day before the first of them, for which the client then is asked to pay. */
export const late = '2026-11-22T20:00:00.000Z';
export const lateFee = recordOf({
  collection: 'cancellation_policy',
  id: policyIdOf('pro-1'),
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: {
    orchid_pro_user_id: 'pro-1',
    terms: { hours: 24, fee: { kind: 'flat', cents: 5000 } },
    modify_datetime: now,
  },
});

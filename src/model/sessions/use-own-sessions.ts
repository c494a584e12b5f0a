import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { betweenRange } from '../../../sync/core/index-key.ts';
import { addDays, startOfDate } from '../../lib/time.ts';
import { useRange, type Loaded } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';
import { useWorkKind, type WorkKind } from '../people/use-work-kind.ts';

export type Session = SeenRecord<Appointment>;

/** A professional's own sessions of so many days of their zone, by start, the cancelled ones too. */
export function useOwnSessions(fromDate: string, days: number): Loaded<readonly Session[]> {
  const { sub, zone } = useMe();
  return useRange(sub === '' ? null : ownRange(sub, spanOf(fromDate, days, zone)));
}

export interface Calendar {
  readonly sessions: Loaded<readonly Session[]>;
  /** Sessions of more than one clinician: they lie side by side. */
  readonly isShared: boolean;
}

/** The sessions that stand in somebody's calendar, as above: one's own, or for the front desk those of its whole practice. */
export function useCalendar(fromDate: string, days: number): Calendar {
  const { sub, zone } = useMe();
  const kind = useWorkKind();
  const isShared = kind === 'desk';
  const span = spanOf(fromDate, days, zone);
  const all = { collection: 'appointment', index: 'start', ...betweenRange([], ...span) } as const;
  const found = useRange(sub === '' ? null : isShared ? all : ownRange(sub, span));
  return { isShared, sessions: answerFor(kind, isShared ? withoutSamples(found) : found) };
}

/** [SD-1] What a clinician looks around with stands in nobody else's calendar. */
function withoutSamples(found: Calendar['sessions']): Calendar['sessions'] {
  return found.loading ? found : { ...found, value: found.value.filter(({ body }) => body.sample === undefined) };
}

/** What was found, but an empty day of one's own is not said before it is known whose day it is. */
export function answerFor(kind: WorkKind | null, found: Calendar['sessions']): Calendar['sessions'] {
  const isAwaited = kind === null && !found.loading && found.value.length === 0;
  return isAwaited ? { loading: true } : found;
}

type Span = readonly [from: string, to: string];

const spanOf = (fromDate: string, days: number, zone: string): Span => [
  startOfDate(fromDate, zone),
  startOfDate(addDays(fromDate, days), zone),
];

const ownRange = (sub: string, span: Span) =>
  ({ collection: 'appointment', index: 'clinician_start', ...betweenRange([sub], ...span) }) as const;

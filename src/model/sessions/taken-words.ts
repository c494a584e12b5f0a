import * as v from 'valibot';
import type { AttentionItem } from '../../../sync/client/api.ts';
import type { Instant } from '../../../sync/core/record.ts';
import { conflictDetail } from '../../../sync/protocol/error-details.ts';
import { deviceManner, type Manner } from '../../lib/device-manner.ts';
import { addDays, clockSpan, clockTime, dateIn, shortDay, startOfDate } from '../../lib/time.ts';

/** Why a change was refused, as far as it is about time. */
export type Refusal = Pick<AttentionItem, 'code' | 'detail'>;

interface TakenSpan {
  readonly start: Instant;
  readonly end: Instant;
}

/** So many are told one by one: more than that is a day, not a sentence. */
const toldAtMost = 3;

/**
 * `Tue 1 Dec, 8:00–8:50 AM`: what takes the time of a change that was refused for it, by the clock of this zone. Null where the
 * refusal does not say it, or says it in a form that is not known here. Never whose it is: the refusal holds instants alone.
 */
export function takenWords(
  { code, detail }: Refusal,
  { zone, now }: { readonly zone: string; readonly now: Instant },
  manner: Manner = deviceManner(),
): string | null {
  if (code !== 'conflicting_session') return null;
  const parsed = v.safeParse(conflictDetail, detail);
  if (!parsed.success) return null;
  const spans = parsed.output.taken
    .filter(({ start, end }) => start < end)
    .toSorted((one, other) => (one.start < other.start ? -1 : 1));
  if (spans.length === 0) return null;
  const today = dateIn(now, zone);
  const told = spans.slice(0, toldAtMost).map((span) => spanWords(span, { zone, today }, manner));
  const more = spans.length - told.length;
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

/** On one day `Tue 1 Dec, 8:00–8:50 AM`; over midnight `Mon 30 Nov, 11:30 PM – Tue 1 Dec, 12:20 AM`. */
function spanWords(
  { start, end }: TakenSpan,
  { zone, today }: { readonly zone: string; readonly today: string },
  manner: Manner,
): string {
  const first = dateIn(start, zone);
  const last = dateIn(end, zone);
  const day = shortDay(first, today, manner);
  // What ends when the next day begins is of this one.
  const isOneDay = first === last || end === startOfDate(addDays(first, 1), zone);
  if (isOneDay) return `${day}, ${clockSpan({ start, end }, zone, manner)}`;
  return `${day}, ${clockTime(start, zone, manner)} – ${shortDay(last, today, manner)}, ${clockTime(end, zone, manner)}`;
}

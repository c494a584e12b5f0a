import { useState } from 'react';
import { endOf } from '../../../../sync/collections/appointment.ts';
import type { WantedSession } from '../../../../sync/domain/free-slots.ts';
import { instantOf } from '../../../../sync/core/wall-clock.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { zoneIfElsewhere } from '../../../lib/device-elsewhere.ts';
import { clockSpan, dateIn, partsOfLocal, shortDay, zoneName, zonesDiffer } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { clockChangeWords } from '../../../model/sessions/clock-change.ts';
import {
  hoursStanding,
  nearDays,
  nearestFreeTimes,
  type HoursStanding,
} from '../../../model/sessions/availability-slots.ts';
import { overlapping, type FreeTime, type Interval } from '../../../model/sessions/free-times.ts';
import { useAvailability } from '../../../model/sessions/use-availability.ts';
import { lookedThrough, useBusy } from '../../../model/sessions/use-busy.ts';
import { Checkbox } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FreeChoices } from './free-choices.tsx';
import { whenWords } from './words.ts';
import styles from './session-sheet.module.css';

/** What stands in the way of a time that somebody is choosing. */
export interface TimeStanding {
  readonly taken: readonly Interval[];
  readonly blocked: readonly Interval[];
  readonly free: readonly FreeTime[];
  /** How it lies to the hours that the clinician has said; null: nothing is to be told of that. */
  readonly hours: HoursStanding | null;
}

export interface AskedTime {
  readonly clinician: string;
  /** Null while what was typed is no time. */
  readonly local: string | null;
  readonly minutes: number;
  readonly zone: string;
  /** The session that is being moved: it does not stand in its own way. */
  readonly except?: string | null;
  /** What is to be booked: what is free nearest is so for that. */
  readonly wanted?: WantedSession;
}

const offered = 3;

/** What this device knows against a time, and what is free nearest to it. */
export function useTimeStanding({
  clinician,
  local,
  minutes,
  zone,
  except = null,
  wanted: session,
}: AskedTime): TimeStanding {
  const now = useNow();
  const date = local === null ? dateIn(now, zone) : partsOfLocal(local).date;
  const busy = useBusy({ clinician, ...lookedThrough(date, zone), except: { session: except ?? undefined } });
  const start = local === null ? null : instantOf(local, zone);
  const said = useAvailability(clinician, { date, days: nearDays, zone });
  if (local === null || start === null || busy === null || !(minutes > 0))
    return { taken: [], blocked: [], free: [], hours: null };
  const wanted = { start, end: endOf(start, minutes) };
  const [taken, blocked] = [overlapping(wanted, busy.sessions), overlapping(wanted, busy.blocks)];
  const hours = said && hoursStanding(said, wanted, zone);
  if (taken.length + blocked.length === 0) return { taken, blocked, free: [], hours };
  const ask = { local_start: local, zone, minutes, busy, now, count: offered };
  return { taken, blocked, free: nearestFreeTimes(ask, said, session), hours };
}

/** Whether a blocked time is to be booked over: said of one time, and of no other that is asked for later. */
export function useOverBlocked({
  clinician,
  local,
  zone,
  minutes,
}: AskedTime): readonly [boolean, (over: boolean) => void] {
  const time = [clinician, local, zone, minutes].join(' ');
  const [said, setSaid] = useState<string | null>(null);
  return [said === time, (over) => setSaid(over ? time : null)];
}

interface TimeAdviceProps {
  readonly asked: AskedTime;
  readonly standing: TimeStanding;
  readonly overBlocked: boolean;
  readonly onOverBlocked: (over: boolean) => void;
  readonly onTake: (time: FreeTime) => void;
}

/** Said before it is saved: in whose clock, what clocks do that night, what takes the time, and what is free. */
export function TimeAdvice({ asked, standing, overBlocked, onOverBlocked, onTake }: TimeAdviceProps) {
  const { sub, zone: own } = useMe();
  const now = useNow();
  const { clinician, local, zone, minutes } = asked;
  const today = dateIn(now, zone);
  const start = local === null ? null : instantOf(local, zone);
  const change = local === null ? null : clockChangeWords(local, zone);
  const elsewhere =
    zoneIfElsewhere(zone, start ?? now) ?? (zonesDiffer(zone, own, start ?? now) ? zoneName(zone) : null);
  const { taken, blocked, free, hours } = standing;
  const beside = hours && hoursWords(hours, clinician === sub, today);
  const choices = <FreeChoices times={free} zone={zone} today={today} onTake={onTake} />;
  const list = (some: readonly Interval[]): string => some.map((one) => whenWords(one, zone, today)).join('; ');
  return (
    <>
      <p className={styles.soft}>
        {start !== null && minutes > 0 ? `${clockSpan({ start, end: endOf(start, minutes) }, zone)}. ` : ''}
        {elsewhere === null ? '' : `Times are in ${elsewhere}.`}
      </p>
      {/* There from the start, so that what comes to stand in it is heard. */}
      <div aria-live="polite" className={styles.advice}>
        {change === null ? null : <Notice tone="info">{change}</Notice>}
        {taken.length > 0 ? (
          <Notice tone="wait" title={errorTexts.conflicting_session} actions={choices}>
            Taken: {list(taken)}.
          </Notice>
        ) : blocked.length > 0 ? (
          <Notice
            tone="wait"
            title="This time is blocked"
            actions={
              <>
                {choices}
                <Checkbox
                  label="Book over the blocked time"
                  checked={overBlocked}
                  onChange={({ target }) => onOverBlocked(target.checked)}
                />
              </>
            }
          >
            Blocked: {list(blocked)}.
          </Notice>
        ) : beside ? (
          <Notice tone="info" title={beside}>
            It can be booked all the same.
          </Notice>
        ) : null}
      </div>
    </>
  );
}

/** Where a time lies beside what the clinician has said; null where it does not. */
function hoursWords(hours: HoursStanding, isOwn: boolean, today: string): string | null {
  if (hours.kind === 'away') return `Away until ${shortDay(hours.until, today)}`;
  if (hours.kind === 'outside') return isOwn ? 'Outside your hours' : 'Outside their hours';
  return null;
}

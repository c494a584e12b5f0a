import { startTransition, useEffect, useState } from 'react';
import { useSub } from '../../../lib/client-context.ts';
import { Beside } from '../../../lib/beside.tsx';
import { addDays } from '../../../lib/time.ts';
import { afterPaint } from '../../../lib/after-paint.ts';
import { useAvailability } from '../../../model/sessions/use-availability.ts';
import { useBusyShown } from '../../../model/sessions/use-busy-shown.ts';
import { useOwnBlocks } from '../../../model/sessions/use-blocks.ts';
import { useSchedule } from '../../../model/sessions/use-schedule.ts';

interface HeldDaysProps {
  /** The first of the days that are on screen. */
  readonly first: string;
  readonly count: number;
}

/**
 * Keeps what lies before and after the days on screen at hand, once those are painted: who turns to it sees it at the next frame, without a
 * skeleton between. Shows nothing. What is on screen is held as well: so nothing is let go of at a turn that is looked at again.
 */
export function HeldDays({ first, count }: HeldDaysProps) {
  const [around, setAround] = useState<string | null>(null);
  useEffect(() => afterPaint(() => startTransition(() => setAround(first))), [first]);
  if (around === null) return null;
  return (
    <Beside>
      {[-count, 0, count].map((days) => {
        const date = addDays(around, days);
        return <Held key={`${date} ${count}`} first={date} count={count} />;
      })}
    </Beside>
  );
}

function Held({ first, count }: HeldDaysProps): null {
  const schedule = useSchedule(first, count);
  const sub = useSub();
  useBusyShown(schedule, first, count);
  useOwnBlocks(first, count);
  useAvailability(schedule.isShared ? '' : sub, { date: first, days: count, zone: schedule.zone });
  return null;
}

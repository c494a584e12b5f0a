import type { ComponentType } from 'react';
import { usePhone } from '../../../lib/use-layout.ts';
import { datesFrom } from '../../../lib/time.ts';
import { standing } from '../../../model/sessions/session-count.ts';
import { NobodyShown } from '../../../model/sessions/nobody-shown.tsx';
import { useBusyShown } from '../../../model/sessions/use-busy-shown.ts';
import { useSchedule } from '../../../model/sessions/use-schedule.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { DaysContentProps } from './calendar-grid.tsx';
import { ByHours } from './days-by-hours.tsx';
import { DaysList } from './days-list.tsx';
import { ShownBar } from './shown-bar.tsx';
import type { ScheduleView } from './views.ts';

export interface DaysViewProps {
  readonly first: string;
  readonly count: number;
  readonly view: ScheduleView;
  readonly today: string;
  readonly openId: string | undefined;
  /** Days by the hour; absent: a list by day, also where there is room for hours. */
  readonly Hours?: ComponentType<DaysContentProps>;
}

/** Days by the hour on the desk; in the hand one day by the hour, and more of them as a list by day. */
export function DaysView({ first, count, view, today, openId, Hours }: DaysViewProps) {
  const schedule = useSchedule(first, count);
  const others = useBusyShown(schedule, first, count);
  const phone = usePhone();
  const { sessions, clinicians, everybodys } = schedule;
  const words = count === 1 ? 'this day' : view === 'list' ? 'these 30 days' : 'this week';
  const isByHours = count === 1 && Hours !== undefined;
  const Content = Hours === undefined || (phone && !isByHours) ? DaysList : Hours;
  const isNobody =
    sessions?.length === 0 && clinicians !== null && standing(everybodys).length > 0 && others.length === 0;
  return (
    <>
      <ShownBar schedule={schedule} />
      {isByHours ? <ByHours date={first} today={today} isByHours /> : null}
      {sessions === null ? (
        <Skeleton lines={6} label={count === 1 ? 'Opening the day' : 'Opening the days'} />
      ) : isNobody ? (
        <NobodyShown clinicians={clinicians} others={standing(everybodys).length} days={words} />
      ) : (
        // What is held or pointed at belongs to these days.
        <Content key={first} {...{ schedule, sessions, others, view, today, openId }} dates={datesFrom(first, count)} />
      )}
    </>
  );
}

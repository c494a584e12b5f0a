import { usePhone } from '../../../lib/use-layout.ts';
import { mondayOf } from '../../../lib/time.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSchedule } from '../../../model/sessions/use-schedule.ts';
import { NobodyShown } from '../../../model/sessions/nobody-shown.tsx';
import { standing } from '../../../model/sessions/session-count.ts';
import { ShownBar } from './shown-bar.tsx';
import { WeekGrid, type WeekContentProps } from './week-grid.tsx';
import { WeekList } from './week-list.tsx';

export interface WeekProps {
  readonly date: string;
  readonly today: string;
  readonly openId: string | undefined;
}

/** Seven columns on the desk, a list by day in the hand. */
export function WeekView({ date, today, openId }: WeekProps) {
  const monday = mondayOf(date);
  const schedule = useSchedule(monday, 7);
  return (
    <>
      <ShownBar schedule={schedule} />
      <WeekContent schedule={schedule} monday={monday} today={today} openId={openId} />
    </>
  );
}

function WeekContent({ schedule, ...props }: Omit<WeekContentProps, 'sessions'>) {
  const phone = usePhone();
  const { sessions, clinicians, everybodys } = schedule;
  if (sessions === null) return <Skeleton lines={6} label="Opening the week" />;
  if (sessions.length === 0 && clinicians && standing(everybodys).length > 0) {
    return <NobodyShown clinicians={clinicians} others={standing(everybodys).length} days="this week" />;
  }
  const View = phone ? WeekList : WeekGrid;
  return <View schedule={schedule} sessions={sessions} {...props} />;
}

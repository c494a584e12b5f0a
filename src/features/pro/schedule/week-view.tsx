import { usePhone } from '../../../lib/use-layout.ts';
import { mondayOf } from '../../../lib/time.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSchedule } from '../../../model/sessions/use-schedule.ts';
import { WeekGrid } from './week-grid.tsx';
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
  const phone = usePhone();
  if (schedule.sessions === null) return <Skeleton lines={6} label="Opening the week" />;
  // The front desk's sessions lie side by side: a column of a day shows one person's time.
  const View = phone || schedule.isShared ? WeekList : WeekGrid;
  return <View schedule={schedule} sessions={schedule.sessions} monday={monday} today={today} openId={openId} />;
}

import { useNavigate } from '@tanstack/react-router';
import type { ScheduleView } from './views.ts';

/** Which days of the calendar, and how they are looked at. */
interface Days {
  readonly date: string;
  readonly view: ScheduleView | undefined;
}

/** The calendar's days as a link of many leads there: its address, and the app's own way. */
export function useScheduleLinks() {
  const navigate = useNavigate();
  return {
    ofDays: (days: Days) => ({
      href: `/pro-dashboard/schedule${searchOf(days)}`,
      onGo: () => void navigate({ to: '/pro-dashboard/schedule', search: days }),
    }),
    /** What was chosen opens beside the days, which stay where they are. */
    ofSession: (appointmentId: string, days: Days) => ({
      href: `/pro-dashboard/schedule/${encodeURIComponent(appointmentId)}${searchOf(days)}`,
      onGo: () =>
        void navigate({
          to: '/pro-dashboard/schedule/$appointmentId',
          params: { appointmentId },
          search: days,
          resetScroll: false,
        }),
    }),
  };
}

export type ScheduleLinks = ReturnType<typeof useScheduleLinks>;

function searchOf({ date, view }: Days): string {
  return `?${new URLSearchParams(view === undefined ? { date } : { date, view }).toString()}`;
}

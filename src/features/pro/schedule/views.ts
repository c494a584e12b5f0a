/** How the calendar can be looked at. */
export const scheduleViews = ['day', 'week', 'month', 'list'] as const;
export type ScheduleView = (typeof scheduleViews)[number];

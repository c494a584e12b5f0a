import { CalendarGrid } from './calendar-grid.tsx';
import { DaysView, type DaysViewProps } from './days-view.tsx';

/** Days by the hour, where there is room for them. */
export function HoursView(props: Omit<DaysViewProps, 'Hours'>) {
  return <DaysView {...props} Hours={CalendarGrid} />;
}

import { CalendarPlus, ChevronLeft, ChevronRight, Clock3, Keyboard, Rows3 } from 'lucide-react';
import {
  addDays,
  addMonths,
  daySpan,
  fullDate,
  longDay,
  mondayOf,
  monthYear,
  relativeDay,
  weekdayName,
} from '../../../lib/time.ts';
import { usePhone } from '../../../lib/use-layout.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { CalendarActs } from './calendar-acts.ts';
import type { ScheduleView } from './views.ts';
import styles from './schedule.module.css';

/** So many days the list has. */
export const listDays = 30;

interface ScheduleHeadProps {
  readonly date: string;
  readonly today: string;
  readonly view: ScheduleView;
  readonly isByHours: boolean;
  /** The zone, where the device shows another one. */
  readonly elsewhere: string | null;
  readonly acts: CalendarActs;
  readonly onGo: (to: { date?: string; view?: ScheduleView; by?: 'hours' | undefined }) => void;
  /** Somebody is about to choose how to look at the days. */
  readonly onNear: () => void;
  readonly onKeys: () => void;
}

const steps: Readonly<Record<ScheduleView, string>> = { day: 'day', week: 'week', month: 'month', list: '30 days' };

/** The date one step on or back, as far as what is shown reaches. */
export function stepped(date: string, view: ScheduleView, way: 1 | -1): string {
  if (view === 'month') return addMonths(date, way);
  return addDays(date, way * { day: 1, week: 7, list: listDays }[view]);
}

/** Which days these are, how they are looked at, and what can be begun. */
export function ScheduleHead({
  date,
  today,
  view,
  isByHours,
  elsewhere,
  acts,
  onGo,
  onNear,
  onKeys,
}: ScheduleHeadProps) {
  const phone = usePhone();
  const { book, block } = acts;
  return (
    <header className={styles.header} onPointerEnter={onNear}>
      <div className={styles.titles}>
        <h1>{titleOf(date, today, view)}</h1>
        <p className={styles.sub}>
          {[subtitleOf(date, today, view), ...(elsewhere === null ? [] : [elsewhere])]
            .filter((words) => words !== '')
            .join(' · ')}
        </p>
      </div>
      <div className={styles.controls}>
        <div className={styles.views}>
          <Segmented
            label="View"
            value={view}
            options={[
              { value: 'day', label: 'Day' },
              { value: 'week', label: 'Week' },
              { value: 'month', label: 'Month' },
              { value: 'list', label: 'List' },
            ]}
            onChange={(next) => onGo({ view: next })}
          />
        </div>
        <div className={styles.steps}>
          <IconButton
            label={`Previous ${steps[view]}`}
            icon={<ChevronLeft size={19} aria-hidden />}
            onClick={() => onGo({ date: stepped(date, view, -1) })}
          />
          <Button tone="plain" disabled={date === today} onClick={() => onGo({ date: today })}>
            Today
          </Button>
          <IconButton
            label={`Next ${steps[view]}`}
            icon={<ChevronRight size={19} aria-hidden />}
            onClick={() => onGo({ date: stepped(date, view, 1) })}
          />
        </div>
      </div>
      <div className={styles.acts}>
        {book ? (
          <Button tone="primary" icon={<CalendarPlus size={17} aria-hidden />} onClick={() => book({ date })}>
            New session
          </Button>
        ) : null}
        {block ? <Button onClick={() => block({ date })}>Block time</Button> : null}
        {view === 'day' && !phone ? (
          <Button
            tone="quiet"
            icon={isByHours ? <Rows3 size={17} aria-hidden /> : <Clock3 size={17} aria-hidden />}
            onClick={() => onGo({ by: isByHours ? undefined : 'hours' })}
          >
            {isByHours ? 'As a list' : 'By the hour'}
          </Button>
        ) : null}
        {phone ? null : <IconButton label="Keys" icon={<Keyboard size={18} aria-hidden />} onClick={onKeys} />}
      </div>
    </header>
  );
}

function titleOf(date: string, today: string, view: ScheduleView): string {
  switch (view) {
    case 'day':
      return relativeDay(date, today);
    case 'week':
      return daySpan(mondayOf(date), addDays(mondayOf(date), 6));
    case 'month':
      return monthYear(date);
    case 'list':
      return daySpan(date, addDays(date, listDays - 1));
  }
}

/** What the title has not said yet. */
function subtitleOf(date: string, today: string, view: ScheduleView): string {
  if (view === 'week') return mondayOf(date).slice(0, 4);
  if (view === 'list') return date.slice(0, 4);
  // The title says the year.
  if (view === 'month') return '';
  const title = relativeDay(date, today);
  if (title === longDay(date, today)) return date.slice(0, 4);
  return title === weekdayName(date) ? fullDate(date) : `${weekdayName(date)}, ${fullDate(date)}`;
}

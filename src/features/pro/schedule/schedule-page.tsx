import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { zoneIfElsewhere } from '../../../lib/device-elsewhere.ts';
import { addDays, dateIn, daySpan, longDay, mondayOf, relativeDay, fullDate, weekdayName } from '../../../lib/time.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { classes } from '../../../ui/classes.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { DayAgenda } from './day-agenda.tsx';
import { WeekView } from './week-view.tsx';
import styles from './schedule.module.css';

/** The day or the week at the left, what was chosen at the right; on phones one after the other. */
export function SchedulePage() {
  const { date: asked, view = 'day' } = useSearch({ from: '/pro-dashboard/schedule' });
  const { appointmentId } = useParams({ strict: false });
  const navigate = useNavigate();
  const { zone } = useMe();
  const now = useNow();
  const today = dateIn(now, zone);
  const elsewhere = zoneIfElsewhere(zone, now);
  const opened = useRecord('appointment', appointmentId ?? null);
  const openedDate = !opened.loading && opened.value ? dateIn(opened.value.body.start, zone) : null;
  const date = asked ?? openedDate ?? today;
  const step = view === 'week' ? 7 : 1;
  const go = (search: { date?: string | undefined; view?: 'day' | 'week' | undefined }) =>
    void navigate({
      to: '/pro-dashboard/schedule',
      search: { date: search.date === today ? undefined : (search.date ?? date), view: search.view ?? view },
    });

  return (
    <div className={classes(styles.page, view === 'week' && styles.wide)} data-open={appointmentId ? '' : undefined}>
      <div className={styles.main}>
        <header className={styles.header}>
          <div className={styles.titles}>
            <h1>{view === 'week' ? weekTitle(date) : relativeDay(date, today)}</h1>
            <p className={styles.sub}>
              {view === 'week' ? mondayOf(date).slice(0, 4) : daySubtitle(date, today)}
              {elsewhere === null ? '' : ` · ${elsewhere}`}
            </p>
          </div>
          <div className={styles.controls}>
            <Segmented
              label="View"
              value={view}
              options={[
                { value: 'day', label: 'Day' },
                { value: 'week', label: 'Week' },
              ]}
              onChange={(next) => go({ view: next })}
            />
            <div className={styles.steps}>
              <IconButton
                label={view === 'week' ? 'Previous week' : 'Previous day'}
                icon={<ChevronLeft size={19} aria-hidden />}
                onClick={() => go({ date: addDays(date, -step) })}
              />
              <Button tone="plain" disabled={date === today} onClick={() => go({ date: today })}>
                Today
              </Button>
              <IconButton
                label={view === 'week' ? 'Next week' : 'Next day'}
                icon={<ChevronRight size={19} aria-hidden />}
                onClick={() => go({ date: addDays(date, step) })}
              />
            </div>
          </div>
        </header>
        {view === 'week' ? (
          <WeekView date={date} today={today} openId={appointmentId} />
        ) : (
          <DayAgenda date={date} today={today} openId={appointmentId} />
        )}
      </div>
      <aside className={styles.side}>
        <Outlet />
      </aside>
    </div>
  );
}

/** What the title has not said yet. */
function daySubtitle(date: string, today: string): string {
  const title = relativeDay(date, today);
  if (title === longDay(date, today)) return date.slice(0, 4);
  return title === weekdayName(date) ? fullDate(date) : `${weekdayName(date)}, ${fullDate(date)}`;
}

function weekTitle(date: string): string {
  const monday = mondayOf(date);
  return daySpan(monday, addDays(monday, 6));
}

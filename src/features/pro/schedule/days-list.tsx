import { useEffect, useRef } from 'react';
import { deviceManner } from '../../../lib/device-manner.ts';
import { addDays, dateIn, longDay } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { classes } from '../../../ui/classes.ts';
import { SessionRow } from './session-row.tsx';
import type { WeekContentProps } from './week-grid.tsx';
import agenda from './day-agenda.module.css';
import styles from './week.module.css';

export function WeekList({ schedule, sessions, monday, today, openId }: WeekContentProps) {
  const now = useNow();
  const todayRef = useRef<HTMLElement>(null);

  const hasToday = monday <= today && today <= addDays(monday, 6);

  // A week that holds today opens at today: what is over lies above.
  useEffect(() => {
    if (hasToday && scrollY === 0) todayRef.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [hasToday]);

  if (sessions.length === 0) {
    return (
      <EmptyState title="No sessions this week">Sessions booked for this week appear here, day by day.</EmptyState>
    );
  }
  return (
    <div className={styles.list}>
      {Array.from({ length: 7 }, (_, index) => addDays(monday, index)).map((date) => {
        const ofDay = sessions.filter((one) => dateIn(one.body.start, schedule.zone) === date);
        if (ofDay.length === 0) return null;
        return (
          <section key={date} className={styles.listDay} ref={date === today ? todayRef : undefined}>
            <h2 className={classes(styles.listHead, date === today && styles.listToday)}>
              {date === today ? 'Today' : longDay(date, today)}
            </h2>
            <ol className={agenda.agenda} data-hours={deviceManner().hours}>
              {ofDay.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  when={session.body.end <= now ? 'past' : 'later'}
                  name={schedule.nameOf(session)}
                  note={schedule.noteOf(session)}
                  zone={schedule.zone}
                  now={now}
                  date={date}
                  open={session.id === openId}
                />
              ))}
            </ol>
          </section>
        );
      })}
    </div>
  );
}

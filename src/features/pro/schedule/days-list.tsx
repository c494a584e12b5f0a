import { useEffect, useRef } from 'react';
import { deviceManner } from '../../../lib/device-manner.ts';
import { dateIn, longDay } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useOwnBlocks } from '../../../model/sessions/use-blocks.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { classes } from '../../../ui/classes.ts';
import { ColleagueRow } from './block-colleague-row.tsx';
import { BlockRow } from './block-row.tsx';
import type { DaysContentProps } from './calendar-grid.tsx';
import { minutesOfDay } from './grid-shape.ts';
import { SessionRow } from './session-row.tsx';
import agenda from './day-agenda.module.css';
import styles from './week.module.css';

/** Days one below the other: sessions, what is blocked and what takes colleagues' time. A day that is out of sight costs no layout. */
export function DaysList({ schedule, sessions, others, dates, today, view, openId }: DaysContentProps) {
  const now = useNow();
  const todayRef = useRef<HTMLElement>(null);
  const { zone } = schedule;
  const blocks = useOwnBlocks(dates[0] ?? today, dates.length);
  const hasToday = dates.indexOf(today) > 0;

  // A week that holds today opens at today: what is over lies above.
  useEffect(() => {
    if (hasToday && scrollY === 0) todayRef.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [hasToday]);

  const days = dates.map((date) => ({
    date,
    ofDay: sessions.filter((one) => dateIn(one.body.start, zone) === date),
    blocked: blocks.filter((one) => minutesOfDay(one.body, date, zone) !== null),
    ofOthers: others.filter((one) => minutesOfDay(one.body, date, zone) !== null),
  }));
  if (days.every(isEmpty)) {
    return view === 'list' ? (
      <EmptyState title="No sessions in these 30 days">Sessions booked for these days appear here.</EmptyState>
    ) : (
      <EmptyState title="No sessions this week">Sessions booked for this week appear here, day by day.</EmptyState>
    );
  }
  return (
    <div className={styles.list} data-long={view === 'list' ? '' : undefined}>
      {days.map(({ date, ofDay, blocked, ofOthers }) =>
        isEmpty({ ofDay, blocked, ofOthers }) ? null : (
          <section key={date} className={styles.listDay} ref={date === today ? todayRef : undefined}>
            <h2 className={classes(styles.listHead, date === today && styles.listToday)}>
              {date === today ? 'Today' : longDay(date, today)}
            </h2>
            {blocked.map((block) => (
              <BlockRow key={block.id} {...{ block, date, zone, view }} open={block.id === openId} />
            ))}
            {ofOthers.map((busy) => (
              <ColleagueRow key={busy.id} {...{ busy, date, zone }} />
            ))}
            <ol className={agenda.agenda} data-hours={deviceManner().hours}>
              {ofDay.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  when={session.body.end <= now ? 'past' : 'later'}
                  name={schedule.nameOf(session)}
                  note={schedule.noteOf(session)}
                  zone={zone}
                  now={now}
                  date={date}
                  view={view}
                  open={session.id === openId}
                />
              ))}
            </ol>
          </section>
        ),
      )}
    </div>
  );
}

type OfDay = Readonly<Record<'ofDay' | 'blocked' | 'ofOthers', readonly unknown[]>>;

function isEmpty({ ofDay, blocked, ofOthers }: OfDay): boolean {
  return ofDay.length + blocked.length + ofOthers.length === 0;
}

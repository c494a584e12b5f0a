import { useEffect, useRef } from 'react';
import { deviceManner } from '../../../lib/device-manner.ts';
import { clockTime, duration, minuteOfDay } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ByHours } from './days-by-hours.tsx';
import { dayPlan, gapHeightPx } from './day-plan.ts';
import { ColleagueRow } from './block-colleague-row.tsx';
import { BlockRow } from './block-row.tsx';
import { useCalendarActs } from './calendar-acts.ts';
import { useBusyShown } from '../../../model/sessions/use-busy-shown.ts';
import { useOwnBlocks } from '../../../model/sessions/use-blocks.ts';
import { SessionRow } from './session-row.tsx';
import { NobodyShown } from '../../../model/sessions/nobody-shown.tsx';
import { standing } from '../../../model/sessions/session-count.ts';
import { useSchedule, type Schedule } from '../../../model/sessions/use-schedule.ts';
import { ShownBar } from './shown-bar.tsx';
import styles from './day-agenda.module.css';

/** In less nobody is booked. */
const bookableMinutes = 30;

interface DayAgendaProps {
  readonly date: string;
  readonly today: string;
  readonly openId: string | undefined;
}

/** A day's agenda; above a shared one, whose sessions it shows. */
export function DayAgenda(props: DayAgendaProps) {
  const schedule = useSchedule(props.date, 1);
  return (
    <>
      <ShownBar schedule={schedule} />
      <ByHours date={props.date} today={props.today} isByHours={false} />
      <DayColumn {...props} schedule={schedule} />
    </>
  );
}

/** One time column: sessions, one's own free time between them, and the present in its place. */
function DayColumn({ date, today, openId, schedule }: DayAgendaProps & { readonly schedule: Schedule }) {
  const now = useNow();
  const { book } = useCalendarActs();
  const blocks = useOwnBlocks(date, 1);
  const others = useBusyShown(schedule, date, 1);
  const listRef = useRef<HTMLOListElement>(null);
  const ready = schedule.sessions !== null;

  // A day opens at the session that its address names, and today at the present: once per day, and only where that would
  // lie below the edge.
  useEffect(() => {
    const rowOf = (which: string) => listRef.current?.querySelector(which);
    const row = rowOf('[data-open]') ?? (date === today ? rowOf('[data-when="now"], [data-when="next"]') : null);
    if (!ready || !row || scrollY > 0 || row.getBoundingClientRect().bottom <= innerHeight) return;
    row.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [ready, date, today]);

  if (schedule.sessions === null) return <Skeleton lines={5} label="Opening the day" />;
  const taken = (
    <>
      {blocks.map((block) => (
        <BlockRow key={block.id} {...{ block, date }} zone={schedule.zone} view="day" open={block.id === openId} />
      ))}
      {others.map((busy) => (
        <ColleagueRow key={busy.id} {...{ busy, date }} zone={schedule.zone} />
      ))}
    </>
  );
  if (schedule.sessions.length === 0) {
    const { clinicians, everybodys } = schedule;
    if (clinicians && standing(everybodys).length > 0) {
      return (
        <>
          {taken}
          <NobodyShown clinicians={clinicians} others={standing(everybodys).length} days="this day" />
        </>
      );
    }
    return (
      <>
        {taken}
        <EmptyState title="No sessions this day">Sessions booked for this day appear here.</EmptyState>
      </>
    );
  }
  return (
    <>
      {taken}
      <ol className={styles.agenda} data-hours={deviceManner().hours} ref={listRef}>
        {dayPlan(schedule.sessions, now, date === today, {
          shortestGap: schedule.isShared ? Infinity : undefined,
          blocked: blocks.map(({ body }) => body),
        }).map((row) => {
          switch (row.kind) {
            case 'now':
              return (
                <li key="now" className={styles.nowRow}>
                  <NowLine time={clockTime(now, schedule.zone)} />
                </li>
              );
            case 'gap':
              return (
                <li
                  key={row.key}
                  className={styles.gap}
                  style={{ minBlockSize: `${gapHeightPx(row.minutes) / 16}rem` }}
                >
                  <span className={styles.gapText}>{duration(row.minutes)} free</span>
                  {book && row.minutes >= bookableMinutes && row.end > now ? (
                    <Button
                      tone="quiet"
                      className={styles.gapBook}
                      onClick={() => book({ date, minute: minuteOfDay(row.key > now ? row.key : now, schedule.zone) })}
                    >
                      New session <span className="visually-hidden">at {clockTime(row.key, schedule.zone)}</span>
                    </Button>
                  ) : null}
                  {row.nowAt === null ? null : (
                    <span className={styles.nowIn} style={{ insetBlockStart: `${Math.round(row.nowAt * 100)}%` }}>
                      <NowLine time={clockTime(now, schedule.zone)} />
                    </span>
                  )}
                </li>
              );
            case 'session':
              return (
                <SessionRow
                  key={row.session.id}
                  session={row.session}
                  when={row.when}
                  name={schedule.nameOf(row.session)}
                  note={schedule.noteOf(row.session)}
                  zone={schedule.zone}
                  now={now}
                  date={date}
                  open={row.session.id === openId}
                />
              );
          }
        })}
      </ol>
    </>
  );
}

function NowLine({ time }: { readonly time: string }) {
  return (
    <span className={styles.now}>
      <span className={styles.nowTime}>{time}</span>
      <span className={styles.nowRule} />
      <span className="visually-hidden">Now</span>
    </span>
  );
}

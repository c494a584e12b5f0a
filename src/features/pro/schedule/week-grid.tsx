import { Link } from '@tanstack/react-router';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { deviceManner } from '../../../lib/device-manner.ts';
import { addDays, clockTime, dateIn, hourWords, minuteOfDay, minutesBetween, weekdayShort } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { classes } from '../../../ui/classes.ts';
import { cssVars } from '../../../ui/css-vars.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { noteState, sessionState } from '../../../model/sessions/session-words.ts';
import type { Schedule } from '../../../model/sessions/use-schedule.ts';
import styles from './week.module.css';

export interface WeekContentProps {
  readonly schedule: Schedule;
  readonly sessions: readonly Session[];
  readonly monday: string;
  readonly today: string;
  readonly openId: string | undefined;
}

/** A length on the grid, which grows with the text. */
const hoursLong = (hours: number): string => `calc(var(--hour) * ${hours})`;

/** The hours shown: a working day, or as much as the week needs. */
export function hoursShown(sessions: readonly Session[], zone: string): { first: number; last: number } {
  const starts = sessions.map((one) => Math.floor(minuteOfDay(one.body.start, zone) / 60));
  const ends = sessions.map((one) => {
    const minute = minuteOfDay(one.body.end, zone);
    return dateIn(one.body.end, zone) === dateIn(one.body.start, zone) ? Math.ceil(minute / 60) : 24;
  });
  return { first: Math.min(8, ...starts), last: Math.max(18, ...ends) };
}

export function WeekGrid({ schedule, sessions, monday, today, openId }: WeekContentProps) {
  const now = useNow();
  const { zone } = schedule;
  const { first, last } = hoursShown(sessions, zone);
  const hours = Array.from({ length: last - first }, (_, index) => first + index);
  const topOf = (minute: number): string => hoursLong((minute - first * 60) / 60);
  const nowMinute = minuteOfDay(now, zone);
  const showsNow = today >= monday && today <= addDays(monday, 6) && nowMinute >= first * 60 && nowMinute < last * 60;

  return (
    <div className={styles.grid} data-hours={deviceManner().hours}>
      {sessions.length === 0 ? <p className={styles.none}>No sessions this week</p> : null}
      <div className={styles.hours} aria-hidden>
        {hours
          // The present takes the place of an hour that it would cover.
          .filter((hour) => !showsNow || Math.abs(hour * 60 - nowMinute) > 13)
          .map((hour) => (
            <span key={hour} style={{ insetBlockStart: hoursLong(hour - first) }}>
              {hourWords(hour)}
            </span>
          ))}
        {showsNow ? (
          <span className={styles.nowTime} style={{ insetBlockStart: topOf(nowMinute) }}>
            {clockTime(now, zone)}
          </span>
        ) : null}
      </div>
      {Array.from({ length: 7 }, (_, index) => addDays(monday, index)).map((date) => {
        const ofDay = sessions.filter((one) => dateIn(one.body.start, zone) === date);
        return (
          <section
            key={date}
            className={classes(styles.day, date === today && styles.today)}
            aria-label={weekdayShort(date)}
          >
            <h2 className={styles.dayHead}>
              <Link to="/pro-dashboard/schedule" search={{ date, view: 'day' }} className={styles.dayLink}>
                <span>{weekdayShort(date)}</span>
                <span className={styles.dayNumber}>{Number(date.slice(8))}</span>
              </Link>
            </h2>
            <div className={styles.column} style={cssVars({ '--hours': hours.length })}>
              {date === today && showsNow ? (
                <span className={styles.now} style={{ insetBlockStart: topOf(nowMinute) }} aria-hidden />
              ) : null}
              {ofDay.map((session) => (
                <WeekBlock
                  key={session.id}
                  session={session}
                  schedule={schedule}
                  now={now}
                  date={date}
                  open={session.id === openId}
                  top={topOf(minuteOfDay(session.body.start, zone))}
                />
              ))}
            </div>
          </section>
        );
      })}
    </div>
  );
}

interface WeekBlockProps {
  readonly session: Session;
  readonly schedule: Schedule;
  readonly now: string;
  readonly date: string;
  readonly open: boolean;
  readonly top: string;
}

function WeekBlock({ session, schedule, now, date, open, top }: WeekBlockProps) {
  const { body } = session;
  const minutes = minutesBetween(body.start, body.end);
  const written = noteState(schedule.noteOf(session), body, now);
  const state = sessionState(body, now);
  const shown = written ?? (state?.word === 'Completed' ? null : state);
  const Icon = shown?.icon;
  return (
    <Link
      to="/pro-dashboard/schedule/$appointmentId"
      params={{ appointmentId: session.id }}
      search={{ date, view: 'week' }}
      resetScroll={false}
      className={styles.block}
      data-past={body.end <= now ? '' : undefined}
      data-cancelled={statusFlags(body.status).cancelled ? '' : undefined}
      data-open={open ? '' : undefined}
      style={{ insetBlockStart: top, blockSize: `max(1.625rem, ${hoursLong(minutes / 60)} - 2px)` }}
    >
      <span className={styles.blockName}>
        <PersonName name={schedule.nameOf(session)} />
      </span>
      <span className={styles.blockTime}>
        <span className={styles.clock}>{clockTime(body.start, schedule.zone)}</span>
        {shown && Icon ? (
          <span className={styles.blockState} data-tone={shown.tone}>
            <Icon size={13} aria-hidden strokeWidth={2.25} />
            <span className={styles.blockWord}>{shown.word}</span>
          </span>
        ) : null}
      </span>
    </Link>
  );
}

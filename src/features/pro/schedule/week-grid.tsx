import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { deviceManner } from '../../../lib/device-manner.ts';
import { addDays, clockTime, dateIn, hourWords, minuteOfDay, minutesBetween, weekdayShort } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { classes } from '../../../ui/classes.ts';
import { cssVars } from '../../../ui/css-vars.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import { shortNames, type Clinician } from '../../../model/people/clinicians.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { noteState, sessionState } from '../../../model/sessions/session-words.ts';
import type { Schedule } from '../../../model/sessions/use-schedule.ts';
import { dayLanes, widestOf, type Lane } from './day-lanes.ts';
import styles from './week.module.css';

export interface WeekContentProps {
  readonly schedule: Schedule;
  readonly sessions: readonly Session[];
  readonly monday: string;
  readonly today: string;
  readonly openId: string | undefined;
}

/** A session that is shorter has room for one line. */
const lowBelowMinutes = 40;

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

/** Seven columns with the hours at their side; sessions that overlap stand beside each other, of a shared week with whose they are. */
export function WeekGrid({ schedule, sessions, monday, today, openId }: WeekContentProps) {
  const now = useNow();
  const { zone } = schedule;
  const gridRef = useRef<HTMLDivElement>(null);

  // What was chosen may have lain at the edge that gave way for it.
  useEffect(() => {
    if (openId !== undefined)
      gridRef.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [openId]);

  const { first, last } = hoursShown(sessions, zone);
  const hours = Array.from({ length: last - first }, (_, index) => first + index);
  const topOf = (minute: number): string => hoursLong((minute - first * 60) / 60);
  const nowMinute = minuteOfDay(now, zone);
  const dates = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const order = (schedule.clinicians?.all ?? []).map(({ id }) => id);
  const days = dates.map((date) => {
    const ofDay = sessions.filter((one) => dateIn(one.body.start, zone) === date);
    return { date, ofDay, lanes: dayLanes(ofDay, order) };
  });
  const whose = schedule.isShared ? cliniciansOf(schedule, sessions) : [];
  const short = shortNames(whose);
  const showsNow = today >= monday && today <= addDays(monday, 6) && nowMinute >= first * 60 && nowMinute < last * 60;

  return (
    <div className={styles.week}>
      {whose.length > 1 ? <Legend clinicians={whose} short={short} /> : null}
      <div className={styles.scroll}>
        <div
          ref={gridRef}
          className={styles.grid}
          data-hours={deviceManner().hours}
          data-shared={schedule.isShared ? '' : undefined}
          style={cssVars({ '--columns': schedule.isShared ? days.map(columnWidth).join(' ') : ownColumns })}
        >
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
          {days.map(({ date, ofDay, lanes }) => {
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
                      whose={schedule.isShared ? (short.get(session.body.clinician) ?? '') : null}
                      lane={lanes.get(session.id) ?? { index: 0, of: 1 }}
                      top={topOf(minuteOfDay(session.body.start, zone))}
                    />
                  ))}
                </div>
              </section>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const ownColumns = 'repeat(7, minmax(0, 1fr))';

/** As wide as its lanes need to be read; a day without sessions gives way. */
function columnWidth({
  ofDay,
  lanes,
}: {
  readonly ofDay: readonly Session[];
  readonly lanes: ReadonlyMap<string, Lane>;
}): string {
  if (ofDay.length === 0) return 'minmax(3rem, 0.6fr)';
  const widest = widestOf(lanes);
  return `minmax(${widest * 5.25}rem, ${widest}fr)`;
}

/** Whose sessions a shared week shows: those of the practice who were chosen, and who is of it no more but has sessions in it. */
function cliniciansOf({ clinicians }: Schedule, sessions: readonly Session[]): readonly Clinician[] {
  const held = new Map(sessions.map(({ body }) => [body.clinician, body.clinician_name]));
  const known = (clinicians?.all ?? []).filter(({ id }) => held.delete(id));
  return [...known, ...[...held].map(([id, name]) => ({ id, name }))];
}

interface LegendProps {
  readonly clinicians: readonly Clinician[];
  readonly short: ReadonlyMap<string, string>;
}

/** What the letters in narrow blocks mean: for the eye, since every block says the whole name to who hears it. */
function Legend({ clinicians, short }: LegendProps) {
  return (
    <ul className={styles.legend} aria-hidden>
      {clinicians.map(({ id, name }) => (
        <li key={id}>
          <b>{short.get(id)}</b> <PersonName name={name} />
        </li>
      ))}
    </ul>
  );
}

interface WeekBlockProps {
  readonly session: Session;
  readonly schedule: Schedule;
  readonly now: string;
  readonly date: string;
  readonly open: boolean;
  readonly top: string;
  readonly lane: Lane;
  /** In a few letters, of a shared week; null in one's own. */
  readonly whose: string | null;
}

function WeekBlock({ session, schedule, now, date, open, top, lane, whose }: WeekBlockProps) {
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
      data-low={minutes < lowBelowMinutes ? '' : undefined}
      style={{
        ...cssVars({ '--lane': lane.index, '--lanes': lane.of }),
        insetBlockStart: top,
        blockSize: `max(1.625rem, ${hoursLong(minutes / 60)} - 2px)`,
      }}
    >
      <span className={styles.blockName}>
        <PersonName name={schedule.nameOf(session)} />
      </span>
      {whose === null ? null : (
        <span className={styles.blockWhose}>
          <span className={styles.short} aria-hidden>
            {whose}
          </span>
          <span className={styles.whole}>
            <PersonName name={body.clinician_name} />
          </span>
        </span>
      )}
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

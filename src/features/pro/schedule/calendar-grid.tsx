import { useEffect, useMemo, useRef } from 'react';
import { longestSessionMinutes } from '../../../../sync/collections/appointment.ts';
import { longestBlockMinutes } from '../../../../sync/collections/blocked-interval.ts';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { deviceManner } from '../../../lib/device-manner.ts';
import { zoneIfElsewhere } from '../../../lib/device-elsewhere.ts';
import { useSub } from '../../../lib/client-context.ts';
import { dateIn, minuteOfDay, weekdayShort } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { shortNames } from '../../../model/people/clinicians.ts';
import type { ShownBusy } from '../../../model/sessions/use-busy-shown.ts';
import { useOwnBlocks } from '../../../model/sessions/use-blocks.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { useSessionTypes } from '../../../model/sessions/use-session-types.ts';
import type { Schedule } from '../../../model/sessions/use-schedule.ts';
import { classes } from '../../../ui/classes.ts';
import { cssVars } from '../../../ui/css-vars.ts';
import { LightLink } from '../../../ui/light-link.tsx';
import { useCalendarActs } from './calendar-acts.ts';
import { dayLanes } from './day-lanes.ts';
import { useGridAvailability } from './grid-availability.tsx';
import { BlockedTime, GridBlock, hoursLong } from './grid-block.tsx';
import { ColleagueTime } from './grid-colleague.tsx';
import { GridCursor, type CursorHandle } from './grid-cursor.tsx';
import { DeviceHours, GridHours } from './grid-hours.tsx';
import { cliniciansOf, GridLegend } from './grid-legend.tsx';
import { spanOf, timeOfSpan, type GridPlace, type GridSpan } from './grid-moves.ts';
import { GridOutline, type GridFrame } from './grid-outline.ts';
import { columnWidth, hoursShown, minutesOfDay } from './grid-shape.ts';
import { useScheduleLinks } from './schedule-address.ts';
import { usualMinutes } from './session-form.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { usePlace } from './use-place.ts';
import type { ScheduleView } from './views.ts';
import styles from './week.module.css';

export interface DaysContentProps {
  readonly schedule: Schedule;
  readonly sessions: readonly Session[];
  /** Of colleagues whose calendar is shown: what takes their time beside these sessions. */
  readonly others: readonly ShownBusy[];
  readonly dates: readonly string[];
  readonly today: string;
  readonly view: ScheduleView;
  readonly openId: string | undefined;
}

/**
 * Days side by side with the hours at their side; sessions that overlap stand beside each other, of a shared week with whose they are.
 * What lies there is drawn out, moved and resized, by pointer and by keys.
 */
export function CalendarGrid({ schedule, sessions, others, dates, today, view, openId }: DaysContentProps) {
  const now = useNow();
  const owner = useSub();
  const { zone } = schedule;
  const { book } = useCalendarActs();
  const links = useScheduleLinks();
  const gridRef = useRef<HTMLDivElement>(null);
  const outlineBox = useRef<HTMLDivElement>(null);
  const liveBox = useRef<HTMLOutputElement>(null);
  const outlineRef = useRef<GridOutline | null>(null);
  const cursorRef = useRef<CursorHandle>(null);
  const blocks = useOwnBlocks(dates[0] ?? today, dates.length);
  const { placeSession, placeBlock } = usePlace(schedule, blocks);

  // What was chosen may have lain at the edge that gave way for it.
  useEffect(() => {
    if (openId !== undefined)
      gridRef.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [openId]);

  const own = useGridAvailability({ dates, zone, isShared: schedule.isShared });
  const { first, last } = own.widened(hoursShown(sessions, zone));
  const shownDates = dates.join(' ');
  const frame = useMemo<GridFrame>(
    () => ({ dates: shownDates.split(' '), firstHour: first, lastHour: last }),
    [shownDates, first, last],
  );
  useEffect(() => {
    const [box, live] = [outlineBox.current, liveBox.current];
    if (box && live) outlineRef.current = new GridOutline(box, live, frame);
  }, [frame]);

  const find = (id: string) => {
    const session = sessions.find((one) => one.id === id);
    const block = blocks.find((one) => one.id === id);
    const found = session ?? block;
    if (!found) return null;
    return {
      span: spanOf(found.body, zone),
      stamp: found.stamps['start'] ?? '',
      longest: session ? longestSessionMinutes : longestBlockMinutes,
      isMovable: session ? book !== null && isMovable(schedule, session) : isOneDay(found.body, zone),
    };
  };
  const onPlaced = (id: string, span: GridSpan, stamp: string): void => {
    const session = sessions.find((one) => one.id === id);
    const block = blocks.find((one) => one.id === id);
    if (session) void placeSession(session, span, stamp);
    else if (block) void placeBlock(block, span, stamp);
  };
  const at = (place: GridPlace) => {
    const found = sessions.find((one) => holds(spanOf(one.body, zone), place));
    const isAt = (one: { readonly body: { readonly start: string; readonly end: string } }): boolean => {
      const minutes = minutesOfDay(one.body, place.date, zone);
      return minutes !== null && minutes.from <= place.minute && place.minute < minutes.to;
    };
    const told = others
      .filter(isAt)
      .map(({ body }) => `${body.clinician_name} ${body.blocked ? 'blocked' : 'busy'}`)
      .join(', ');
    const element = found ? gridRef.current?.querySelector<HTMLElement>(`[data-placed="${found.id}"]`) : null;
    return {
      words: found ? schedule.nameOf(found) : blocks.some(isAt) ? 'blocked' : told === '' ? 'free' : told,
      focus: element ? () => element.focus() : null,
    };
  };
  const keys = useGridKeys({ frame, gridRef, outlineRef, cursorRef, find, onPlaced });
  useGridPointer(gridRef, outlineRef, {
    frame,
    hand: {
      take: find,
      onPlaced,
      onDrawn: book && ((span) => book({ ...span, minutes: timeOfSpan(span, zone, zone)?.minutes ?? span.minutes })),
      onTouched: (place) => cursorRef.current?.goTo(place),
      usualMinutes: useSessionTypes(owner)?.[0]?.body.minutes ?? usualMinutes,
    },
  });

  const hours = Array.from({ length: last - first }, (_, index) => first + index);
  const topOf = (minute: number): string => hoursLong((minute - first * 60) / 60);
  const minute = minuteOfDay(now, zone);
  const nowMinute = dates.includes(today) && minute >= first * 60 && minute < last * 60 ? minute : null;
  const order = (schedule.clinicians?.all ?? []).map(({ id }) => id);
  /** The part of it that lies in the hours that are shown; null: none. */
  const shownOf = (interval: { readonly start: string; readonly end: string }, date: string) => {
    const taken = minutesOfDay(interval, date, zone);
    const from = Math.max(first * 60, taken?.from ?? 0);
    const to = Math.min(last * 60, taken?.to ?? 0);
    return to <= from ? null : { top: topOf(from), minutes: to - from };
  };
  const days = dates.map((date) => {
    const ofDay = sessions.filter((one) => dateIn(one.body.start, zone) === date);
    const ofOthers = others.flatMap((busy) => {
      const shown = shownOf(busy.body, date);
      return shown ? [{ busy, ...shown }] : [];
    });
    const lanes = dayLanes([...ofDay, ...ofOthers.map(({ busy }) => busy)], order);
    return { date, ofDay, ofOthers, lanes };
  });
  const whose = schedule.isShared ? cliniciansOf(schedule, [...sessions, ...others]) : [];
  const short = shortNames(whose);
  const columns = schedule.isShared
    ? days.map(({ ofDay, ofOthers, lanes }) => columnWidth([...ofDay, ...ofOthers], lanes)).join(' ')
    : `repeat(${dates.length}, minmax(0, 1fr))`;
  const isElsewhere = zoneIfElsewhere(zone, now) !== null;

  return (
    <div className={styles.week}>
      {own.legend}
      {whose.length > 1 ? <GridLegend clinicians={whose} short={short} /> : null}
      <div className={styles.scroll}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens for what lies in it */}
        <div
          ref={gridRef}
          className={styles.grid}
          data-grid
          data-hours={deviceManner().hours}
          data-shared={schedule.isShared ? '' : undefined}
          data-elsewhere={isElsewhere ? '' : undefined}
          style={cssVars({ '--columns': columns, '--hours': hours.length, '--first-hour': first })}
          {...keys}
        >
          {sessions.length === 0 ? (
            <p className={styles.none}>{dates.length === 1 ? 'No sessions this day' : 'No sessions this week'}</p>
          ) : null}
          {isElsewhere ? <DeviceHours first={first} hours={hours} zone={zone} date={dates[0] ?? today} /> : null}
          <GridHours first={first} hours={hours} zone={zone} nowMinute={nowMinute} now={now} />
          {days.map(({ date, ofDay, ofOthers, lanes }) => (
            <section
              key={date}
              className={classes(styles.day, date === today && styles.today)}
              aria-label={weekdayShort(date)}
            >
              <h2 className={styles.dayHead}>
                <LightLink {...links.ofDays({ date, view: 'day' })} className={styles.dayLink}>
                  <span>{weekdayShort(date)}</span>
                  <span className={styles.dayNumber}>{Number(date.slice(8))}</span>
                </LightLink>
              </h2>
              <div className={styles.column} data-column={date}>
                {own.bandsIn(date, [...ofDay, ...blocks], { first, last })}
                {date === today && nowMinute !== null ? (
                  <span className={styles.now} style={{ insetBlockStart: topOf(nowMinute) }} aria-hidden />
                ) : null}
                {blocks.map((block) => {
                  const shown = shownOf(block.body, date);
                  return (
                    shown && (
                      <BlockedTime
                        key={block.id}
                        {...{ block, zone, date, view, ...shown }}
                        open={block.id === openId}
                      />
                    )
                  );
                })}
                {ofOthers.map(({ busy, ...shown }) => (
                  <ColleagueTime
                    key={busy.id}
                    {...{ busy, zone, ...shown }}
                    lane={lanes.get(busy.id) ?? { index: 0, of: 1 }}
                    short={short.get(busy.body.clinician) ?? ''}
                  />
                ))}
                {ofDay.map((session) => (
                  <GridBlock
                    key={session.id}
                    {...{ session, schedule, now, date, view, links }}
                    open={session.id === openId}
                    whose={schedule.isShared ? (short.get(session.body.clinician) ?? '') : null}
                    lane={lanes.get(session.id) ?? { index: 0, of: 1 }}
                    top={topOf(minuteOfDay(session.body.start, zone))}
                    isMovable={book !== null && isMovable(schedule, session)}
                  />
                ))}
              </div>
            </section>
          ))}
          <div className={styles.overlay}>
            <GridCursor
              ref={cursorRef}
              frame={frame}
              start={{ date: dates.includes(today) ? today : (dates[0] ?? today), minute: nowMinute ?? 9 * 60 }}
              at={at}
              onBegin={book}
            />
            <div ref={outlineBox} className={styles.outline} data-outline aria-hidden hidden />
          </div>
        </div>
      </div>
      <output ref={liveBox} className="visually-hidden" />
      {own.sheet}
    </div>
  );
}

function holds({ date, minute, minutes }: GridSpan, place: GridPlace): boolean {
  return date === place.date && minute <= place.minute && place.minute < minute + minutes;
}

/** Whether a session can be put elsewhere: not one that was cancelled, that is a sample, or whose note is signed. */
function isMovable(schedule: Schedule, session: Session): boolean {
  const { status, sample } = session.body;
  return !statusFlags(status).cancelled && sample === undefined && !schedule.noteOf(session)?.body.signed;
}

/** What lies over midnight is changed in its sheet. */
function isOneDay({ start, end }: { readonly start: string; readonly end: string }, zone: string): boolean {
  return dateIn(start, zone) === dateIn(new Date(Date.parse(end) - 1).toISOString(), zone);
}

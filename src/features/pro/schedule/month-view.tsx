import { Link } from '@tanstack/react-router';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { clockTime, dateIn, fullDate, weekdayName } from '../../../lib/time.ts';
import { usePhone } from '../../../lib/use-layout.ts';
import { standing } from '../../../model/sessions/session-count.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { useSchedule, type Schedule } from '../../../model/sessions/use-schedule.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isSameMonth, monthWeeks } from './month-grid.ts';
import { ShownBar } from './shown-bar.tsx';
import styles from './month.module.css';

export interface MonthViewProps {
  readonly date: string;
  readonly today: string;
  /** The day that is looked at beside it. */
  readonly preview: string | null;
  readonly openId: string | undefined;
}

const shownAtOnce = 3;

/** A month: each day with its first sessions, and how many more there are. */
export function MonthView({ date, today, preview, openId }: MonthViewProps) {
  const weeks = monthWeeks(date);
  const schedule = useSchedule(weeks[0]?.[0] ?? date, weeks.length * 7);
  const phone = usePhone();
  const { sessions, zone } = schedule;
  const byDay = new Map<string, Session[]>();
  for (const session of sessions ?? []) {
    const day = dateIn(session.body.start, zone);
    byDay.set(day, [...(byDay.get(day) ?? []), session]);
  }
  return (
    <>
      <ShownBar schedule={schedule} />
      {sessions === null ? (
        <Skeleton lines={8} label="Opening the month" />
      ) : (
        <table className={styles.month}>
          <thead>
            <tr>
              {weeks[0]?.map((day) => (
                <th key={day} scope="col" abbr={weekdayName(day)}>
                  {weekdayName(day).slice(0, phone ? 1 : 3)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <MonthDay
                    key={day}
                    {...{ day, today, schedule, openId, phone }}
                    sessions={byDay.get(day) ?? []}
                    isOutside={!isSameMonth(day, date)}
                    isOpen={day === preview}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface MonthDayProps {
  readonly day: string;
  readonly today: string;
  readonly sessions: readonly Session[];
  readonly schedule: Schedule;
  readonly isOutside: boolean;
  readonly isOpen: boolean;
  readonly openId: string | undefined;
  readonly phone: boolean;
}

function MonthDay({ day, today, sessions, schedule, isOutside, isOpen, openId, phone }: MonthDayProps) {
  const count = standing(sessions).length;
  const words = count === 0 ? 'no sessions' : count === 1 ? '1 session' : `${count} sessions`;
  const rest = sessions.length - shownAtOnce;
  return (
    <td
      className={styles.day}
      data-today={day === today ? '' : undefined}
      data-outside={isOutside ? '' : undefined}
      data-open={isOpen ? '' : undefined}
    >
      <Link
        to="/pro-dashboard/schedule/day-preview"
        search={{ date: day, view: 'month' }}
        resetScroll={false}
        className={styles.number}
        aria-label={`${fullDate(day)}, ${words}`}
        aria-current={day === today ? 'date' : undefined}
      >
        <span className={styles.numeral}>{Number(day.slice(8))}</span>
        {phone && count > 0 ? (
          <span className={styles.count} aria-hidden>
            {count}
          </span>
        ) : null}
      </Link>
      {phone ? null : (
        <ul className={styles.sessions}>
          {sessions.slice(0, shownAtOnce).map((session) => (
            <li key={session.id}>
              <Link
                to="/pro-dashboard/schedule/$appointmentId"
                params={{ appointmentId: session.id }}
                search={{ date: day, view: 'month' }}
                resetScroll={false}
                className={styles.session}
                data-session-link
                data-cancelled={statusFlags(session.body.status).cancelled ? '' : undefined}
                data-open={session.id === openId ? '' : undefined}
              >
                <span className={styles.time}>{clockTime(session.body.start, schedule.zone)}</span>{' '}
                <PersonName name={schedule.nameOf(session)} />
                {statusFlags(session.body.status).cancelled ? (
                  <span className="visually-hidden">, cancelled</span>
                ) : null}
              </Link>
            </li>
          ))}
          {rest > 0 ? (
            <li>
              <Link to="/pro-dashboard/schedule" search={{ date: day, view: 'day' }} className={styles.more}>
                +{rest} more<span className="visually-hidden"> on {fullDate(day)}</span>
              </Link>
            </li>
          ) : null}
        </ul>
      )}
    </td>
  );
}

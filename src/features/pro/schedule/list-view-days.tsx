import { deviceManner } from '../../../lib/device-manner.ts';
import { dateIn, longDay } from '../../../lib/time.ts';
import type { NamedSession } from '../../../model/sessions/use-named-sessions.ts';
import { classes } from '../../../ui/classes.ts';
import { SessionRow } from './session-row.tsx';
import agenda from './day-agenda.module.css';
import styles from './list-view.module.css';
import week from './week.module.css';

/** What the list shows: from which day on, and which session is open beside it. */
export interface ListViewPlace {
  /** A session that was opened leads back to these days. */
  readonly first: string;
  readonly today: string;
  readonly openId: string | undefined;
}

interface ListViewDaysProps extends ListViewPlace {
  /** By their start. */
  readonly sessions: readonly NamedSession[];
  readonly zone: string;
  readonly now: string;
}

/** Sessions below their days; days without any are left out. */
export function ListViewDays({ sessions, zone, now, today, first, openId }: ListViewDaysProps) {
  const days = new Map<string, NamedSession[]>();
  for (const one of sessions) {
    const date = dateIn(one.session.body.start, zone);
    days.set(date, [...(days.get(date) ?? []), one]);
  }
  return (
    <div className={week.list}>
      {[...days].map(([date, ofDay]) => (
        <section key={date} className={classes(week.listDay, styles.day)} data-list-day={date}>
          <h2 className={classes(week.listHead, date === today && week.listToday)}>
            {date === today ? 'Today' : longDay(date, today)}
          </h2>
          <ol className={agenda.agenda} data-hours={deviceManner().hours}>
            {ofDay.map(({ session, name, note }) => (
              <SessionRow
                key={session.id}
                {...{ session, name, note, zone, now }}
                when={session.body.end <= now ? 'past' : 'later'}
                date={first}
                view="list"
                open={session.id === openId}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

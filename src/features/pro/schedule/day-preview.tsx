import { Link, useSearch } from '@tanstack/react-router';
import { ArrowRight, X } from 'lucide-react';
import { clockSpan, dateIn, longDay } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useUpTo } from '../../../lib/use-layout.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useOwnBlocks } from '../../../model/sessions/use-blocks.ts';
import { sessionState } from '../../../model/sessions/session-words.ts';
import { useSchedule } from '../../../model/sessions/use-schedule.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { BlockRow } from './block-row.tsx';
import { useCalendarActs } from './calendar-acts.ts';
import detail from './session-detail.module.css';
import styles from './day-preview.module.css';

/** [S-029] A day beside the month: all that is in it, and the ways on. */
export function DayPreview() {
  const { zone } = useMe();
  const now = useNow();
  const today = dateIn(now, zone);
  const { date = today, view = 'month' } = useSearch({ from: '/pro-dashboard/schedule' });
  const schedule = useSchedule(date, 1);
  const blocks = useOwnBlocks(date, 1);
  const { book } = useCalendarActs();
  const Name = useUpTo('desk') ? 'h1' : 'h2';
  const sessions = schedule.sessions ?? [];
  return (
    <article className={detail.detail} aria-label="Day">
      <header className={detail.head}>
        <Name className={detail.name}>{longDay(date, today)}</Name>
        <Link
          to="/pro-dashboard/schedule"
          search={{ date, view }}
          className={detail.close}
          aria-label="Close day"
          resetScroll={false}
        >
          <X size={18} aria-hidden />
        </Link>
      </header>
      {blocks.map((block) => (
        <BlockRow key={block.id} {...{ block, date, zone, view }} open={false} />
      ))}
      {schedule.sessions !== null && sessions.length === 0 ? (
        <p className={detail.soft}>No sessions this day.</p>
      ) : null}
      <ul className={styles.rows}>
        {sessions.map((session) => {
          const state = sessionState(session.body, now);
          return (
            <li key={session.id}>
              <Link
                to="/pro-dashboard/schedule/$appointmentId"
                params={{ appointmentId: session.id }}
                search={{ date, view }}
                resetScroll={false}
                className={styles.row}
                data-session-link
              >
                <span className={styles.time}>{clockSpan(session.body, zone)}</span>
                <span className={styles.name}>
                  <PersonName name={schedule.nameOf(session)} />
                </span>
                {state ? (
                  <StatusWord tone={state.tone} icon={state.icon}>
                    {state.word}
                  </StatusWord>
                ) : null}
              </Link>
            </li>
          );
        })}
      </ul>
      {book ? <Button onClick={() => book({ date })}>New session this day</Button> : null}
      <Link to="/pro-dashboard/schedule" search={{ date, view: 'day' }} className={buttonClass('quiet')}>
        Open the day
        <ArrowRight size={16} aria-hidden />
      </Link>
    </article>
  );
}

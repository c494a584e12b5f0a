import { Link, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Repeat } from 'lucide-react';
import { dateIn, shortDay } from '../../../lib/time.ts';
import { neighbours, seriesWords } from '../../../model/sessions/series-words.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { useSeries } from '../../../model/sessions/use-series.ts';
import styles from './series-line.module.css';

interface SeriesLineProps {
  readonly session: Session;
  readonly zone: string;
  readonly now: string;
}

/** [S-036] How a session repeats and which of its series it is, with the one before and the one after; nothing of one that does not. */
export function SeriesLine({ session, zone, now }: SeriesLineProps) {
  const found = useSeries(session);
  const search = useSearch({ from: '/pro-dashboard/schedule' });
  if (!found) return null;
  const { before, after } = neighbours(session, found.sessions);
  const today = dateIn(now, zone);
  const to = (one: Session, way: 'Previous' | 'Next') => (
    <Link
      to="/pro-dashboard/schedule/$appointmentId"
      params={{ appointmentId: one.id }}
      search={{ ...search, date: dateIn(one.body.start, zone) }}
      className={styles.step}
      aria-label={`${way} of the series, ${shortDay(dateIn(one.body.start, zone), today)}`}
      resetScroll={false}
    >
      {way === 'Previous' ? <ChevronLeft size={16} aria-hidden /> : null}
      {shortDay(dateIn(one.body.start, zone), today)}
      {way === 'Next' ? <ChevronRight size={16} aria-hidden /> : null}
    </Link>
  );
  return (
    <div className={styles.series}>
      <p className={styles.words}>
        <Repeat size={15} aria-hidden className={styles.icon} />
        <span>{seriesWords(session, found.series.body, found.sessions)}</span>
      </p>
      {before || after ? (
        <nav className={styles.steps} aria-label="Series">
          {before ? to(before, 'Previous') : <span />}
          {after ? to(after, 'Next') : null}
        </nav>
      ) : null}
    </div>
  );
}

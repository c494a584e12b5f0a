import { Link, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { addDays, dateIn, fullDate, mondayOf, monthYear } from '../../../lib/time.ts';
import { useWorkKind } from '../../../model/people/use-work-kind.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useNow } from '../../../lib/use-now.ts';
import { IconButton } from '../../../ui/button.tsx';
import { OwedNotes } from './owed-notes.tsx';
import styles from './schedule-aside.module.css';

/** Beside the day while nothing is chosen: a month to leaf through, and the notes that are owed. */
export function ScheduleAside() {
  const { zone } = useMe();
  const kind = useWorkKind();
  const today = dateIn(useNow(), zone);
  const { date = today } = useSearch({ from: '/pro-dashboard/schedule' });
  return (
    <div className={styles.aside}>
      <Month key={date.slice(0, 7)} date={date} today={today} />
      {kind === 'clinician' ? <OwedNotes zone={zone} today={today} /> : null}
    </div>
  );
}

function Month({ date, today }: { readonly date: string; readonly today: string }) {
  const [shown, setShown] = useState(`${date.slice(0, 7)}-01`);
  const first = mondayOf(shown);
  const days = Array.from({ length: 42 }, (_, index) => addDays(first, index));
  const step = (days: number) => setShown(`${addDays(shown, days).slice(0, 7)}-01`);
  return (
    <section aria-label="Month" className={styles.month}>
      <header className={styles.monthHead}>
        <h2>{monthYear(shown)}</h2>
        <div>
          <IconButton label="Previous month" icon={<ChevronLeft size={17} aria-hidden />} onClick={() => step(-1)} />
          <IconButton label="Next month" icon={<ChevronRight size={17} aria-hidden />} onClick={() => step(32)} />
        </div>
      </header>
      <div className={styles.days}>
        {['M', 'T', 'W', 'T', 'F', 'S', 'S'].map((letter, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- seven letters that never move
          <span key={index} className={styles.letter} aria-hidden>
            {letter}
          </span>
        ))}
        {days.map((day) => (
          <Link
            key={day}
            to="/pro-dashboard/schedule"
            search={{ date: day }}
            aria-label={fullDate(day)}
            aria-current={day === date ? 'date' : undefined}
            className={styles.day}
            data-today={day === today ? '' : undefined}
            data-outside={day.slice(0, 7) === shown.slice(0, 7) ? undefined : ''}
          >
            {Number(day.slice(8))}
          </Link>
        ))}
      </div>
    </section>
  );
}

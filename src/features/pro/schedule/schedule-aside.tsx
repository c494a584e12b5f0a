import { useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Beside } from '../../../lib/beside.tsx';
import { addDays, dateIn, datesFrom, fullDate, mondayOf, monthYear } from '../../../lib/time.ts';
import { useWorkKind } from '../../../model/people/use-work-kind.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useNow } from '../../../lib/use-now.ts';
import { IconButton } from '../../../ui/button.tsx';
import { LightLink } from '../../../ui/light-link.tsx';
import { AskedOfMe } from '../../../model/sessions/asked-of-me.tsx';
import { counted } from '../../../model/sessions/session-count.ts';
import { useCalendar } from '../../../model/sessions/use-own-sessions.ts';
import { UnplacedSessions } from '../../../model/sessions/unplaced-sessions.tsx';
import { OwedNotes } from './owed-notes.tsx';
import { useScheduleLinks } from './schedule-address.ts';
import type { ScheduleView } from './views.ts';
import styles from './schedule-aside.module.css';

/** Beside the day while nothing is chosen: a month to leaf through, and the notes that are owed. */
export function ScheduleAside() {
  const { zone } = useMe();
  const kind = useWorkKind();
  const today = dateIn(useNow(), zone);
  const { date = today, view } = useSearch({ from: '/pro-dashboard/schedule' });
  return (
    <Beside>
      <div className={styles.aside}>
        <Month {...{ date, today, view, zone }} />
        {kind === 'clinician' ? <AskedOfMe /> : null}
        {kind === 'clinician' || kind === 'desk' ? <UnplacedSessions /> : null}
        {kind === 'clinician' ? <OwedNotes zone={zone} today={today} /> : null}
      </div>
    </Beside>
  );
}

interface MonthProps {
  readonly date: string;
  readonly today: string;
  readonly view: ScheduleView | undefined;
  readonly zone: string;
}

const shownDays = 42;

/** A month to leaf through; a day with sessions has a dot, and says how many. */
function Month({ date, today, view, zone }: MonthProps) {
  const own = `${date.slice(0, 7)}-01`;
  const [leafed, setLeafed] = useState({ from: own, shown: own });
  // Another month that is looked at is shown; until then whatever was leafed to.
  if (leafed.from !== own) setLeafed({ from: own, shown: own });
  const shown = leafed.from === own ? leafed.shown : own;
  const first = mondayOf(shown);
  const links = useScheduleLinks();
  const { sessions } = useCalendar(first, shownDays);
  const counts = new Map<string, number>();
  for (const { body } of sessions.loading ? [] : counted(sessions.value)) {
    const day = dateIn(body.start, zone);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const step = (days: number) => setLeafed({ from: own, shown: `${addDays(shown, days).slice(0, 7)}-01` });
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
        {datesFrom(first, shownDays).map((day) => (
          <LightLink
            key={day}
            {...links.ofDays({ date: day, view })}
            aria-label={`${fullDate(day)}${countedWords(counts.get(day) ?? 0)}`}
            data-busy={counts.has(day) ? '' : undefined}
            aria-current={day === date ? 'date' : undefined}
            className={styles.day}
            data-today={day === today ? '' : undefined}
            data-outside={day.slice(0, 7) === shown.slice(0, 7) ? undefined : ''}
          >
            {Number(day.slice(8))}
          </LightLink>
        ))}
      </div>
    </section>
  );
}

function countedWords(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ', 1 session' : `, ${count} sessions`;
}

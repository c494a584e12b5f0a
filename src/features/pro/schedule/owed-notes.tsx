import { Link } from '@tanstack/react-router';
import { OwedList } from '../../../model/notes/owed-list.tsx';
import { useOwed } from '../../../model/notes/use-owed.ts';
import styles from './schedule-aside.module.css';

const shownAtOnce = 6;

/** What is owed, beside the day: oldest session first, not begun and not signed alike. */
export function OwedNotes({ zone, today }: { readonly zone: string; readonly today: string }) {
  const { notes, total } = useOwed(shownAtOnce);
  if (notes === null) return null;
  return (
    <section aria-label="Notes to finish">
      <h2>
        Notes to finish
        {total > 0 ? <span className={styles.count}>{total}</span> : null}
      </h2>
      {total === 0 ? <p className={styles.none}>Every note is written and signed.</p> : null}
      <OwedList
        notes={notes}
        zone={zone}
        today={today}
        looks={{ list: styles.list, row: styles.item, name: styles.itemName, when: styles.itemWhen }}
      />
      {total > shownAtOnce ? (
        <p className={styles.more}>
          <Link to="/pro-dashboard/homepage">All {total} are on the home page</Link>
        </p>
      ) : null}
    </section>
  );
}

import { useState } from 'react';
import { OwedList } from '../../../model/notes/owed-list.tsx';
import { useOwed } from '../../../model/notes/use-owed.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './pro-home.module.css';

const shownAtOnce = 5;

/** Every note that is owed, oldest first, and how many they are: not begun and not signed alike. */
export function NotesToFinish({ zone, today }: { readonly zone: string; readonly today: string }) {
  const [isWhole, setWhole] = useState(false);
  const { notes, total } = useOwed(isWhole ? Infinity : shownAtOnce);
  if (notes === null) return null;
  return (
    <section className={styles.finish} aria-label="Notes to finish">
      <h2>
        Notes to finish
        {total > 0 ? <span className={styles.count}>{total}</span> : null}
      </h2>
      {total === 0 ? <p className={styles.soft}>Every note is written and signed.</p> : null}
      <OwedList
        notes={notes}
        zone={zone}
        today={today}
        looks={{ list: styles.list, row: styles.finishRow, name: styles.name, when: styles.finishWhen }}
      />
      {total > notes.length ? (
        <Button tone="quiet" className={styles.all} onClick={() => setWhole(true)}>
          Show all {total}
        </Button>
      ) : null}
    </section>
  );
}

import { Link } from '@tanstack/react-router';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import { useRange } from '../../../lib/use-records.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { buttonClass } from '../../../ui/button.tsx';
import styles from './pro-home.module.css';

/** To whom has no client yet: where the week with the made-up one is, and what comes first. */
export function FirstSteps() {
  const { practiceId } = useMe();
  // One may be the sample: the second says that there are others.
  const cards = useRange(
    practiceId === '' ? null : { collection: 'client_card', index: 'practice', ...prefixRange(practiceId), limit: 2 },
  );
  if (cards.loading || cards.value.some(({ body }) => body.sample === undefined)) return null;
  const hasSample = cards.value.some(({ body }) => body.sample === 'shown');
  return (
    <section className={styles.next} aria-label="First steps">
      <h2>A good place to begin</h2>
      <p className={styles.soft}>
        {hasSample
          ? 'A made-up client stands in your week, with three sessions and two notes: look around in it, it counts nowhere. Your first real client is two minutes away.'
          : 'Your first client is two minutes away. Sessions and notes begin there.'}
      </p>
      <div className={styles.actions}>
        <Link to="/pro-dashboard/patient-charts/new" className={buttonClass('primary')}>
          Add your first client
        </Link>
        <Link to="/pro-dashboard/schedule" search={{ view: 'week' }} className={buttonClass()}>
          Look at your week
        </Link>
        <Link to="/pro-dashboard/settings/session-types" className={buttonClass()}>
          Say what you offer
        </Link>
      </div>
    </section>
  );
}

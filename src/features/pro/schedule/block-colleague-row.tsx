import { Ban } from 'lucide-react';
import { useBusyAsOf } from '../../../model/sessions/use-busy-as-of.ts';
import type { ShownBusy } from '../../../model/sessions/use-busy-shown.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import { timesOfDay } from './grid-shape.ts';
import styles from './block-row.module.css';

interface ColleagueRowProps {
  readonly busy: ShownBusy;
  readonly date: string;
  readonly zone: string;
}

/** A colleague's time that is taken, in a list of a day: whose it is, never why. It leads nowhere. */
export function ColleagueRow({ busy, date, zone }: ColleagueRowProps) {
  const asOf = useBusyAsOf();
  const times = timesOfDay(busy.body, date, zone);
  if (times === null) return null;
  return (
    <p className={styles.row} data-colleague={busy.id}>
      <span className={styles.words}>
        <Ban size={14} aria-hidden />
        <b>{times}</b> {busy.body.blocked ? 'Blocked' : 'Busy'}: <PersonName name={busy.body.clinician_name} />
        {asOf === '' ? null : <span> ({asOf})</span>}
      </span>
    </p>
  );
}

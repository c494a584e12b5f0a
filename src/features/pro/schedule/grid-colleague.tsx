import { Ban } from 'lucide-react';
import { clockSpan } from '../../../lib/time.ts';
import { useBusyAsOf } from '../../../model/sessions/use-busy-as-of.ts';
import type { ShownBusy } from '../../../model/sessions/use-busy-shown.ts';
import { cssVars } from '../../../ui/css-vars.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import type { Lane } from './day-lanes.ts';
import { hoursLong } from './grid-block.tsx';
import own from './grid-colleague.module.css';
import styles from './week.module.css';

interface ColleagueTimeProps {
  readonly busy: ShownBusy;
  readonly zone: string;
  readonly top: string;
  readonly minutes: number;
  readonly lane: Lane;
  /** Whose it is, in a few letters. */
  readonly short: string;
}

/** A colleague's time that is taken, on the grid: whose it is, never why. It is beside the sessions, leads nowhere and cannot be moved. */
export function ColleagueTime({ busy, zone, top, minutes, lane, short }: ColleagueTimeProps) {
  const asOf = useBusyAsOf();
  const { blocked, clinician_name: name } = busy.body;
  return (
    <p
      className={own.colleague}
      data-colleague={busy.id}
      style={{
        ...cssVars({ '--lane': lane.index, '--lanes': lane.of }),
        insetBlockStart: top,
        blockSize: hoursLong(minutes / 60),
      }}
    >
      <span className={styles.blockedWords}>
        <Ban size={12} aria-hidden />
        <span>
          {blocked ? 'Blocked' : 'Busy'}
          <span className={styles.whole}>
            : <PersonName name={name} />
          </span>
          <span className={styles.short} aria-hidden>
            {' '}
            {short}
          </span>
          <span className="visually-hidden"> {clockSpan(busy.body, zone).replace('–', ' to ')}</span>
          {asOf === '' ? null : ` (${asOf})`}
        </span>
      </span>
    </p>
  );
}

import { useState } from 'react';
import type { PendingChange } from '../../../sync/client/api.ts';
import type { Instant } from '../../../sync/core/record.ts';
import { recently } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeParts } from './change-parts.tsx';
import { AboutSession } from './about-session.tsx';
import { appointmentOf, changeName, changeParts } from './change-words.ts';
import { exportChange } from './export-change.ts';
import styles from './sync-page.module.css';

const stateWords: Record<PendingChange['state'], string> = {
  waiting: 'waiting',
  sent: 'not confirmed yet',
  unreadable: 'can no longer be read on this device',
};

interface PendingItemProps {
  readonly change: PendingChange;
  readonly zone: string;
  readonly now: Instant;
}

/** A change on its way. One's own words can always be read and taken out, whatever else is closed on this device. */
export function PendingItem({ change, zone, now }: PendingItemProps) {
  const [isOpen, setOpen] = useState(false);
  const appointmentId = appointmentOf(change);
  const fields = change.name === 'note.edit' ? changeParts(change).map((part) => part.label) : [];
  const isReadable = change.state !== 'unreadable';
  const when = change.at === '' ? '' : `, ${recently(change.at, zone, now)}`;
  return (
    <li>
      <div className={styles.item}>
        <span>{[changeName(change.name), ...fields].join(': ')}</span>
        <span className={styles.soft}>
          {stateWords[change.state]}
          {when}
        </span>
        {isReadable ? (
          <Button tone="quiet" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        ) : null}
      </div>
      {appointmentId ? <AboutSession appointmentId={appointmentId} zone={zone} now={now} /> : null}
      {isOpen ? (
        <div className={styles.opened}>
          <ChangeParts change={change} />
          <Button onClick={() => exportChange(change)}>Export</Button>
        </div>
      ) : null}
    </li>
  );
}

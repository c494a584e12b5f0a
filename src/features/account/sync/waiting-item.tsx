import { useState } from 'react';
import type { PendingChange } from '../../../../sync/client/api.ts';
import type { Instant } from '../../../../sync/core/record.ts';
import { recently } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangeParts } from './change-parts.tsx';
import { AboutSession } from './about-session.tsx';
import { appointmentOf, changeName } from './change-words.ts';
import { exportChange } from './export-change.ts';
import { thingName, thingState, type WaitingThing } from './waiting-thing.ts';
import styles from './sync-page.module.css';

const stateWords: Record<PendingChange['state'], string> = {
  waiting: 'waiting',
  sent: 'not confirmed yet',
  unreadable: 'can no longer be read on this device',
};

interface WaitingItemProps {
  readonly thing: WaitingThing;
  readonly zone: string;
  readonly now: Instant;
}

/** A thing on its way. One's own words can always be read and taken out, whatever else is closed on this device. */
export function WaitingItem({ thing, zone, now }: WaitingItemProps) {
  const [isOpen, setOpen] = useState(false);
  const { changes } = thing;
  const appointmentId = changes.map(appointmentOf).find((id) => id !== null) ?? null;
  const readable = changes.filter(({ state }) => state !== 'unreadable');
  const lost = changes.length - readable.length;
  const newest =
    changes
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? '';
  return (
    <li>
      <div className={styles.item}>
        <span>{thingName(thing)}</span>
        <span className={styles.soft}>{stateAndTime(thingState(thing), newest, { zone, now })}</span>
        {readable.length > 0 ? (
          <Button tone="quiet" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        ) : null}
      </div>
      {appointmentId ? <AboutSession appointmentId={appointmentId} zone={zone} now={now} /> : null}
      {lost > 0 && readable.length > 0 ? (
        <p className={styles.soft}>
          {lost === 1 ? 'One change of it' : `${lost} changes of it`} can no longer be read on this device.
        </p>
      ) : null}
      {isOpen
        ? readable.map((change) => (
            <div key={change.uid} className={styles.opened}>
              {readable.length > 1 ? (
                <p className={styles.soft}>
                  {changeName(change.name)}, {stateAndTime(change.state, change.at, { zone, now })}
                </p>
              ) : null}
              <ChangeParts change={change} />
              <Button onClick={() => exportChange(change)}>Export</Button>
            </div>
          ))
        : null}
    </li>
  );
}

function stateAndTime(
  state: PendingChange['state'],
  at: string,
  { zone, now }: Pick<WaitingItemProps, 'zone' | 'now'>,
): string {
  return at === '' ? stateWords[state] : `${stateWords[state]}, ${recently(at, zone, now)}`;
}

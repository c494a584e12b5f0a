import { useId, useState } from 'react';
import type { MutateResult } from '../../../sync/client/api.ts';
import { instantOf } from '../../../sync/core/wall-clock.ts';
import { clockSpan, dateIn, localTimeIn, partsOfLocal, shortDay, zoneName, zonesDiffer } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useMe } from '../people/use-account.ts';
import { nearDays, nearestFreeTimes } from './availability-slots.ts';
import { leaveWords, whyUnplaced } from './unplaced-words.ts';
import styles from './unplaced-sessions.module.css';
import { useAvailability } from './use-availability.ts';
import { lookedThrough, useBusy } from './use-busy.ts';
import type { Unplaced } from './use-unplaced.ts';

interface UnplacedRowProps {
  readonly unplaced: Unplaced;
  readonly now: string;
  readonly onPlace: (local: string, start: string) => Promise<MutateResult>;
  readonly onLeave: () => Promise<MutateResult>;
}

/** One session that needs a time: what was wanted, why it was not to be had, and what can be done. */
export function UnplacedRow({ unplaced, now, onPlace, onLeave }: UnplacedRowProps) {
  const { record, name, session } = unplaced;
  const { body } = record;
  const { clinician, zone, minutes } = body;
  const { sub, zone: own } = useMe();
  const nameId = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const today = dateIn(now, zone);
  // Of a time that has passed, the next free ones from now on.
  const wanted = body.start > now ? body.local_start : localTimeIn(now, zone);
  const { date } = partsOfLocal(wanted);
  const taken = useBusy({ clinician, ...lookedThrough(date, zone), except: { session: session?.id } });
  const said = useAvailability(clinician, { date, days: nearDays, zone });
  const free = taken && nearestFreeTimes({ local_start: wanted, zone, minutes, busy: taken, now, count: 3 }, said);
  async function act(change: () => Promise<MutateResult>): Promise<void> {
    setBusy(true);
    setFailure(null);
    const result = await change();
    setBusy(false);
    if (result.kind !== 'saved') setFailure(result.message);
  }
  return (
    <li className={styles.row} aria-labelledby={nameId}>
      <p>
        <span id={nameId} className={styles.name}>
          <PersonName name={name} />
        </span>{' '}
        <span className={styles.when}>
          {shortDay(dateIn(body.start, zone), today)}, {clockSpan(body, zone)}
          {zonesDiffer(zone, own, body.start) ? ` ${zoneName(zone)}` : ''}
        </span>
      </p>
      <p className={styles.soft}>
        {whyUnplaced(body)}
        {clinician === sub ? null : (
          <>
            {' '}
            With <PersonName name={body.clinician_name} />.
          </>
        )}
        {body.stands && session
          ? ` It is still on ${shortDay(dateIn(session.body.start, zone), today)}, ${clockSpan(session.body, zone)}.`
          : null}
      </p>
      {free === null ? null : free.length > 0 ? (
        <fieldset className={styles.choices}>
          <legend>Nearest free times</legend>
          {free.map((time) => (
            <Button
              key={time.start}
              disabled={busy}
              onClick={() => void act(() => onPlace(time.local_start, time.start))}
            >
              {shortDay(dateIn(time.start, zone), today)}, {clockSpan(time, zone)}
            </Button>
          ))}
        </fieldset>
      ) : (
        <p className={styles.soft}>Nothing is free within two weeks.</p>
      )}
      <div className={styles.choices}>
        <Button tone="quiet" aria-expanded={isTyping} onClick={() => setTyping(!isTyping)}>
          Another time
        </Button>
        <Button tone="quiet" disabled={busy} onClick={() => void act(onLeave)}>
          {leaveWords(body)}
        </Button>
      </div>
      {isTyping ? (
        <OtherTime
          begun={wanted}
          {...{ zone, busy }}
          onTake={(local, start) => void act(() => onPlace(local, start))}
        />
      ) : null}
      {failure === null ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </li>
  );
}

interface OtherTimeProps {
  readonly begun: string;
  readonly zone: string;
  readonly busy: boolean;
  readonly onTake: (local: string, start: string) => void;
}

/** A time that somebody says by themselves. */
function OtherTime({ begun, zone, busy, onTake }: OtherTimeProps) {
  const [local, setLocal] = useState(begun);
  const start = instantOf(local, zone);
  return (
    <div className={styles.other}>
      <TextField
        label="Begins at"
        type="datetime-local"
        autoComplete="off"
        value={local}
        onChange={({ currentTarget }) => setLocal(currentTarget.value)}
      />
      <Button tone="primary" disabled={busy || start === null} onClick={() => start && onTake(local, start)}>
        Book it then
      </Button>
    </div>
  );
}

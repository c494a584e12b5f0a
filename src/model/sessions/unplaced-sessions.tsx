import { useState } from 'react';
import type { MutateResult } from '../../../sync/client/api.ts';
import { useClient, useSub } from '../../lib/client-context.ts';
import { clockSpan, dateIn, shortDay } from '../../lib/time.ts';
import { notTakenWords } from '../../lib/use-change.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { SeriesDone, type SeriesDoneSaid } from './series-done-line.tsx';
import { UnplacedRow } from './unplaced-row.tsx';
import styles from './unplaced-sessions.module.css';
import { useUnplaced, type Unplaced } from './use-unplaced.ts';

const shownAtOnce = 3;

/** [CA-9] Sessions of series that could not be had at their times, each with the nearest free ones; nothing where there are none. Works offline. */
export function UnplacedSessions() {
  const client = useClient();
  const owner = useSub();
  const now = useNow();
  const waiting = useUnplaced();
  const [isWhole, setWhole] = useState(false);
  const [done, setDone] = useState<SeriesDoneSaid | null>(null);
  if (waiting.length === 0 && done === null) return null;
  const shown = isWhole ? waiting : waiting.slice(0, shownAtOnce);

  async function leave({ record, name }: Unplaced): Promise<MutateResult> {
    const { id, body, stamps } = record;
    const base = { state: stamps['state'] ?? '' };
    const result = await client.mutate('unplaced_session.drop', { unplaced_id: id, dropped: true }, { owner, base });
    if (result.kind === 'saved')
      setDone({
        words: `${name}, ${whenOf(body, now)}: ${body.stands ? 'it stays where it is' : 'left out'}.`,
        undo: () =>
          client.mutate(
            'unplaced_session.drop',
            { unplaced_id: id, dropped: false },
            { owner, base: { state: result.uid } },
          ),
      });
    return result;
  }
  async function place({ record, name }: Unplaced, local_start: string, start: string): Promise<MutateResult> {
    const { id, body, stamps } = record;
    const { zone, minutes } = body;
    const end = new Date(Date.parse(start) + minutes * 60_000).toISOString();
    const result = await client.mutate(
      'unplaced_session.place',
      { unplaced_id: id, local_start, zone, minutes, start },
      { owner, base: { state: stamps['state'] ?? '' } },
    );
    if (result.kind === 'saved')
      setDone({ words: `${name}: now ${whenOf({ start, end, zone }, now)}. Saved on this device.` });
    return result;
  }

  return (
    <section className={styles.waiting} aria-label="Needs a time">
      <h2>
        Needs a time
        {waiting.length > 0 ? <span className={styles.count}>{waiting.length}</span> : null}
      </h2>
      <SeriesDone done={done} onDone={setDone} />
      <ul className={styles.list}>
        {shown.map((one) => (
          <UnplacedRow
            key={one.record.id}
            unplaced={one}
            now={now}
            onPlace={(local, start) => place(one, local, start).catch(() => notTaken)}
            onLeave={() => leave(one).catch(() => notTaken)}
          />
        ))}
      </ul>
      {waiting.length > shown.length ? (
        <Button tone="quiet" className={styles.all} onClick={() => setWhole(true)}>
          Show all {waiting.length}
        </Button>
      ) : null}
    </section>
  );
}

/** What the engine threw is in its log. */
const notTaken: MutateResult = { kind: 'not-saved', reason: 'storage', message: notTakenWords };

function whenOf(body: { readonly start: string; readonly end: string; readonly zone: string }, now: string): string {
  const { zone } = body;
  return `${shortDay(dateIn(body.start, zone), dateIn(now, zone))}, ${clockSpan(body, zone)}`;
}

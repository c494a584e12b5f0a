import { useState } from 'react';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dayMonth } from '../../../lib/time.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { SeriesDone, type SeriesDoneSaid } from '../../../model/sessions/series-done-line.tsx';
import { endingWords } from '../../../model/sessions/series-end.ts';
import { useSeriesEnding, type EndingSeries as Ending } from '../../../model/sessions/use-series-ending.ts';
import { Button } from '../../../ui/button.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import type { EndingSeriesSheetProps } from './ending-series-sheet.tsx';
import styles from './ending-series.module.css';

const EndingSeriesSheet = lazySheet<EndingSeriesSheetProps>(
  'Continue the sessions',
  loadAgain(
    () => import('./ending-series-sheet.tsx'),
    (module) => module.EndingSeriesSheet,
  ),
);

/** [CA-9] Series whose last session is near, or that stopped: each goes on or may end. Nothing where there are none. */
export function EndingSeries() {
  const client = useClient();
  const owner = useSub();
  const ending = useSeriesEnding();
  const [continued, setContinued] = useState<Ending | null>(null);
  const [done, setDone] = useState<SeriesDoneSaid | null>(null);
  async function letEnd({ record, name }: Ending): Promise<void> {
    const args = { series_id: record.id, ends_well: true };
    // What the engine threw is in its log.
    const result = await client.mutate('appointment_series.let_end', args, { owner }).catch(() => null);
    if (result?.kind !== 'saved') {
      setDone({ words: result?.message ?? notTakenWords });
      return;
    }
    setDone({
      words: `${name}: the sessions may end.`,
      undo: () => client.mutate('appointment_series.let_end', { ...args, ends_well: false }, { owner }),
    });
  }
  if (ending.length === 0 && done === null) return null;
  return (
    <section className={styles.ending} aria-label="Sessions that end soon">
      <h2>Sessions that end soon</h2>
      <SeriesDone done={done} onDone={setDone} />
      <ul className={styles.list}>
        {ending.map((one) => (
          <li key={one.record.id} className={styles.row}>
            <p>
              <span className={styles.name}>
                <PersonName name={one.name} />
              </span>
              : {endingWords(one.record.body, dayMonth(one.last))}
            </p>
            <div className={styles.actions}>
              {one.record.body.rule ? <Button onClick={() => setContinued(one)}>Continue</Button> : null}
              <Button tone="quiet" onClick={() => void letEnd(one)}>
                Let it end
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {continued ? <EndingSeriesSheet ending={continued} onDone={setDone} onClose={() => setContinued(null)} /> : null}
    </section>
  );
}

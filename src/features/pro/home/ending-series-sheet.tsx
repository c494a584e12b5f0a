import { useState } from 'react';
import { dateIn, longDay } from '../../../lib/time.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useMe } from '../../../model/people/use-account.ts';
import type { SeriesDoneSaid } from '../../../model/sessions/series-done-line.tsx';
import { goesOnFor, goesOnWords, goOn, type GoesOnFor } from '../../../model/sessions/series-end.ts';
import type { EndingSeries } from '../../../model/sessions/use-series-ending.ts';
import { Button } from '../../../ui/button.tsx';
import { Radio } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import styles from './ending-series.module.css';

export interface EndingSeriesSheetProps {
  readonly ending: EndingSeries;
  readonly onDone: (done: SeriesDoneSaid) => void;
  readonly onClose: () => void;
}

/** For how long a series goes on, and which dates that makes; works without a network. */
export function EndingSeriesSheet({ ending, onDone, onClose }: EndingSeriesSheetProps) {
  const { record, name } = ending;
  const { zone } = useMe();
  const today = dateIn(useNow(), zone);
  const [howLong, setHowLong] = useState<GoesOnFor>('12');
  const next = goOn(record.id, record.body, { howLong, today });
  const { busy, failure, run } = useChange(() => {
    onDone({ words: `${name}: ${moreWords(next?.dates.length ?? 0)}. Saved on this device.` });
    onClose();
  });
  const last = next?.dates.at(-1);
  return (
    <Sheet
      open
      title="Continue the sessions"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            tone="primary"
            disabled={busy || next === null}
            onClick={() => next && void run('appointment_series.extend', next.args)}
          >
            Continue
          </Button>
        </>
      }
    >
      <fieldset className={styles.choice}>
        <legend>For how long</legend>
        {goesOnFor.map((one) => (
          <Radio
            key={one}
            name="how-long"
            label={goesOnWords[one]}
            checked={howLong === one}
            onChange={() => setHowLong(one)}
          />
        ))}
      </fieldset>
      <output className={styles.soft}>
        {next === null
          ? 'That is more than one series can have: 300 sessions, over 24 months. “Until I end it” goes on all the same.'
          : howLong === 'open'
            ? 'Laid out a year ahead, and further each month.'
            : `The last is then on ${longDay(last ?? today, today)}.`}{' '}
        A date whose time is taken is listed under “Needs a time”.
      </output>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}

function moreWords(count: number): string {
  return count === 1 ? '1 more session' : `${count} more sessions`;
}

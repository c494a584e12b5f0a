import { useEffect, useState } from 'react';
import { useClient } from '../../../lib/client-context.ts';
import { dateIn, minuteWords, partsOfLocal, shortDay } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useClientName } from '../../../model/clients/use-client-names.ts';
import { letGoOf } from '../../../model/sessions/booked-place.ts';
import { sessionsWord } from '../../../model/sessions/repeat-words.ts';
import { TakenTimes } from '../../../model/sessions/taken-times.tsx';
import { followWork } from '../../../model/work/follow-work.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import type { Again } from './booking-refusals.ts';
import { refusedSeries, seriesAgain, seriesRefusalWords, type RefusedSeries as Refused } from './series-refusals.ts';
import styles from './schedule.module.css';

/** Series of which nothing was taken: nobody has to look for them, and each can be looked at again with all that was typed. */
export function RefusedSeries({ onAgain }: { readonly onAgain: (again: Again) => void }) {
  const client = useClient();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  useEffect(
    () =>
      followWork(
        client,
        () => client.attention(),
        (all) => setRefused(refusedSeries(all)),
      ),
    [client],
  );
  if (refused.length === 0) return null;
  return (
    <div className={styles.refused}>
      {refused.map((one) => (
        <RefusedOne key={one.item.uid} refused={one} onAgain={() => onAgain(seriesAgain(one))} />
      ))}
    </div>
  );
}

function RefusedOne({ refused, onAgain }: { readonly refused: Refused; readonly onAgain: () => void }) {
  const { item, args } = refused;
  const client = useClient();
  const now = useNow();
  const name = useClientName(args.chart_id);
  const { zone } = args;
  const { date, minute } = partsOfLocal(args.local_start);
  return (
    <Notice
      tone="need"
      role="alert"
      title="A series was not booked"
      actions={
        <>
          <Button onClick={onAgain}>Look at it again</Button>
          <Button tone="quiet" onClick={() => void letGoOf(client, item.uid)}>
            Do not book it
          </Button>
        </>
      }
    >
      <PersonName name={name ?? 'Client'} />, {sessionsWord(args.sessions.length)} from{' '}
      {shortDay(date, dateIn(now, zone))}, {minuteWords(minute)}. {seriesRefusalWords(item)}
      <TakenTimes refusal={item} zone={zone} now={now} />
    </Notice>
  );
}

import { useState } from 'react';
import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { instantOf } from '../../../sync/core/wall-clock.ts';
import { lateFeeCents } from '../../../sync/domain/late-fee.ts';
import { clockSpan, dateIn, localTimeIn, longDay } from '../../lib/time.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Radio } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { chartIdOf } from '../clients/client-name.ts';
import { useClientName } from '../clients/use-client-names.ts';
import styles from './cancel-session.module.css';
import { termsOfSession } from './late-words.ts';
import { priceWords } from './plan-words.ts';
import { sessionsWord } from './repeat-words.ts';
import { SeriesReachChoice } from './series-reach-choice.tsx';
import { reachCount, type Reach } from './series-reach.ts';
import { useFeeNow } from './use-fee-now.ts';
import { useCancelSeries } from './use-series-cancel.ts';
import { useSeriesKnown } from './use-series.ts';

interface CancelSessionProps {
  readonly session: SeenRecord<Appointment>;
  readonly zone: string;
  readonly now: string;
  readonly onClose: () => void;
  /** It is cancelled, on this device. */
  readonly onCancelled?: (series: CancelledSeries | null) => void;
}

/** Sessions of a series that were cancelled together: how many, and by which change. */
export interface CancelledSeries {
  readonly count: number;
  readonly seriesId: string;
  readonly uid: string;
}

/** Asks who cancels a session, and says before the tap what becomes of it, of its note, and what it costs whom. */
export function CancelSession({ session, zone, now, onClose, onCancelled }: CancelSessionProps) {
  const { body } = session;
  const name = useClientName(chartIdOf(session)) ?? 'The client';
  const [isByClient, setByClient] = useState(false);
  const [told, setTold] = useState('');
  const [reach, setReach] = useState<Reach>('this');
  const series = useSeriesKnown(session);
  const count = series && reach !== 'this' ? reachCount(session, reach, series, null) : null;
  const { busy, failure, run } = useChange(() => {
    onCancelled?.(null);
    onClose();
  });
  const together = useCancelSeries((uid) => {
    onCancelled?.({ count: count?.changed.length ?? 0, seriesId: body.series?.id ?? '', uid });
    onClose();
  });
  const [first = session] = count?.changed ?? [];
  const day = longDay(dateIn(first.body.start, zone), dateIn(now, zone));
  const terms = termsOfSession(body, zone);
  const toldAt = told === '' ? null : instantOf(told, zone);
  const isWrong = told !== '' && (toldAt === null || toldAt > now);
  const fee = useFeeNow(body);
  const cents = toldAt ? lateFeeCents(body, toldAt) : fee.cents;
  const asksWhen = isByClient && terms !== null && fee.cents > 0;
  const said = isByClient ? { by: 'client' as const, ...(asksWhen && toldAt ? { told_at: toldAt } : {}) } : {};
  return (
    <Sheet
      open
      title={count ? 'Cancel these sessions?' : 'Cancel this session?'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            tone="danger"
            disabled={busy || together.busy || (asksWhen && isWrong) || count?.changed.length === 0}
            onClick={() => {
              if (isByClient && fee.hold()) return;
              if (reach !== 'this') void together.run({ appointment_id: session.id, reach, ...said });
              else void run('appointment.cancel', { appointment_id: session.id, ...said });
            }}
          >
            {count ? `Cancel ${sessionsWord(count.changed.length)}` : 'Cancel session'}
          </Button>
        </>
      }
    >
      {series ? <SeriesReachChoice {...{ reach, count }} onReach={setReach} verb="cancels" /> : null}
      {count ? (
        <p>
          The first is on {day}, {clockSpan(first.body, zone)}. They stay in the chart as cancelled, and nothing more of
          the series is laid out. On the page of each session, “Restore” brings it back while its time is still free.
        </p>
      ) : (
        <p>
          {day}, {clockSpan(body, zone)}. It stays in the chart as cancelled, and a note written for it goes to the
          archive. On the page of the session, “Restore” brings both back while that time is still free.
        </p>
      )}
      <fieldset className={styles.who}>
        <legend>Who cancels?</legend>
        <Radio name="by" label="We do" checked={!isByClient} onChange={() => setByClient(false)} />
        <Radio name="by" label={name} checked={isByClient} onChange={() => setByClient(true)} />
      </fieldset>
      {isByClient && terms !== null ? <p className={styles.soft}>{terms}</p> : null}
      {asksWhen ? (
        <>
          <TextField
            label="When did they say so?"
            type="datetime-local"
            autoComplete="off"
            max={localTimeIn(now, zone)}
            value={told}
            hint="Leave it empty for just now."
            error={isWrong ? 'Please choose a time that has passed' : null}
            onChange={(event) => setTold(event.currentTarget.value)}
          />
          <output className={styles.soft}>
            {cents > 0
              ? `That is late: ${priceWords(cents)} is proposed as a late fee. You decide about it on the page of the session.`
              : 'That was in time: it costs nothing.'}
          </output>
        </>
      ) : null}
      {failure || together.failure ? (
        <Notice tone="need" role="alert">
          {failure ?? together.failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}

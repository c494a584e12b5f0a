import { useState } from 'react';
import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { isUnapproved, statusFlags } from '../../../sync/domain/appointment-status.ts';
import { lazySheet } from '../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../lib/load-again.ts';
import { clockSpan, dateIn, longDay } from '../../lib/time.ts';
import { useChange } from '../../lib/use-change.ts';
import { CalendarFileButton } from '../../model/sessions/calendar-file-button.tsx';
import { ownTerms } from '../../model/sessions/late-words.ts';
import { priceWords } from '../../model/sessions/plan-words.ts';
import { useFeeNow } from '../../model/sessions/use-fee-now.ts';
import { useWish } from '../../model/sessions/use-wishes.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { AskTimeSheetProps } from './ask-time-sheet.tsx';
import { OwnWish } from './own-wish.tsx';
import styles from './member.module.css';

const AskTimeSheet = lazySheet<AskTimeSheetProps>(
  'Ask for another time',
  loadAgain(
    () => import('./ask-time-sheet.tsx'),
    (module) => module.AskTimeSheet,
  ),
);

interface OwnSessionProps {
  readonly session: SeenRecord<Appointment>;
  readonly zone: string;
  readonly now: string;
}

const done = (): void => undefined;

/** What a client does with a session of their own before it begins: says yes where that is asked, asks for another time, or cancels. */
export function OwnSessionActions({ session, zone, now }: OwnSessionProps) {
  const [asks, setAsks] = useState<'cancel' | 'time' | null>(null);
  const wish = useWish(session, now);
  const { busy, failure, run } = useChange(done);
  const { body, id, stamps } = session;
  const { cancelled, no_show: noShow } = statusFlags(body.status);
  if (cancelled || noShow || body.start <= now) return null;
  return (
    <>
      {wish ? <OwnWish {...{ session, wish, zone, now }} /> : null}
      <div className={styles.actions} data-quiet={isUnapproved(body.status) ? undefined : ''}>
        {isUnapproved(body.status) ? (
          <Button
            tone="primary"
            disabled={busy}
            onClick={() =>
              void run('appointment.approve', { appointment_id: id }, { base: { start: stamps['start'] ?? '' } })
            }
          >
            Say yes
          </Button>
        ) : null}
        {wish?.body.state === 'asked' ? null : (
          <Button tone="quiet" onClick={() => setAsks('time')}>
            Ask for another time
          </Button>
        )}
        <CalendarFileButton {...{ session, now }} title="Appointment" tone="quiet" />
        <Button tone="quiet" onClick={() => setAsks('cancel')}>
          Cancel
        </Button>
      </div>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
      {asks === 'time' ? <AskTimeSheet {...{ session, zone, now }} onClose={() => setAsks(null)} /> : null}
      {asks === 'cancel' ? <OwnCancelSheet {...{ session, zone, now }} onClose={() => setAsks(null)} /> : null}
    </>
  );
}

/** Asks before a client cancels, with what it costs said before the tap. */
function OwnCancelSheet({ session, zone, now, onClose }: OwnSessionProps & { readonly onClose: () => void }) {
  const { busy, failure, run } = useChange(onClose);
  const { body, id } = session;
  const { cents, hasChanged, hold } = useFeeNow(body);
  const terms = ownTerms(body, zone);
  return (
    <Sheet
      open
      title="Cancel this session?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            tone="danger"
            disabled={busy}
            onClick={() => {
              if (!hold()) void run('appointment.cancel', { appointment_id: id });
            }}
          >
            Cancel session
          </Button>
        </>
      }
    >
      <p>
        {longDay(dateIn(body.start, zone), dateIn(now, zone))}, {clockSpan(body, zone)}.
      </p>
      {terms === null ? null : <p>{terms}</p>}
      <output>
        {hasChanged ? 'This has changed while you were reading. ' : null}
        {cents > 0
          ? `Cancelling now is late: your clinician may ask ${priceWords(cents)} of you.`
          : 'Cancelling now costs nothing.'}
      </output>
      <p className={styles.soft}>
        Without a connection it is kept on this device and sent when there is one; the time at which you cancelled
        counts.
      </p>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}

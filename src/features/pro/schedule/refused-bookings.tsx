import { useEffect, useState } from 'react';
import { endOf } from '../../../../sync/collections/appointment.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dateIn } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useClientName } from '../../../model/clients/use-client-names.ts';
import { TakenTimes } from '../../../model/sessions/taken-times.tsx';
import { bookAgain, letGoOf } from '../../../model/sessions/booked-place.ts';
import { notTakenMessage } from '../../../forms/save-state.ts';
import { followWork } from '../../../model/work/follow-work.ts';
import { refusalWords } from '../../../model/work/refusal-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { againOf, refusedBookings, type Again, type RefusedBooking } from './booking-refusals.ts';
import { FreeChoices } from './free-choices.tsx';
import { useFreeNear } from './use-free-near.ts';
import { whenWords } from './words.ts';
import styles from './schedule.module.css';

interface RefusedBookingsProps {
  readonly onAgain: (again: Again) => void;
}

/** Bookings that were not taken: nobody has to look for them, and each can be put to a free time with one tap. */
export function RefusedBookings({ onAgain }: RefusedBookingsProps) {
  const client = useClient();
  const [refused, setRefused] = useState<readonly RefusedBooking[]>([]);
  useEffect(
    () =>
      followWork(
        client,
        () => client.attention(),
        (all) => setRefused(refusedBookings(all)),
      ),
    [client],
  );
  if (refused.length === 0) return null;
  return (
    <div className={styles.refused}>
      {refused.map((one) => (
        <RefusedOne key={one.item.uid} refused={one} onAgain={() => onAgain(againOf(one))} />
      ))}
    </div>
  );
}

function RefusedOne({ refused, onAgain }: { readonly refused: RefusedBooking; readonly onAgain: () => void }) {
  const { item, args } = refused;
  const client = useClient();
  const owner = useSub();
  const now = useNow();
  const name = useClientName(args.chart_id);
  const [failure, setFailure] = useState<string | null>(null);
  const { zone } = args;
  const today = dateIn(now, zone);
  const isOfTime = item.code === 'conflicting_session' || item.code === 'time_blocked';
  const free = useFreeNear(isOfTime ? { ...args, local: args.local_start } : null);
  const when = whenWords({ start: args.start, end: endOf(args.start, args.minutes) }, zone, today);
  return (
    <Notice
      tone="need"
      role="alert"
      title="A session was not booked"
      actions={
        <>
          {isOfTime ? (
            <FreeChoices
              times={free}
              zone={zone}
              today={today}
              onTake={({ local_start, start }) => {
                const { force_book_over_blocked: _over, ...said } = args;
                void bookAgain(client, { refused: item, owner }, () =>
                  client.mutate('appointment.book', { ...said, local_start, start }, { owner, replaces: item.uid }),
                ).then(
                  (result) => setFailure(result.kind === 'saved' ? null : result.message),
                  () => setFailure(notTakenMessage),
                );
              }}
            />
          ) : null}
          <Button onClick={onAgain}>{isOfTime ? 'Another time' : 'Look at it again'}</Button>
          <Button tone="quiet" onClick={() => void letGoOf(client, item.uid)}>
            Do not book it
          </Button>
        </>
      }
    >
      <PersonName name={name ?? 'Client'} />, {when}. {refusalWords(item)}
      <TakenTimes refusal={item} zone={zone} now={now} />
      {failure === null ? null : ` ${failure}`}
    </Notice>
  );
}

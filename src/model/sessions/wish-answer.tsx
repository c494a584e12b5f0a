import { useState } from 'react';
import { endOf } from '../../../sync/collections/appointment.ts';
import type { SessionWish } from '../../../sync/collections/session-wish.ts';
import { useClient, useSub } from '../../lib/client-context.ts';
import type { ArgsOf } from '../../lib/model.ts';
import { notTakenWords } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMe } from '../people/use-account.ts';
import { plansSession, useRoles } from '../people/use-roles.ts';
import type { Session } from './use-own-sessions.ts';
import { useBusy } from './use-busy.ts';
import type { Wish } from './use-wishes.ts';
import { clockThere, timeTaken, wishedTimeWords, wishStanding, type WishStanding } from './wish-words.ts';
import { WishRefused } from './wish-refused.tsx';
import styles from './wish-answer.module.css';

interface WishAnswerProps {
  readonly session: Session;
  readonly wish: Wish;
  readonly name: string;
  readonly now: string;
  /** What was done, in words. */
  readonly onDone: (words: string) => void;
}

type Time = SessionWish['times'][number];

/** [CA-11] The times that a client asks for, each as this device knows it to be, and what can be answered. Works without a network. */
export function WishAnswer({ session, wish, name, now, onDone }: WishAnswerProps) {
  const client = useClient();
  const owner = useSub();
  const { zone } = useMe();
  const plans = plansSession(useRoles(session.scope), session.body.clinician === owner);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { times, words } = wish.body;
  const { clinician, minutes } = session.body;
  const span = spanOf(times, minutes);
  const known = useBusy(span && { ...span, clinician, except: { session: session.id } });
  const shown = times.map((time) => ({ time, standing: wishStanding(time.start, minutes, known, now) }));

  async function answer(said: Omit<ArgsOf<'session_wish.answer'>, 'appointment_id'>, done: string): Promise<void> {
    setBusy(true);
    setFailure(null);
    const base = { state: wish.stamps['state'] ?? '', start: session.stamps['start'] ?? '' };
    // What the engine threw is in its log.
    const result = await client
      .mutate('session_wish.answer', { appointment_id: session.id, ...said }, { owner, base })
      .catch(() => null);
    setBusy(false);
    if (result?.kind === 'saved') onDone(done);
    else setFailure(result?.message ?? notTakenWords);
  }
  const take = (time: Time, standing: WishStanding) =>
    answer(
      {
        answer: 'take',
        ...timeTaken(time, session.body.zone),
        ...(standing === 'blocked' ? { force_book_over_blocked: true } : {}),
      },
      `${name}: now ${wishedTimeWords(time.start, zone, now)}. Saved on this device.`,
    );

  return (
    <div className={styles.answer}>
      {words === undefined ? null : <p className={styles.words}>“{words}”</p>}
      {shown.length > 0 ? (
        <ul className={styles.times} aria-label="Times that were asked for">
          {shown.map(({ time, standing }) => {
            const label = `${wishedTimeWords(time.start, zone, now)}${standing === null ? '' : `, ${standing}`}`;
            const theirs = clockThere(time.start, time.zone, zone, now);
            return (
              <li key={time.start}>
                {plans ? (
                  <Button
                    disabled={busy || standing === null || standing === 'taken' || standing === 'passed'}
                    onClick={() => void take(time, standing)}
                  >
                    {label}
                  </Button>
                ) : (
                  label
                )}
                {theirs === null ? null : <p className={styles.soft}>{theirs}</p>}
              </li>
            );
          })}
        </ul>
      ) : null}
      {plans && shown.some(({ standing }) => standing === 'blocked') ? (
        <p className={styles.soft}>You take a blocked time over what is blocked there.</p>
      ) : null}
      {plans ? (
        <Button
          tone="quiet"
          className={styles.keep}
          disabled={busy}
          onClick={() => void answer({ answer: 'decline' }, `${name}: the time is kept. Saved on this device.`)}
        >
          Keep the time
        </Button>
      ) : null}
      <WishRefused appointmentId={session.id} {...{ zone, now }} />
      {failure === null ? null : (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      )}
    </div>
  );
}

/** From the first to the end of the last; null where no time was named. */
function spanOf(times: readonly Time[], minutes: number) {
  const starts = times.map(({ start }) => start).toSorted();
  const [first, last] = [starts[0], starts.at(-1)];
  return first === undefined || last === undefined ? null : { start: first, end: endOf(last, minutes) };
}

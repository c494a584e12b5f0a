import { ArrowLeftRight, Clock3 } from 'lucide-react';
import { useState } from 'react';
import { transferIdOf } from '../../../../sync/collections/session-transfer.ts';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { useSub } from '../../../lib/client-context.ts';
import { clockSpan, dateIn } from '../../../lib/time.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { useRoles } from '../../../model/people/use-roles.ts';
import { overlapping } from '../../../model/sessions/free-times.ts';
import { lookedThrough, useBusy } from '../../../model/sessions/use-busy.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import styles from './session-detail.module.css';

interface TransferStateProps {
  readonly session: Session;
  readonly zone: string;
  readonly now: string;
}

const done = (): void => undefined;

/** [CA-8] That a session was proposed to a colleague, how that stands, and what this account can answer. */
export function TransferState({ session, zone, now }: TransferStateProps) {
  const sub = useSub();
  const { scope, body, id, stamps } = session;
  const roles = useRoles(scope);
  const transfer = useRecord('session_transfer', transferIdOf(id));
  const { busy, failure, run } = useChange(done);
  // Whoever answers agrees to the time that stood here when the page was opened.
  const [start] = useState(stamps['start'] ?? '');
  const found = transfer.loading ? undefined : transfer.value;
  const isToMe = found?.body.state === 'proposed' && found.body.to === sub;
  const except = { session: id };
  const taken = useBusy(isToMe ? { clinician: sub, ...lookedThrough(dateIn(body.start, zone), zone), except } : null);
  if (!found || body.start <= now || statusFlags(body.status).cancelled) return null;
  const { state, to, to_name: toName, from, from_name: fromName } = found.body;
  const treats = roles.includes('treating');
  const answer = (word: 'take' | 'decline' | 'withdraw', more: { force_book_over_blocked?: true } = {}): void =>
    void run(
      'session_transfer.answer',
      { appointment_id: id, answer: word, ...more },
      { base: { state: found.stamps['state'] ?? '', start } },
    );
  const [over] = overlapping(body, taken?.sessions ?? []);
  const isBlocked = overlapping(body, taken?.blocks ?? []).length > 0;
  const isMine = body.clinician === sub;
  // Who has nothing of the chart but its sessions gives one back to whom she has it from, also where that was declined before.
  const other = from === sub ? { id: to, name: toName } : { id: from, name: fromName };
  const handsBackTo = isMine && !treats && state !== 'proposed' ? other : null;
  if ((state === 'withdrawn' && !handsBackTo) || (state === 'declined' && !treats && from !== sub)) return null;
  if (state === 'taken' && !isMine) return null;
  return (
    <section className={styles.note} aria-label="Transfer">
      {state === 'proposed' ? (
        <StatusWord tone="wait" icon={Clock3}>
          {isToMe ? 'You are asked to take this over' : 'Proposed to a colleague'}
        </StatusWord>
      ) : null}
      <p className={styles.soft}>
        {state === 'proposed' && isToMe
          ? `${fromName} asks you to hold this session. It stays theirs until you take it.`
          : null}
        {state === 'proposed' && !isToMe
          ? `${toName} has not answered yet. Until then the session stays with ${body.clinician_name}.`
          : null}
        {state === 'declined' ? `${toName} declined to take this session over.` : null}
        {state === 'withdrawn' ? 'You hold this session for a colleague.' : null}
        {state === 'taken' ? `You took this session over from ${fromName}.` : null}
      </p>
      {isToMe && over ? (
        <Notice tone="need">You have a session then, {clockSpan(over, zone)}: this one would be refused.</Notice>
      ) : null}
      {isToMe && isBlocked && !over ? <Notice tone="wait">You have blocked that time.</Notice> : null}
      <div className={styles.actions}>
        {isToMe ? (
          <>
            <Button
              tone="primary"
              icon={<ArrowLeftRight size={16} aria-hidden />}
              disabled={busy || over !== undefined}
              onClick={() => answer('take', isBlocked ? { force_book_over_blocked: true } : {})}
            >
              {isBlocked ? 'Take over all the same' : 'Take over'}
            </Button>
            <Button disabled={busy} onClick={() => answer('decline')}>
              Decline
            </Button>
          </>
        ) : null}
        {state === 'proposed' && !isToMe && (treats || from === sub) ? (
          <Button disabled={busy} onClick={() => answer('withdraw')}>
            Take the proposal back
          </Button>
        ) : null}
        {handsBackTo ? (
          <Button
            disabled={busy}
            onClick={() =>
              void run(
                'session_transfer.propose',
                { appointment_id: id, to: handsBackTo.id },
                { base: { state: found.stamps['state'] ?? '' } },
              )
            }
          >
            Hand back to {handsBackTo.name}
          </Button>
        ) : null}
      </div>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </section>
  );
}

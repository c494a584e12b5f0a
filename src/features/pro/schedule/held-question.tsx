import { Check } from 'lucide-react';
import { useState } from 'react';
import { mayBeMissed } from '../../../../sync/domain/missed-session.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { plansSession, readsClinical, useRoles } from '../../../model/people/use-roles.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useCalendarActs } from './calendar-acts.ts';
import styles from './session-detail.module.css';

interface HeldQuestionProps {
  readonly session: Session;
  readonly hasNote: boolean;
  readonly now: string;
}

/** [S-223] Of a session that is over, without a note and without a word: whether it took place. */
export function HeldQuestion({ session: found, hasNote, now }: HeldQuestionProps) {
  const client = useClient();
  const owner = useSub();
  const { tell } = useCalendarActs();
  const roles = useRoles(found.scope);
  const isOwn = found.body.clinician === owner;
  // Who reads no note of somebody else's session does not know whether there is a word of it.
  const asks = plansSession(roles, isOwn) && (isOwn || readsClinical(roles, isOwn));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!asks || !mayBeMissed(found.body, now, hasNote)) return null;
  const appointment_id = found.id;
  const say = (held: boolean, status: string) =>
    client.mutate('appointment.mark_held', { appointment_id, held }, { owner, base: { status } });
  async function save(): Promise<void> {
    setBusy(true);
    setFailure(null);
    // What the engine threw is in its log.
    const result = await say(true, found.stamps['status'] ?? '').catch(() => null);
    setBusy(false);
    if (result?.kind !== 'saved') {
      setFailure(result?.message ?? notTakenWords);
      return;
    }
    tell({ words: 'It is noted that the session took place.', undo: () => say(false, result.uid) });
  }
  return (
    <section className={styles.note} aria-label="Did it take place?">
      <p className={styles.soft}>
        Did this session take place? It is over, and nobody has said. If somebody did not come, or it was called off,
        say so above.
      </p>
      <div className={styles.actions}>
        <Button icon={<Check size={16} aria-hidden />} disabled={busy} onClick={() => void save()}>
          It took place
        </Button>
      </div>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </section>
  );
}

import { Clock3 } from 'lucide-react';
import { useState } from 'react';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { duration } from '../../../lib/time.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { DamagedTypes } from '../../../model/sessions/damaged-types.tsx';
import { kindWords, priceWords } from '../../../model/sessions/plan-words.ts';
import { useSessionTypes, type SessionType } from '../../../model/sessions/use-session-types.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { notTakenWords } from './words.ts';
import type { SessionTypeSheetProps } from './session-type-sheet.tsx';
import { useUndoBar } from './undo-bar.tsx';
import styles from './session-types.module.css';

const SessionTypeSheet = lazySheet<SessionTypeSheetProps>(
  'A session type',
  loadAgain(
    () => import('./session-type-sheet.tsx'),
    (module) => module.SessionTypeSheet,
  ),
);

/** [S-003, S-033] What somebody offers, and at what price; works without a network. */
export function SessionTypesPage() {
  const client = useClient();
  const sub = useSub();
  const { practiceId } = useMe();
  const types = useSessionTypes(sub);
  const [sheet, setSheet] = useState<{ readonly type: SessionType | null } | null>(null);
  const { bar, tell } = useUndoBar();
  const add = (
    <Button tone="primary" onClick={() => setSheet({ type: null })}>
      Add a session type
    </Button>
  );
  async function remove({ id, body, stamps }: SessionType): Promise<void> {
    const args = { practice_id: practiceId, appointment_type_id: id };
    const result = await client
      .mutate('appointment_type.save', { ...args, removed: true }, { owner: sub, base: shownOf(stamps) })
      .catch(() => null);
    if (result?.kind !== 'saved') {
      tell({ words: result?.message ?? notTakenWords });
      return;
    }
    tell({
      words: `${body.label} is removed.`,
      undo: () => client.mutate('appointment_type.save', { ...args, removed: false }, { owner: sub }),
    });
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Session types</h1>
        {types !== null && types.length > 0 ? add : null}
        <p className={styles.lead}>
          What you offer, how long it lasts and what it costs. You choose one when you book.
        </p>
      </header>
      <DamagedTypes />
      {types === null ? (
        <Skeleton lines={5} label="Opening the session types" />
      ) : types.length === 0 ? (
        <EmptyState title="No session types yet" action={add}>
          Until there is one, you book an “Individual session” and say its price yourself.
        </EmptyState>
      ) : (
        <ul className={styles.rows} aria-label="Session types">
          {types.map((type) => (
            <li key={type.id} className={styles.row}>
              <div className={styles.what}>
                <h2 className={styles.name}>{type.body.label}</h2>
                <p className={styles.soft}>
                  {kindWords[type.body.kind]} · {duration(type.body.minutes)} · {priceWords(type.body.price_cents)}
                </p>
                {type.pending ? (
                  <StatusWord tone="wait" icon={Clock3}>
                    waiting to reach the server
                  </StatusWord>
                ) : null}
              </div>
              <div className={styles.actions}>
                <Button tone="quiet" aria-label={`Change ${type.body.label}`} onClick={() => setSheet({ type })}>
                  Change
                </Button>
                <Button tone="quiet" aria-label={`Remove ${type.body.label}`} onClick={() => void remove(type)}>
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {sheet ? <SessionTypeSheet {...sheet} onClose={() => setSheet(null)} /> : null}
      {bar}
    </div>
  );
}

/** What of a type stands on screen: it is taken away as it was seen, and not as somebody has changed it since. */
function shownOf(stamps: SessionType['stamps']): Readonly<Record<string, string>> {
  return Object.fromEntries(['label', 'price_cents', 'minutes', 'kind'].map((name) => [name, stamps[name] ?? '']));
}

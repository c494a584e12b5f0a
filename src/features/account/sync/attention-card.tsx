import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { AttentionItem, MutateResult } from '../../../../sync/client/api.ts';
import type { Instant } from '../../../../sync/core/record.ts';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { bookAgain, letGoOf } from '../../../model/sessions/booked-place.ts';
import { notTakenMessage } from '../../../forms/save-state.ts';
import { canEdit, canRetry } from '../../../model/work/can-retry.ts';
import { refusalWords } from '../../../model/work/refusal-words.ts';
import { recently } from '../../../lib/time.ts';
import { TakenTimes } from '../../../model/sessions/taken-times.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { AboutSession } from './about-session.tsx';
import { ChangeParts } from './change-parts.tsx';
import { appointmentOf, changeName, changeParts, isEditable } from './change-words.ts';
import type { EditChangeProps } from './edit-change.tsx';
import { exportChange } from './export-change.ts';
import styles from './sync-page.module.css';

const EditChange = lazySheet<EditChangeProps>(
  'Edit and send again',
  loadAgain(
    () => import('./edit-change.tsx'),
    (module) => module.EditChange,
  ),
);

interface AttentionCardProps {
  readonly item: AttentionItem;
  /** What was said with a booking: it is shown, said again and let go of with it. */
  readonly beside?: readonly AttentionItem[];
  readonly zone: string;
  readonly now: Instant;
}

/** A refused change with all its content: try again, put right, take out, let go. */
export function AttentionCard({ item, beside = [], zone, now }: AttentionCardProps) {
  const client = useClient();
  const owner = useSub();
  const [mode, setMode] = useState<'read' | 'edit' | 'discard'>('read');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const appointmentId = appointmentOf(item);

  async function retry(): Promise<void> {
    setBusy(true);
    const failed = await bookAgain(client, { refused: item, owner }, () => client.retry(item.uid)).then(
      (result: MutateResult) => (result.kind === 'saved' ? null : result.message),
      () => notTakenMessage,
    );
    setBusy(false);
    setFailure(failed);
  }

  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <h2>{changeName(item.name)}</h2>
        <span className={styles.soft}>{recently(item.at, zone, now)}</span>
      </div>
      {appointmentId ? <AboutSession appointmentId={appointmentId} zone={zone} now={now} /> : null}
      <p className={styles.reason}>
        <CircleAlert size={16} aria-hidden />
        <span>
          {item.kind === 'parked' ? 'Held by the server. ' : ''}
          {refusalWords(item)}
          <TakenTimes refusal={item} zone={zone} now={now} />
        </span>
      </p>
      <ChangeParts change={item} />
      {beside.map((one) => (changeParts(one).length === 0 ? null : <ChangeParts key={one.uid} change={one} />))}
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
      <div className={styles.cardActions}>
        {canRetry(item.code) ? (
          <Button disabled={busy} onClick={() => void retry()}>
            Retry
          </Button>
        ) : null}
        {isEditable(item) && canEdit(item.code) ? <Button onClick={() => setMode('edit')}>Edit</Button> : null}
        <Button onClick={() => exportChange(item, beside)}>Export</Button>
        <Button tone="quiet" onClick={() => setMode('discard')}>
          Discard
        </Button>
        {appointmentId ? (
          <Link to="/pro-dashboard/sessions/$appointmentId/note" params={{ appointmentId }} className={styles.toNote}>
            Open the note
          </Link>
        ) : null}
      </div>
      {mode === 'edit' ? <EditChange item={item} onClose={() => setMode('read')} /> : null}
      {mode === 'discard' ? (
        <Sheet
          open
          title="Discard this change?"
          onClose={() => setMode('read')}
          actions={
            <>
              <Button onClick={() => setMode('read')}>Keep it</Button>
              <Button tone="danger" onClick={() => void letGoOf(client, item.uid)}>
                Discard
              </Button>
            </>
          }
        >
          <p>It exists only on this device. Export it first if you may want its words again.</p>
        </Sheet>
      ) : null}
    </li>
  );
}

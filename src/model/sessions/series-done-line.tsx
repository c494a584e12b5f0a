import { useState } from 'react';
import type { MutateResult } from '../../../sync/client/api.ts';
import { notTakenWords } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import styles from './unplaced-sessions.module.css';

/** What was just done in a list, and the way back where there is one. */
export interface SeriesDoneSaid {
  readonly words: string;
  readonly undo?: () => Promise<MutateResult>;
}

interface SeriesDoneProps {
  readonly done: SeriesDoneSaid | null;
  readonly onDone: (next: SeriesDoneSaid) => void;
}

/** Says it where it was done; heard, too. */
export function SeriesDone({ done, onDone }: SeriesDoneProps) {
  const [busy, setBusy] = useState(false);
  const undo = done?.undo;
  async function takeBack(): Promise<void> {
    if (!undo) return;
    setBusy(true);
    // What the engine threw is in its log.
    const result = await undo().catch(() => null);
    setBusy(false);
    onDone({ words: result === null ? notTakenWords : result.kind === 'saved' ? 'Taken back.' : result.message });
  }
  return (
    <div className={styles.done}>
      <output>{done?.words ?? ''}</output>
      {undo ? (
        <Button tone="quiet" disabled={busy} onClick={() => void takeBack()}>
          Undo
        </Button>
      ) : null}
    </div>
  );
}

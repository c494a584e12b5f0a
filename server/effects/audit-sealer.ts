import type { Clock, Log } from '../../sync/ports.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { call, type Plan, type Store } from '../store/port.ts';
import { chainHash, chainStart, signCheckpoint, type Checkpoint } from './audit-chain.ts';

/** Chains audit rows after their own transactions, so that writers never wait for one another's hash. */
export interface AuditSealer {
  /** A row may have been added; it is chained within 5 s. */
  nudge(): void;
  /** Chains everything that waits, now. */
  seal(): Promise<void>;
  stop(): void;
}

const sealDelayMs = 4000;
const sealRows = 1000;

export function createAuditSealer(options: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly privatePem: string;
  /** Keeps a checkpoint where the database's owner does not overwrite it. */
  readonly keep: (checkpoint: Checkpoint) => void;
}): AuditSealer {
  const { store, clock, log, privatePem, keep } = options;
  let cancel: (() => void) | null = null;
  let stopped = false;

  async function seal(): Promise<void> {
    for (;;) {
      const now = toInstant(clock.now());
      const step = await store.write(() => sealStep(privatePem, now));
      if (step.checkpoint) keep(step.checkpoint);
      if (step.rows < sealRows) return;
    }
  }

  function nudge(): void {
    if (cancel || stopped) return;
    cancel = clock.after(sealDelayMs, () => {
      cancel = null;
      seal().catch(() => {
        // Nothing is lost: the rows stay unsealed, and the next round takes them.
        log.error('audit-seal-failed');
        nudge();
      });
    });
  }

  return {
    nudge,
    seal,
    stop: () => {
      stopped = true;
      cancel?.();
    },
  };
}

function* sealStep(
  privatePem: string,
  at: string,
): Plan<{ readonly rows: number; readonly checkpoint: Checkpoint | null }> {
  const rows = yield* call('unsealedAudit', sealRows);
  if (rows.length === 0) return { rows: 0, checkpoint: null };
  const last = yield* call('lastSealedAudit');
  let hash = last?.hash ?? chainStart;
  let link = last?.link ?? 0;
  for (const row of rows) {
    link += 1;
    hash = chainHash(hash, { ...row, link });
    yield* call('sealAudit', row.id, link, hash);
  }
  const checkpoint = signCheckpoint(privatePem, { link, hash, at });
  yield* call('addCheckpoint', link, hash, at, checkpoint.signature);
  return { rows: rows.length, checkpoint };
}

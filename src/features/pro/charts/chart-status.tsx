import { useState } from 'react';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { ClientStatus } from './client-rows.ts';
import type { LeaveSheetProps } from './leave-sheet.tsx';
import { statusWords } from './use-clients.ts';
import styles from './chart-detail.module.css';

const LeaveSheet = lazySheet<LeaveSheetProps>(
  'Before a client leaves',
  loadAgain(
    () => import('./leave-sheet.tsx'),
    (module) => module.LeaveSheet,
  ),
);

interface ChartStatusProps {
  readonly chartId: string;
  readonly name: string;
  readonly status: ClientStatus;
  /** Who may not archive a client, such as a sample, may still say how they stand. */
  readonly canArchive: boolean;
  readonly zone: string;
  readonly now: string;
}

const options = (Object.entries(statusWords) as [ClientStatus, string][]).map(([value, label]) => ({ value, label }));

/** [CH-3] How a client stands, chosen and kept at once, with a way back; and the way into the archive. */
export function ChartStatus({ chartId, name, status, canArchive, zone, now }: ChartStatusProps) {
  // Said while it is still so: what a colleague says meanwhile is hers.
  const [done, setDone] = useState<{ readonly from: ClientStatus; readonly to: ClientStatus } | null>(null);
  const [leaving, setLeaving] = useState<'archive' | 'discharge' | null>(null);
  const { busy, failure, run } = useChange(() => undefined);

  function say(next: ClientStatus): void {
    setDone({ from: status, to: next });
    void run('chart.set_status', { chart_id: chartId, client_status: next });
  }

  function choose(value: string): void {
    const next = options.find((option) => option.value === value)?.value;
    if (next === undefined || next === status) return;
    if (next === 'discharged') setLeaving('discharge');
    else say(next);
  }

  return (
    <div className={styles.standing}>
      <div className={styles.standingRow}>
        <div className={styles.statusField}>
          <SelectField
            label="Status"
            value={status}
            options={options}
            disabled={busy}
            onChange={({ target }) => choose(target.value)}
          />
        </div>
        {canArchive ? <Button onClick={() => setLeaving('archive')}>Archive</Button> : null}
      </div>
      {done?.to === status && failure === null ? (
        <output className={styles.said}>
          <Notice
            tone="fine"
            actions={
              <Button
                tone="quiet"
                disabled={busy}
                onClick={() => {
                  setDone(null);
                  void run('chart.set_status', { chart_id: chartId, client_status: done.from });
                }}
              >
                Undo
              </Button>
            }
          >
            Now {statusWords[status].toLowerCase()}, until now {statusWords[done.from].toLowerCase()}.
          </Notice>
        </output>
      ) : null}
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
      {leaving ? (
        <LeaveSheet
          kind={leaving}
          chartId={chartId}
          name={name}
          zone={zone}
          now={now}
          onLeft={() => {
            if (leaving === 'discharge') setDone({ from: status, to: 'discharged' });
            setLeaving(null);
          }}
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </div>
  );
}

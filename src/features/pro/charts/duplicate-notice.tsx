import { useState } from 'react';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { askAgain, keepApart } from '../../../model/clients/not-the-same.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import type { SamePersonSheetProps } from './same-person-sheet.tsx';
import { useListedClients } from './use-clients.ts';
import styles from './chart-detail.module.css';

const SamePersonSheet = lazySheet<SamePersonSheetProps>(
  'The same person?',
  loadAgain(
    () => import('./same-person-sheet.tsx'),
    (module) => module.SamePersonSheet,
  ),
);

interface DuplicateNoticeProps {
  readonly chartId: string;
  readonly zone: string;
}

/** [CH-4] Says that another chart is likely of the same person; whoever says otherwise is not asked again on this device. */
export function DuplicateNotice({ chartId, zone }: DuplicateNoticeProps) {
  const { sub } = useMe();
  const { clients, twins } = useListedClients();
  const [compared, setCompared] = useState<string | null>(null);
  const [apart, setApart] = useState<string | null>(null);
  const twin = clients.find((client) => client.chartId === twins.get(chartId)?.[0]);

  function keepTheseApart(otherId: string): void {
    keepApart(sub, chartId, otherId);
    setCompared(null);
    setApart(otherId);
  }

  return (
    <>
      {apart !== null && !twin ? (
        <output className={styles.said}>
          <Notice
            tone="info"
            actions={
              <Button
                tone="quiet"
                onClick={() => {
                  askAgain(sub, chartId, apart);
                  setApart(null);
                }}
              >
                Undo
              </Button>
            }
          >
            Two people. This device does not ask again.
          </Notice>
        </output>
      ) : null}
      {twin ? (
        <Notice
          tone="wait"
          title="Perhaps here twice"
          actions={
            <>
              <Button onClick={() => setCompared(twin.chartId)}>Compare</Button>
              <Button tone="quiet" onClick={() => keepTheseApart(twin.chartId)}>
                Not the same
              </Button>
            </>
          }
        >
          There is another chart of <PersonName name={twin.name} />
          {twin.isArchived ? ', an archived one' : ''}, which is likely of the same{' '}
          {twin.type === 'couple' ? 'two people' : 'person'}.
        </Notice>
      ) : null}
      {compared === null ? null : (
        <SamePersonSheet
          chartId={chartId}
          otherId={compared}
          zone={zone}
          onApart={() => keepTheseApart(compared)}
          onClose={() => setCompared(null)}
        />
      )}
    </>
  );
}

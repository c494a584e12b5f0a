import { Link } from '@tanstack/react-router';
import { dateIn, fullDate } from '../../../lib/time.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useClientName } from '../../../model/clients/use-client-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { useListedClients } from './use-clients.ts';
import styles from './chart-detail.module.css';

interface ChartStandingProps {
  readonly chartId: string;
  /** When it was archived. */
  readonly archived: string;
  readonly mergedInto: string | null;
  readonly mayRestore: boolean;
  readonly zone: string;
}

/** [CH-3, CH-4] Says at the top of a chart that it is archived, or where it is worked in instead, and takes that back. */
export function ChartStanding({ chartId, archived, mergedInto, mayRestore, zone }: ChartStandingProps) {
  const { busy, failure, run } = useChange(() => undefined);
  const restore = mayRestore ? (
    <Button disabled={busy} onClick={() => void run('chart.restore', { chart_id: chartId })}>
      Restore
    </Button>
  ) : null;
  return (
    <Notice
      tone="info"
      title={mergedInto === null ? `Archived on ${fullDate(dateIn(archived, zone))}` : 'Merged into another chart'}
      actions={restore}
    >
      {mergedInto === null ? (
        'Nothing is booked and nobody invited until this client is restored. Notes and sessions stay as they are.'
      ) : (
        <>
          This chart was merged into <ChartLink chartId={mergedInto} />, which is worked in from now on. Its own notes
          and sessions stay in this one.
        </>
      )}
      {failure ? <p role="alert">{failure}</p> : null}
    </Notice>
  );
}

/** Where the notes of before are, on the chart that others were merged into. */
export function MergedCharts({ chartId }: { readonly chartId: string }) {
  const merged = useListedClients().clients.filter((client) => client.mergedInto === chartId);
  if (merged.length === 0) return null;
  return (
    <p className={styles.mergedLine}>
      Notes of before are in{' '}
      {merged.map((client, index) => (
        <span key={client.chartId}>
          {index === 0 ? '' : ', '}
          <ChartLink chartId={client.chartId} />
        </span>
      ))}
      .
    </p>
  );
}

/** The way to another chart, by what its client is called; where that is not known here, the way all the same. */
function ChartLink({ chartId }: { readonly chartId: string }) {
  const name = useClientName(chartId);
  return (
    <Link to="/pro-dashboard/patient-charts/$chartId" params={{ chartId }}>
      {name === null || name === 'Client' ? (
        'another chart'
      ) : (
        <>
          the chart of <PersonName name={name} />
        </>
      )}
    </Link>
  );
}

import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { chartScope } from '../../../../sync/collections/classes.ts';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import { useClientName } from '../../../model/clients/use-client-names.ts';
import { clockTime, dateIn, zoneName } from '../../../lib/time.ts';
import { useGoneWords } from '../../../model/clients/use-access-end.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useNow } from '../../../lib/use-now.ts';
import { rememberOpened } from '../../../model/clients/recent-clients.ts';
import { useRange, useRecord } from '../../../lib/use-records.ts';
import { useRoles } from '../../../model/people/use-roles.ts';
import { useViewLog } from '../../../model/clients/use-view-log.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { ChartAccess } from './chart-access.tsx';
import { ChartInvites } from './chart-invites.tsx';
import { ChartSessions } from './chart-sessions.tsx';
import { ChartStanding, MergedCharts } from './chart-standing.tsx';
import { ChartStatus } from './chart-status.tsx';
import { ClientFacts } from './client-facts.tsx';
import { DuplicateNotice } from './duplicate-notice.tsx';
import { EditPerson, RefusedEditNotice } from './edit-person.tsx';
import { SampleBanner, SampleReturn } from './sample-banner.tsx';
import { ToldByClient } from './told-by-client.tsx';
import { statusWords } from './use-clients.ts';
import styles from './chart-detail.module.css';

export function ChartDetail() {
  const { chartId } = useParams({ from: '/pro-dashboard/patient-charts/$chartId' });
  return <ChartScreen key={chartId} chartId={chartId} />;
}

function ChartScreen({ chartId }: { readonly chartId: string }) {
  const { sub, zone } = useMe();
  const now = useNow();
  const card = useRecord('client_card', chartId);
  const chart = useRecord('chart', chartId);
  const name = useClientName(chartId);
  const people = useRange({ collection: 'chart_person', index: 'chart', ...prefixRange(chartId) });
  const roles = useRoles(chartScope(chartId));
  const treats = roles.includes('treating');
  const mayEdit = treats || roles.includes('practice.scheduler');
  const known = people.loading ? [] : people.value;
  const isHere = !card.loading && card.value !== undefined;
  useEffect(() => {
    if (isHere) rememberOpened(sub, chartId);
  }, [isHere, sub, chartId]);
  const gone = useGoneWords(chartId, {
    title: 'This chart is not on this device',
    text: 'It may not have arrived yet, or you have no access to it.',
  });
  const today = dateIn(now, zone);
  useViewLog(!chart.loading && chart.value ? chartId : null);
  const back = (
    <Link to="/pro-dashboard/patient-charts" className={styles.back}>
      <ChevronLeft size={20} aria-hidden />
      Patients
    </Link>
  );

  if (card.loading || chart.loading || people.loading || name === null) return back;
  if (!card.value) {
    return (
      <>
        {back}
        <Gone title={gone.title}>{gone.text}</Gone>
      </>
    );
  }
  if (treats && card.value.body.sample === 'removed')
    return (
      <>
        {back}
        <SampleReturn
          past={
            <Gone title="The sample client is gone">You removed it, and the last day to bring it back is over.</Gone>
          }
        />
      </>
    );
  const client = card.value.body;
  const clinical = chart.value?.body;
  const isArchived = client.archived !== undefined;
  return (
    <article className={styles.chart} aria-label="Chart">
      {back}
      <header className={styles.header}>
        {isArchived ? (
          <ChartStanding
            chartId={chartId}
            archived={client.archived ?? now}
            mergedInto={client.merged_into ?? null}
            mayRestore={treats}
            zone={zone}
          />
        ) : null}
        {treats && client.sample === 'shown' ? <SampleBanner /> : null}
        <div className={styles.titleRow}>
          <h1>
            <PersonName name={name} />
          </h1>
          {mayEdit && known.length > 0 && client.sample === undefined ? (
            <EditPerson
              chartId={chartId}
              people={known}
              timezone={client.timezone}
              timezoneStamp={card.value.stamps['timezone'] ?? ''}
            />
          ) : null}
        </div>
        <dl className={styles.facts}>
          <ClientFacts people={known.length > 0 ? known : [{ id: chartId, body: client }]} today={today} />
          <div>
            <dt>Local time</dt>
            <dd>
              {clockTime(now, client.timezone)}, {zoneName(client.timezone)}
            </dd>
          </div>
          {clinical && !treats ? (
            <div>
              <dt>Status</dt>
              <dd>{statusWords[clinical.client_status]}</dd>
            </div>
          ) : null}
          {clinical?.patient_type === 'couple' ? (
            <div>
              <dt>Type</dt>
              <dd>Couple</dd>
            </div>
          ) : null}
        </dl>
        <MergedCharts chartId={chartId} />
        {clinical?.presenting_problem ? <p className={styles.problem}>{clinical.presenting_problem}</p> : null}
        {clinical && treats ? (
          <ChartStatus
            chartId={chartId}
            name={name}
            status={clinical.client_status}
            canArchive={!isArchived && client.sample === undefined}
            zone={zone}
            now={now}
          />
        ) : null}
        {mayEdit ? (
          <RefusedEditNotice
            chartId={chartId}
            people={known}
            timezone={client.timezone}
            timezoneStamp={card.value.stamps['timezone'] ?? ''}
          />
        ) : null}
        {treats && !isArchived ? <DuplicateNotice chartId={chartId} zone={zone} /> : null}
      </header>
      <ToldByClient scope={chartScope(chartId)} zone={zone} />
      <ChartSessions
        scope={chartScope(chartId)}
        takesSessions={!isArchived && client.sample === undefined}
        zone={zone}
        now={now}
      />
      {client.sample === undefined ? (
        <>
          <ChartInvites scope={chartScope(chartId)} zone={zone} />
          <ChartAccess scope={chartScope(chartId)} zone={zone} clientName={name} />
        </>
      ) : null}
    </article>
  );
}

/** In place of a chart that is not to be shown. */
function Gone({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <EmptyState
      title={title}
      action={
        <Link to="/pro-dashboard/patient-charts" className={buttonClass()}>
          See all patients
        </Link>
      }
    >
      {children}
    </EmptyState>
  );
}

import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { chartScope } from '../../../../sync/collections/classes.ts';
import { useClientName } from '../../../model/clients/use-client-names.ts';
import { callHref } from '../../../lib/call-href.ts';
import { ageOn, clockTime, dateIn, fullDate, zoneName } from '../../../lib/time.ts';
import { useGoneWords } from '../../../model/clients/use-access-end.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { useViewLog } from '../../../model/clients/use-view-log.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { ChartAccess } from './chart-access.tsx';
import { ChartInvites } from './chart-invites.tsx';
import { ChartSessions } from './chart-sessions.tsx';
import { PersonAddresses } from './person-addresses.tsx';
import { ToldByClient } from './told-by-client.tsx';
import { statusWords } from './use-clients.ts';
import styles from './chart-detail.module.css';

export function ChartDetail() {
  const { chartId } = useParams({ from: '/pro-dashboard/patient-charts/$chartId' });
  return <ChartScreen key={chartId} chartId={chartId} />;
}

function ChartScreen({ chartId }: { readonly chartId: string }) {
  const { zone } = useMe();
  const now = useNow();
  const card = useRecord('client_card', chartId);
  const chart = useRecord('chart', chartId);
  const name = useClientName(chartId);
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

  if (card.loading || chart.loading || name === null) return back;
  if (!card.value) {
    return (
      <>
        {back}
        <EmptyState
          title={gone.title}
          action={
            <Link to="/pro-dashboard/patient-charts" className={buttonClass()}>
              See all patients
            </Link>
          }
        >
          {gone.text}
        </EmptyState>
      </>
    );
  }
  const client = card.value.body;
  const clinical = chart.value?.body;
  return (
    <article className={styles.chart} aria-label="Chart">
      {back}
      <header className={styles.header}>
        <h1>
          <PersonName name={name} />
        </h1>
        <dl className={styles.facts}>
          {client.preferred_first_name ? (
            <div>
              <dt>Full name</dt>
              <dd>
                <PersonName name={`${client.first_name} ${client.last_name}`} />
              </dd>
            </div>
          ) : null}
          {client.dob ? (
            <div>
              <dt>Born</dt>
              <dd>
                {fullDate(client.dob)}, {ageOn(client.dob, today)} years
              </dd>
            </div>
          ) : null}
          {client.phone_number ? (
            <div>
              <dt>Phone</dt>
              <dd>
                <a href={callHref(client.phone_number)} className={styles.call}>
                  {client.phone_number}
                </a>
              </dd>
            </div>
          ) : null}
          <PersonAddresses chartId={chartId} />
          <div>
            <dt>Local time</dt>
            <dd>
              {clockTime(now, client.timezone)}, {zoneName(client.timezone)}
            </dd>
          </div>
          {clinical ? (
            <div>
              <dt>Status</dt>
              <dd>
                {statusWords[clinical.client_status]}
                {clinical.patient_type === 'couple' ? ', couple' : ''}
              </dd>
            </div>
          ) : null}
        </dl>
        {clinical?.presenting_problem ? <p className={styles.problem}>{clinical.presenting_problem}</p> : null}
      </header>
      <ToldByClient scope={chartScope(chartId)} zone={zone} />
      <ChartSessions scope={chartScope(chartId)} zone={zone} now={now} />
      <ChartInvites scope={chartScope(chartId)} zone={zone} />
      <ChartAccess scope={chartScope(chartId)} zone={zone} clientName={name} />
    </article>
  );
}

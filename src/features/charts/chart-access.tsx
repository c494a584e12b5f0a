import { Clock3 } from 'lucide-react';
import { useState } from 'react';
import type { InferOutput } from 'valibot';
import type { SeenRecord } from '../../../sync/client/api.ts';
import { practiceScope } from '../../../sync/collections/classes.ts';
import type { Membership } from '../../../sync/collections/membership.ts';
import type { professional } from '../../../sync/collections/professional.ts';
import { prefixRange } from '../../../sync/core/index-key.ts';
import { dateIn, fullDate } from '../../lib/time.ts';
import { useMe } from '../../lib/use-account.ts';
import { useRange } from '../../lib/use-records.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { StatusWord } from '../../ui/status-word.tsx';
import { GiveAccess } from './give-access.tsx';
import { useChange } from './use-change.ts';
import styles from './chart-detail.module.css';

export type Professional = InferOutput<(typeof professional)['body']>;

const roleWords: Record<Membership['role'], string> = {
  treating: 'Treating',
  supervisor: 'Supervisor',
  scheduler: 'Scheduling',
  biller: 'Billing',
  client: 'Client',
  guardian: 'Guardian',
  owner: 'Owner',
  professional: 'Professional',
  partner: 'Partner',
};

interface ChartAccessProps {
  readonly scope: string;
  readonly zone: string;
  readonly clientName: string;
}

/** Who reads this chart, since when, and how that ends. */
export function ChartAccess({ scope, zone, clientName }: ChartAccessProps) {
  const me = useMe();
  const members = useRange<Membership>({ collection: 'membership', index: 'scope', ...prefixRange(scope) });
  const colleagues = useRange<Professional>(
    me.practiceId === ''
      ? null
      : { collection: 'professional', index: 'practice', ...prefixRange(practiceScope(me.practiceId)) },
  );
  const [giving, setGiving] = useState(false);
  const [ending, setEnding] = useState<SeenRecord<Membership> | null>(null);
  if (members.loading) return null;
  const current = members.value.filter((member) => !member.body.ended);
  const ended = members.value.filter((member) => member.body.ended);

  return (
    <section className={styles.section} aria-label="Who has access">
      <div className={styles.sectionHead}>
        <h2>Who has access</h2>
        <Button onClick={() => setGiving(true)}>Give access</Button>
      </div>
      <ul className={styles.lines}>
        {current.map((member) => (
          <li key={member.id} className={styles.line}>
            <div className={styles.lineText}>
              <p className={styles.person}>
                {member.body.account_name}
                {member.body.account === me.sub ? <span className={styles.you}> (you)</span> : null}
              </p>
              <p className={styles.lineFacts}>
                {roleWords[member.body.role]}, since {fullDate(dateIn(member.body.from, zone))}
                {member.pending ? (
                  <StatusWord tone="wait" icon={Clock3}>
                    waiting to reach the server
                  </StatusWord>
                ) : null}
              </p>
            </div>
            <div className={styles.lineActions}>
              <Button
                tone="quiet"
                className={styles.cancel}
                aria-label={`End access of ${member.body.account_name}`}
                onClick={() => setEnding(member)}
              >
                End access
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {ended.length > 0 ? (
        <details className={styles.ended}>
          <summary>{ended.length === 1 ? '1 access that ended' : `${ended.length} accesses that ended`}</summary>
          <ul className={styles.lines}>
            {ended.map((member) => (
              <li key={member.id} className={styles.line}>
                <div className={styles.lineText}>
                  <p>{member.body.account_name}</p>
                  <p className={styles.lineFacts}>
                    {roleWords[member.body.role]}, {fullDate(dateIn(member.body.from, zone))} to{' '}
                    {member.body.ended ? fullDate(dateIn(member.body.ended, zone)) : ''}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {giving ? (
        <GiveAccess
          scope={scope}
          clientName={clientName}
          colleagues={(colleagues.loading ? [] : colleagues.value).filter(
            (colleague) => !current.some((member) => member.body.account === colleague.body.cognito_sub),
          )}
          onClose={() => setGiving(false)}
        />
      ) : null}
      {ending ? (
        <EndAccess member={ending} own={ending.body.account === me.sub} onClose={() => setEnding(null)} />
      ) : null}
    </section>
  );
}

interface EndAccessProps {
  readonly member: SeenRecord<Membership>;
  readonly own: boolean;
  readonly onClose: () => void;
}

function EndAccess({ member, own, onClose }: EndAccessProps) {
  const { busy, failure, run } = useChange(onClose);
  return (
    <Sheet
      open
      title={own ? 'End your own access?' : `End access of ${member.body.account_name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            tone="danger"
            disabled={busy}
            onClick={() => void run('membership.revoke', { membership_id: member.id, scope: member.scope })}
          >
            End access
          </Button>
        </>
      }
    >
      <p>
        {own
          ? 'The chart leaves this device as soon as the server knows. A colleague who treats this client can give access again.'
          : 'The chart leaves their devices when they next have contact. What they wrote stays in the chart.'}
      </p>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}

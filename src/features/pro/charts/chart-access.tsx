import { Clock3 } from 'lucide-react';
import { useState } from 'react';
import type { InferOutput } from 'valibot';
import { idOfScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { isFormer, lastDayToGive, type Membership } from '../../../../sync/collections/membership.ts';
import type { professional } from '../../../../sync/collections/professional.ts';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import { dateIn, fullDate, longDay } from '../../../lib/time.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { usePracticeDay } from '../../../model/people/use-practice-day.ts';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useRange, useRecord } from '../../../lib/use-records.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { accessRows, mayGive, type AccessRow } from './access-rows.ts';
import type { GiveAccessProps } from './give-access.tsx';
import { LastDay } from './last-day.tsx';
import styles from './chart-detail.module.css';

const GiveAccess = lazySheet<GiveAccessProps>(
  'Give access',
  loadAgain(
    () => import('./give-access.tsx'),
    (module) => module.GiveAccess,
  ),
);

export type Professional = InferOutput<(typeof professional)['body']>;

const roleWords: Readonly<Record<Membership['role'], string>> = {
  treating: 'Treating',
  supervisor: 'Supervisor',
  scheduler: 'Sessions only',
  biller: 'Billing',
  person: 'Client',
  client: 'Client',
  guardian: 'Guardian',
  owner: 'Owner',
  professional: 'Professional',
  partner: 'Partner',
};

/** `Treating`, `Treating and supervisor` */
function rolesInWords(roles: readonly Membership['role'][]): string {
  return roles.map((role, index) => (index === 0 ? roleWords[role] : roleWords[role].toLowerCase())).join(' and ');
}

interface ChartAccessProps {
  readonly scope: string;
  readonly zone: string;
  readonly clientName: string;
}

/** Who reads this chart, since when, and how that ends. */
export function ChartAccess({ scope, zone, clientName }: ChartAccessProps) {
  const me = useMe();
  const members = useRange({ collection: 'membership', index: 'scope', ...prefixRange(scope) });
  const colleagues = useRange(
    me.practiceId === ''
      ? null
      : { collection: 'professional', index: 'practice', ...prefixRange(practiceScope(me.practiceId)) },
  );
  const [giving, setGiving] = useState(false);
  const card = useRecord('client_card', idOfScope(scope));
  const day = usePracticeDay(card.loading ? null : (card.value?.body.practice_id ?? null));
  const [dating, setDating] = useState<AccessRow | null>(null);
  const [ending, setEnding] = useState<AccessRow | null>(null);
  // Whose roles read no membership here is told of none.
  if (members.loading || card.loading || day.loading || members.value.length === 0) return null;
  const today = day.value;
  const viewer = { sub: me.sub, today };
  const current = accessRows(members.value, viewer);
  const ended = members.value.filter((member) => isFormer(member, today));

  return (
    <section className={styles.section} aria-label="Who has access">
      <div className={styles.sectionHead}>
        <h2>Who has access</h2>
        {mayGive(members.value, viewer) ? <Button onClick={() => setGiving(true)}>Give access</Button> : null}
      </div>
      <ul className={styles.lines}>
        {current.map((row) => (
          <li key={row.key} className={styles.line}>
            <div className={styles.lineText}>
              <p className={styles.person}>
                <PersonName name={row.name} />
                {row.account === me.sub ? <span className={styles.you}> (you)</span> : null}
              </p>
              <p className={styles.lineFacts}>
                {rolesInWords(row.roles)}, since {fullDate(dateIn(row.from, zone))}
                {row.until === null ? null : `, last day ${longDay(row.until, today)}`}
                {row.pending ? (
                  <StatusWord tone="wait" icon={Clock3}>
                    waiting to reach the server
                  </StatusWord>
                ) : null}
              </p>
            </div>
            {row.ending || row.dated.length > 0 ? (
              <div className={styles.lineActions}>
                {row.dated.length > 0 ? (
                  <Button tone="quiet" aria-label={`Last day of ${row.name}`} onClick={() => setDating(row)}>
                    Last day
                  </Button>
                ) : null}
                {row.ending ? (
                  <Button
                    tone="quiet"
                    className={styles.cancel}
                    aria-label={`End access of ${row.name}`}
                    onClick={() => setEnding(row)}
                  >
                    End access
                  </Button>
                ) : null}
              </div>
            ) : null}
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
                  <p>
                    <PersonName name={member.body.account_name} />
                  </p>
                  <p className={styles.lineFacts}>
                    {roleWords[member.body.role]}, {fullDate(dateIn(member.body.from, zone))} to{' '}
                    {fullDate(member.body.ended ? dateIn(member.body.ended, zone) : (member.body.until ?? today))}
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
            (colleague) => !current.some((row) => row.account === colleague.body.cognito_sub),
          )}
          today={today}
          lastDay={lastDayToGive(members.value, me.sub, today)}
          onClose={() => setGiving(false)}
        />
      ) : null}
      {dating ? <LastDay row={dating} scope={scope} today={today} onClose={() => setDating(null)} /> : null}
      {ending ? <EndAccess row={ending} own={ending.account === me.sub} onClose={() => setEnding(null)} /> : null}
    </section>
  );
}

interface EndAccessProps {
  readonly row: AccessRow;
  readonly own: boolean;
  readonly onClose: () => void;
}

function EndAccess({ row, own, onClose }: EndAccessProps) {
  const { busy, failure, run } = useChange(onClose);
  const member = row.ending;
  return (
    <Sheet
      open
      title={own ? 'End your own access?' : `End access of ${row.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            tone="danger"
            disabled={busy || !member}
            onClick={() =>
              member ? void run('membership.revoke', { membership_id: member.id, scope: member.scope }) : undefined
            }
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
      {row.roles.length > 1 ? <p>All roles end: {rolesInWords(row.roles).toLowerCase()}.</p> : null}
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}

import { CircleCheck, Clock3, HandHelping, Mail } from 'lucide-react';
import { useState } from 'react';
import { idOfScope } from '../../../../sync/collections/classes.ts';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { dateIn, fullDate } from '../../../lib/time.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRange, useRecord } from '../../../lib/use-records.ts';
import { useWaitsForApproval } from '../../../model/people/use-account.ts';
import { useRoles } from '../../../model/people/use-roles.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import type { DecideJoiningProps } from './decide-joining.tsx';
import { inviteRows, type InviteRow } from './invite-rows.ts';
import type { InviteSheetProps } from './invite-sheet.tsx';
import type { PaperSheetProps } from './paper-sheet.tsx';
import { RefusedInviteNotice } from './refused-invite.tsx';
import styles from './chart-detail.module.css';

const InviteSheet = lazySheet<InviteSheetProps>(
  'Invite',
  loadAgain(
    () => import('./invite-sheet.tsx'),
    (module) => module.InviteSheet,
  ),
);
const PaperSheet = lazySheet<PaperSheetProps>(
  'Code on paper',
  loadAgain(
    () => import('./paper-sheet.tsx'),
    (module) => module.PaperSheet,
  ),
);
const DecideJoining = lazySheet<DecideJoiningProps>(
  'Who has joined',
  loadAgain(
    () => import('./decide-joining.tsx'),
    (module) => module.DecideJoining,
  ),
);

interface ChartInvitesProps {
  readonly scope: string;
  readonly zone: string;
}

/** The row as it was when it was asked of. */
type Asked = { readonly kind: 'invite' | 'paper' | 'let-in' | 'undo'; readonly row: InviteRow };

/** In which states there is something to show or to decide. */
const fitting = {
  paper: ['open'],
  'let-in': ['asks_clinician'],
  undo: ['asks_clinician', 'asks_birth_date', 'member'],
} as const satisfies Partial<Record<Asked['kind'], readonly InviteRow['state'][]>>;

/** What a sheet is about as it stands now; null where it has come to nothing. An invite that is being written stays as it was begun. */
function standing({ kind, row }: Asked, rows: readonly InviteRow[]): InviteRow | null {
  if (kind === 'invite') return row;
  const now = rows.find(({ personId }) => personId === row.personId);
  const states: readonly InviteRow['state'][] = fitting[kind];
  return now && now.invite?.id === row.invite?.id && states.includes(now.state) ? now : null;
}

/** [IV-1] Each person of the chart: their account, their invite, and what can be done about it. */
export function ChartInvites({ scope, zone }: ChartInvitesProps) {
  const chartId = idOfScope(scope);
  const people = useRange({ collection: 'chart_person', index: 'chart', ...prefixRange(chartId) });
  const invites = useRange({ collection: 'chart_invite', index: 'chart', ...prefixRange(chartId) });
  const card = useRecord('client_card', chartId);
  const chart = useRecord('chart', chartId);
  const treats = useRoles(scope).includes('treating');
  const waitsForApproval = useWaitsForApproval();
  const now = useNow();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { failure, busy, run } = useChange(() => undefined);
  if (people.loading || invites.loading || card.loading || chart.loading) return null;
  // Whose roles read no person or no chart here is told of no account.
  if (people.value.length === 0 || !card.value || !chart.value) return null;
  const rows = inviteRows({
    people: people.value,
    invites: invites.value,
    card: card.value.body,
    isCouple: chart.value.body.patient_type === 'couple',
    today: dateIn(now, zone),
    now,
    waitsForApproval,
  });
  const mayInvite = card.value.body.archived === undefined && card.value.body.sample === undefined;
  const close = (): void => setAsked(null);
  const shown = asked && standing(asked, rows);
  // Decided elsewhere: it does not come back by itself where the like is asked again.
  if (asked && !shown) close();
  return (
    <section className={styles.section} aria-label="Client account">
      <div className={styles.sectionHead}>
        <h2>Client account</h2>
      </div>
      <ul className={styles.lines}>
        {rows.map((row) => (
          <li key={row.personId} className={styles.line}>
            <div className={styles.lineText}>
              <p className={styles.person}>
                <PersonName name={row.name} />
              </p>
              <InviteFacts row={row} zone={zone} />
            </div>
            {treats && (mayInvite || !isOffer(row)) ? (
              <div className={styles.lineActions}>
                <InviteActions
                  row={row}
                  busy={busy}
                  mayInvite={mayInvite}
                  onAsk={(kind) => setAsked({ kind, row })}
                  onWithdraw={(invite) => void run('chart.withdraw_invite', { chart_id: chartId, invite_id: invite })}
                />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      <RefusedInviteNotice chartId={chartId} />
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
      {asked?.kind === 'invite' ? <InviteSheet chartId={chartId} row={asked.row} onClose={close} /> : null}
      {asked?.kind === 'paper' && shown?.invite ? (
        <PaperSheet invite={shown.invite} name={shown.name} zone={zone} onClose={close} />
      ) : null}
      {(asked?.kind === 'let-in' || asked?.kind === 'undo') && shown?.invite ? (
        <DecideJoining kind={asked.kind} invite={shown.invite} name={shown.name} onClose={close} />
      ) : null}
    </section>
  );
}

/** Whether all that could be done about somebody is to invite them. */
function isOffer({ state }: InviteRow): boolean {
  return state === 'none' || state === 'expired';
}

function InviteFacts({ row, zone }: { readonly row: InviteRow; readonly zone: string }) {
  const { invite, state } = row;
  const body = invite?.body;
  const day = (at: string): string => fullDate(dateIn(at, zone));
  const joined = body?.joined_at ? `${body.joined_email ?? ''}, ${day(body.joined_at)}` : '';
  if (row.whyNot !== null && (state === 'none' || state === 'expired'))
    return <p className={styles.lineFacts}>{row.whyNot}</p>;
  switch (state) {
    case 'none':
      return <p className={styles.lineFacts}>No account yet, and no invite</p>;
    case 'account':
      return <p className={styles.lineFacts}>Has an account</p>;
    case 'expired':
      return <p className={styles.lineFacts}>The invite has expired on {day(body?.until ?? '')}</p>;
    case 'open':
      return (
        <p className={styles.lineFacts}>
          <span className={styles.breakable}>
            {body?.way === 'mail' ? `Invited at ${body.email ?? ''}` : 'Invited by a code on paper'}
            {`, until ${day(body?.until ?? '')}`}
          </span>
          {invite?.pending ? (
            <StatusWord tone="wait" icon={Clock3}>
              {body?.way === 'mail' ? 'the mail leaves once this device is online' : 'waiting to reach the server'}
            </StatusWord>
          ) : (
            <StatusWord tone="quiet" icon={Mail}>
              not used yet
            </StatusWord>
          )}
        </p>
      );
    case 'asks_birth_date':
      return (
        <p className={styles.lineFacts}>
          <span className={styles.breakable}>Joined with {joined}</span>
          <StatusWord tone="wait" icon={Clock3}>
            the birth date is being asked
          </StatusWord>
        </p>
      );
    case 'asks_clinician':
      return (
        <p className={styles.lineFacts}>
          <span className={styles.breakable}>Joined with {joined}</span>
          <StatusWord tone="need" icon={HandHelping}>
            {row.birthDate === null ? 'waits for you to let them in' : 'gave another birth date: waits for you'}
          </StatusWord>
        </p>
      );
    case 'member':
      return (
        <p className={styles.lineFacts}>
          <span className={styles.breakable}>Joined with {joined}</span>
          <StatusWord tone="fine" icon={CircleCheck}>
            sees their sessions
          </StatusWord>
        </p>
      );
  }
}

interface InviteActionsProps {
  readonly row: InviteRow;
  readonly busy: boolean;
  /** Nobody is invited to a chart that is archived, or made up. */
  readonly mayInvite: boolean;
  readonly onAsk: (kind: Asked['kind']) => void;
  readonly onWithdraw: (invite: string) => void;
}

function InviteActions({ row, busy, mayInvite, onAsk, onWithdraw }: InviteActionsProps) {
  const { name, invite, state } = row;
  switch (state) {
    case 'account':
      return null;
    case 'none':
    case 'expired':
      return (
        <Button
          className={styles.outlined}
          disabled={row.whyNot !== null}
          aria-label={`Invite ${name}`}
          onClick={() => onAsk('invite')}
        >
          Invite
        </Button>
      );
    case 'open':
      return (
        <>
          {invite?.body.way === 'paper' ? (
            <Button tone="quiet" aria-label={`Show the code of ${name}`} onClick={() => onAsk('paper')}>
              Show code
            </Button>
          ) : mayInvite ? (
            <Button tone="quiet" aria-label={`Send the invite of ${name} again`} onClick={() => onAsk('invite')}>
              Send again
            </Button>
          ) : null}
          <Button
            tone="quiet"
            className={styles.cancel}
            disabled={busy}
            aria-label={`Withdraw the invite of ${name}`}
            onClick={() => onWithdraw(invite?.id ?? '')}
          >
            Withdraw
          </Button>
        </>
      );
    case 'asks_clinician':
    case 'asks_birth_date':
    case 'member':
      return (
        <>
          {state === 'asks_clinician' ? (
            <Button className={styles.outlined} aria-label={`Let ${name} in`} onClick={() => onAsk('let-in')}>
              Let in
            </Button>
          ) : null}
          <Button
            tone="quiet"
            className={styles.cancel}
            aria-label={`Undo the joining of ${name}`}
            onClick={() => onAsk('undo')}
          >
            Undo
          </Button>
        </>
      );
  }
}

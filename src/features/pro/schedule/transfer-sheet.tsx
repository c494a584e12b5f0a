import { useState } from 'react';
import type { MutateResult } from '../../../../sync/client/api.ts';
import { practiceScope } from '../../../../sync/collections/classes.ts';
import { lastDayToGive } from '../../../../sync/collections/membership.ts';
import { transferIdOf } from '../../../../sync/collections/session-transfer.ts';
import { betweenRange, prefixRange } from '../../../../sync/core/index-key.ts';
import { noticeDays } from '../../../../sync/domain/notice-days.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dateIn, longDay } from '../../../lib/time.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { useRange, useRecords } from '../../../lib/use-records.ts';
import { usePracticeDay } from '../../../model/people/use-practice-day.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { Button } from '../../../ui/button.tsx';
import { Radio } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useCalendarActs } from './calendar-acts.ts';
import { accessOf, proposedSessions } from './transfer-plan.ts';
import styles from './session-sheet.module.css';

export interface TransferSheetProps {
  readonly session: Session;
  readonly name: string;
  readonly zone: string;
  readonly now: string;
  readonly onClose: () => void;
}

/** [CA-8] Proposes sessions to a colleague of the practice, and decides in the same step what she sees of the chart. Works without a network. */
export function TransferSheet({ session, name, zone, now, onClose }: TransferSheetProps) {
  const client = useClient();
  const owner = useSub();
  const { tell } = useCalendarActs();
  const { scope, body } = session;
  const people = useRange({
    collection: 'professional',
    index: 'practice',
    ...prefixRange(practiceScope(body.practice_id)),
  });
  const members = useRange({ collection: 'membership', index: 'scope', ...prefixRange(scope) });
  const coming = useRange({ collection: 'appointment', index: 'scope_start', ...betweenRange([scope], now, '~') });
  const day = usePracticeDay(body.practice_id);
  const [to, setTo] = useState('');
  const [isAll, setAll] = useState(false);
  const [notice, setNotice] = useState<number>(noticeDays[0]);
  const [chosen, setChosen] = useState<'chart' | 'sessions' | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** To whom this sheet has opened the chart: a first try that failed after that is closed with the undo of the next. */
  const [openedTo, setOpenedTo] = useState<string | null>(null);
  const asked = proposedSessions(session, coming.loading ? [] : coming.value, {
    now,
    zone,
    notice: isAll ? notice : null,
  });
  const before = useRecords(
    'session_transfer',
    asked.map(({ id }) => transferIdOf(id)),
  );
  if (people.loading || members.loading || day.loading) return null;
  const colleagues = people.value.filter(({ body: { cognito_sub: sub } }) => sub !== body.clinician && sub !== owner);
  const colleague = colleagues.find((one) => one.body.cognito_sub === to);
  const today = day.value;
  const has = accessOf(members.value, to, today);
  // Nobody is let into a chart by a choice that somebody did not make.
  const sees = has === 'chart' ? 'chart' : (chosen ?? (has === 'sessions' ? 'sessions' : null));
  /** The chart is opened with this: taking it back closes it again. */
  const isOpened = (has !== 'chart' && sees === 'chart') || openedTo === to;
  const until = lastDayToGive(members.value, owner, today);
  const [first] = asked;
  // Whether it was proposed before: over a version that is not known yet nothing is said.
  const isKnown = asked.every(({ id }) => before.has(transferIdOf(id)));

  /** What was proposed before stands in the way of nothing: its version is the one on screen. */
  const propose = ({ id }: Session): Promise<MutateResult> => {
    const state = before.get(transferIdOf(id))?.stamps['state'] ?? '';
    return client.mutate('session_transfer.propose', { appointment_id: id, to }, { owner, base: { state } });
  };
  async function send(): Promise<MutateResult> {
    const role = sees === 'chart' ? ('treating' as const) : ('scheduler' as const);
    if (has !== sees) {
      const account_name = colleague?.body.display_name ?? '';
      const given = { scope, account: to, account_name, role, ...(until === null ? {} : { until }) };
      const result = await client.mutate('membership.grant', given, { owner });
      if (result.kind !== 'saved') return result;
      if (role === 'treating') setOpenedTo(to);
    }
    let last: MutateResult | null = null;
    for (const one of asked) {
      last = await propose(one);
      if (last.kind !== 'saved') return last;
    }
    if (!last) throw new Error('nothing to propose');
    return last;
  }
  async function save(): Promise<void> {
    setBusy(true);
    setFailure(null);
    // What the engine threw is in its log.
    const result = await send().catch(() => null);
    setBusy(false);
    if (result?.kind !== 'saved') {
      setFailure(result?.message ?? notTakenWords);
      return;
    }
    tell({
      words: `Proposed to ${colleague?.body.display_name ?? 'your colleague'}.`,
      undo: async () => {
        // What could not be taken back stops none of the others.
        let end: MutateResult = result;
        for (const { id } of asked) {
          const args = { appointment_id: id, answer: 'withdraw' as const, ...(isOpened ? { closes_chart: true } : {}) };
          const last = await client.mutate('session_transfer.answer', args, { owner });
          if (end.kind === 'saved') end = last;
        }
        return end;
      },
    });
    onClose();
  }

  if (colleagues.length === 0) {
    return (
      <Sheet open title="Transfer to a colleague" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        <p>There is no other clinician in your practice yet.</p>
      </Sheet>
    );
  }
  const count = asked.length === 1 ? '1 session' : `${asked.length} sessions`;
  return (
    <Sheet
      open
      title="Transfer to a colleague"
      onClose={onClose}
      size="medium"
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            tone="primary"
            disabled={busy || !isKnown || !colleague || sees === null || asked.length === 0}
            onClick={() => void save()}
          >
            Propose
          </Button>
        </>
      }
    >
      <fieldset className={styles.who}>
        <legend>Who takes over</legend>
        {colleagues.map((one) => (
          <Radio
            key={one.id}
            name="to"
            label={<PersonName name={one.body.display_name} />}
            checked={to === one.body.cognito_sub}
            onChange={() => setTo(one.body.cognito_sub)}
          />
        ))}
      </fieldset>
      <fieldset className={styles.who}>
        <legend>Which sessions</legend>
        <Radio name="which" label="This session" checked={!isAll} onChange={() => setAll(false)} />
        <Radio
          name="which"
          label={
            <>
              All coming sessions of <PersonName name={body.clinician_name} /> with <PersonName name={name} />
            </>
          }
          checked={isAll}
          onChange={() => setAll(true)}
        />
        {isAll ? (
          <SelectField
            label="Notice"
            hint="Sessions before that stay where they are."
            value={String(notice)}
            options={noticeDays.map((days) => ({ value: String(days), label: days === 1 ? '1 day' : `${days} days` }))}
            onChange={(event) => setNotice(Number(event.target.value))}
          />
        ) : null}
        {isAll ? (
          <output className={styles.soft}>
            {first
              ? `${count}, the first on ${longDay(dateIn(first.body.start, zone), dateIn(now, zone))}.`
              : 'No session lies that far ahead.'}
          </output>
        ) : null}
      </fieldset>
      {colleague && has !== 'chart' ? (
        <fieldset className={styles.who}>
          <legend>What {colleague.body.display_name} sees from now on</legend>
          <Radio
            name="access"
            label="The whole chart, until that is ended under Who has access: reads everything and writes notes"
            checked={sees === 'chart'}
            onChange={() => setChosen('chart')}
          />
          <Radio
            name="access"
            label="The sessions alone: when and where they are and how the client is reached. No note is read, and none can be written."
            checked={sees === 'sessions'}
            onChange={() => setChosen('sessions')}
          />
        </fieldset>
      ) : null}
      <p className={styles.soft}>
        {colleague && has === 'chart' ? `${colleague.body.display_name} has access to the chart already. ` : null}
        The sessions stay where they are until your colleague takes them over.
      </p>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}

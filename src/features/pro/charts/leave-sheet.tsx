import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { noteIdOf, type Appointment } from '../../../../sync/collections/appointment.ts';
import { useClient } from '../../../lib/client-context.ts';
import { clockSpan, dateIn, longDay } from '../../../lib/time.ts';
import { lastSaid } from '../../../model/notes/last-said.ts';
import { noteState } from '../../../model/sessions/session-words.ts';
import { notTakenWords } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { useOpenWork } from './use-open-work.ts';
import styles from './leave-sheet.module.css';

/** Later than any session. */
const endOfTime = '9999-12-31T23:59:59.999Z';

export type Leaving = 'archive' | 'discharge';

export interface LeaveSheetProps {
  readonly kind: Leaving;
  readonly chartId: string;
  readonly name: string;
  readonly zone: string;
  readonly now: string;
  /** It is done. */
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

const words = {
  archive: {
    title: 'Archive this client?',
    text: 'leaves the list, and nothing is booked and nobody invited until you restore them; an invite that is still open is withdrawn. Notes, sessions and access stay as they are.',
    act: 'Archive',
  },
  discharge: {
    title: 'Discharge this client?',
    text: 'stays in the list as discharged. Notes, sessions and access stay as they are.',
    act: 'Discharge',
  },
} as const;

/** [CH-3] Names what is still open before a client is archived or discharged, and asks about each coming session: nothing is cancelled unasked. */
export function LeaveSheet({ kind, chartId, name, zone, now, onLeft, onClose }: LeaveSheetProps) {
  const client = useClient();
  const work = useOpenWork(chartId, now);
  const [cancelled, setCancelled] = useState<ReadonlySet<string>>(new Set());
  const [isRiskSeenTo, setRiskSeenTo] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { title, text, act } = words[kind];
  const today = dateIn(now, zone);
  const coming = work?.coming ?? [];
  const unsigned = work?.unsigned ?? [];
  const noted = [...(work?.notes.values() ?? [])].flatMap((note) => (note ? [note.body] : []));
  const { risk, isRiskOpen } = lastSaid(noted, endOfTime);
  const wanted = coming.filter(({ id }) => cancelled.has(id));
  const dayOf = ({ body }: SeenRecord<Appointment>): string => longDay(dateIn(body.start, zone), today);
  const timeOf = ({ body }: SeenRecord<Appointment>): string => clockSpan(body, zone);

  function tick(id: string, isTicked: boolean): void {
    setCancelled((before) => new Set(isTicked ? [...before, id] : [...before].filter((one) => one !== id)));
  }

  /** One after the other: what could not be cancelled is said, and then nothing further is done. */
  async function leave(): Promise<void> {
    if (isRiskOpen && !isRiskSeenTo) {
      setFailure('The last note names a risk. Please say first that it is seen to.');
      return;
    }
    setBusy(true);
    setFailure(null);
    for (const session of wanted) {
      // What the engine threw is in its log, here and below.
      const result = await client.mutate('appointment.cancel', { appointment_id: session.id }).catch(() => null);
      if (result?.kind !== 'saved') {
        setBusy(false);
        setFailure(`${dayOf(session)}, ${timeOf(session)}: ${result?.message ?? notTakenWords}`);
        return;
      }
    }
    const leaving =
      kind === 'archive'
        ? client.mutate('chart.archive', { chart_id: chartId })
        : client.mutate('chart.set_status', { chart_id: chartId, client_status: 'discharged' });
    const result = await leaving.catch(() => null);
    setBusy(false);
    if (result?.kind === 'saved') onLeft();
    else setFailure(result?.message ?? notTakenWords);
  }

  return (
    <Sheet
      open
      size="medium"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button tone="primary" disabled={busy || work === null} onClick={() => void leave()}>
            {wanted.length === 0
              ? act
              : `${act} and cancel ${wanted.length === 1 ? '1 session' : `${wanted.length} sessions`}`}
          </Button>
        </>
      }
    >
      <p className={styles.text}>
        <bdi>{name}</bdi> {text}
      </p>
      {risk !== null && isRiskOpen ? (
        <section className={styles.group} aria-label="Open risk">
          <h3>A risk is open</h3>
          <p className={styles.soft}>
            The{' '}
            <Link
              to="/pro-dashboard/sessions/$appointmentId/note"
              params={{ appointmentId: risk.appointmentId }}
              onClick={onClose}
            >
              note of {longDay(dateIn(risk.sessionStart, zone), today)}
            </Link>{' '}
            says: {risk.text}. No later one says less.
          </p>
          <Checkbox
            checked={isRiskSeenTo}
            disabled={busy}
            onChange={({ target }) => {
              setRiskSeenTo(target.checked);
              setFailure(null);
            }}
            label="It is seen to, by me or by somebody I handed it to"
          />
        </section>
      ) : null}
      {coming.length > 0 ? (
        <fieldset className={styles.group}>
          <legend>{coming.length === 1 ? '1 coming session' : `${coming.length} coming sessions`}</legend>
          <p className={styles.soft}>
            Tick what is to be cancelled; what you leave takes place. A cancelled session can be restored on its own
            page
            {kind === 'archive' ? ', once this client is restored' : ''}.
          </p>
          <ul className={styles.lines}>
            {coming.map((session) => (
              <li key={session.id}>
                <Checkbox
                  checked={cancelled.has(session.id)}
                  disabled={busy}
                  onChange={({ target }) => tick(session.id, target.checked)}
                  label={
                    <>
                      Cancel {dayOf(session)}, <span className={styles.span}>{timeOf(session)}</span>
                      <span className={styles.hint}>{session.body.appointment_type_label}</span>
                    </>
                  }
                />
              </li>
            ))}
          </ul>
          {coming.length > 1 ? (
            <Button
              tone="quiet"
              disabled={busy}
              className={styles.all}
              onClick={() => setCancelled(new Set(wanted.length === coming.length ? [] : coming.map(({ id }) => id)))}
            >
              {wanted.length === coming.length ? 'Leave all of them' : 'Cancel all of them'}
            </Button>
          ) : null}
        </fieldset>
      ) : null}
      {unsigned.length > 0 ? (
        <section className={styles.group} aria-label="Notes that are not signed">
          <h3>{unsigned.length === 1 ? '1 note is not signed' : `${unsigned.length} notes are not signed`}</h3>
          <p className={styles.soft}>They stay in the chart, and can be signed later too.</p>
          <ul className={styles.lines}>
            {unsigned.map((session) => {
              const state = noteState(work?.notes.get(noteIdOf(session.id)), session.body, now);
              return (
                <li key={session.id} className={styles.note}>
                  <Link
                    to="/pro-dashboard/sessions/$appointmentId/note"
                    params={{ appointmentId: session.id }}
                    className={styles.noteLink}
                  >
                    {dayOf(session)}, <span className={styles.span}>{timeOf(session)}</span>
                  </Link>
                  {state ? (
                    <StatusWord tone={state.tone} icon={state.icon}>
                      {state.word}
                    </StatusWord>
                  ) : null}
                </li>
              );
            })}
          </ul>
        </section>
      ) : null}
      {work !== null && coming.length === 0 && unsigned.length === 0 ? (
        <p className={styles.soft}>No session is planned, and no note is open.</p>
      ) : null}
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}

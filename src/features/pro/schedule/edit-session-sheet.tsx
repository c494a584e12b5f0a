import { useState } from 'react';
import type { AttentionItem, MutateResult } from '../../../../sync/client/api.ts';
import { endOf } from '../../../../sync/collections/appointment.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dateIn } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { chartIdOf } from '../../../model/clients/client-name.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { officeSteps, sayOffices, type OfficeStep } from '../../../model/sessions/office-steps.ts';
import { SeriesReachChoice } from '../../../model/sessions/series-reach-choice.tsx';
import { factsOfChange, planBase, reachCount, type Reach } from '../../../model/sessions/series-reach.ts';
import { useOfficeWords } from '../../../model/sessions/use-office-words.ts';
import { officeMeant, useOffices } from '../../../model/sessions/use-offices.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { useSeriesKnown } from '../../../model/sessions/use-series.ts';
import { useSessionTypes } from '../../../model/sessions/use-session-types.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useCalendarActs, type Done } from './calendar-acts.ts';
import type { MeantTime } from './grid-moves.ts';
import { LookNow } from './look-now.tsx';
import { OfficeField } from './office-field.tsx';
import { putInField } from './put-in-field.ts';
import { isLeft } from './said-over.ts';
import { seriesEdited } from './series-done.ts';
import { useSeriesChange } from './series-change.ts';
import { SessionPlanFields, SessionTimeFields } from './session-fields.tsx';
import {
  changeBack,
  changeOf,
  localOf,
  sessionSchema,
  sessionWords,
  valuesOf,
  type SessionSaid,
  type SessionValues,
} from './session-form.ts';
import { TimeAdvice, useTimeStanding } from './time-advice.tsx';
import { useLook } from './use-look.ts';
import { whenWords } from './words.ts';

/** Not the type: whoever chooses one gets its length, kind and price. */
const shownFields = ['date', 'time', 'minutes', 'place', 'kind', 'billing_type', 'price'];

export interface EditSessionSheetProps {
  readonly session: Session;
  readonly name: string;
  /** Where it was put by hand; it is asked about first, since something takes that time. */
  readonly moved?: MeantTime | null;
  /** A change that was refused: this one takes its place. */
  readonly again?: AttentionItem | null;
  readonly onClose: () => void;
}

/** [S-024] Changes what is planned of a session, fact by fact; works without a network. */
export function EditSessionSheet({ session: found, name, moved = null, again = null, onClose }: EditSessionSheetProps) {
  const client = useClient();
  const owner = useSub();
  const { zone: own } = useMe();
  const now = useNow();
  const { tell } = useCalendarActs();
  // The sheet was opened over one version; what is there now comes from the device.
  const record = useRecord('appointment', found.id);
  const session = (record.loading ? undefined : record.value) ?? found;
  const { body } = session;
  const { zone } = body;
  const there = valuesOf(chartIdOf(session), body, session.stamps);
  const [begun] = useState(() => valuesOf(chartIdOf(found), found.body, found.stamps));
  const [overBlocked, setOverBlocked] = useState(false);
  const [reach, setReach] = useState<Reach>('this');
  const series = useSeriesKnown(session);
  const look = useLook();
  const offices = useOffices(body.clinician) ?? [];
  const office = useOfficeWords(session, series?.sessions ?? [], now);
  const form = useOrchidForm<SessionValues, SessionSaid>({
    schema: sessionSchema,
    words: sessionWords,
    defaults: moved ? { ...begun, ...typedTime(moved) } : begun,
    keep: {
      owner,
      key: ['edit-session', session.id, moved?.start ?? ''].join(' '),
      path: `/pro-dashboard/schedule/${session.id}`,
    },
    send: async (typed) => {
      if (standing.taken.length === 0 && standing.blocked.length > 0 && !overBlocked && isTimeOther)
        return { kind: 'not-saved', message: 'This time is blocked. Choose another one, or book over it.' };
      const { change, base } = changeOf(look.over(typed), { zone, overBlocked });
      const steps = officeChange(typed);
      if (Object.keys(change).length === 0) {
        if (again) await client.dismiss(again.uid);
        const { last, back } = await sayOffices(client, owner, steps);
        if (last && last.kind !== 'saved') return last;
        if (last)
          tell({
            words: `Changed: ${name}, the office. Saved on this device.`,
            ...(back.length > 0 ? { undo: () => takeOfficesBack(back) } : {}),
          });
        return { kind: 'saved' };
      }
      const options = { owner, base, ...(again ? { replaces: again.uid } : {}) };
      if (reach !== 'this') {
        if (!series) return { kind: 'not-saved', message: errorTexts.not_found };
        const { start: _start, ...meant } = change;
        const args = { appointment_id: session.id, reach, ...meant };
        const over = { ...base, ...planBase(series.series.stamps, Object.keys(base)) };
        const result = look.heard(await client.mutate('appointment_series.edit', args, { ...options, base: over }));
        if (result.kind !== 'saved') return result;
        const facts = factsOfChange(change);
        const count = reachCount(session, reach, series, facts);
        const { plan } = series;
        const done = seriesEdited(
          { client, owner },
          { looked: session, name, reach, facts, count, plan, uid: result.uid },
        );
        tell(await withOffices(done, steps));
        return { kind: 'saved' };
      }
      const result = await client.mutate('appointment.edit', { appointment_id: session.id, ...change }, options);
      look.heard(result);
      if (result.kind !== 'saved') return result;
      const done: Done = {
        words: `Changed: ${name}, ${whenWords(changedTime(change, body), own, dateIn(now, own))}. Saved on this device.`,
        ...(change.force_book_over_blocked === undefined
          ? {
              undo: () =>
                client.mutate(
                  'appointment.edit',
                  { appointment_id: session.id, ...changeBack(change, body) },
                  { owner, base: Object.fromEntries(Object.keys(base).map((fact) => [fact, result.uid])) },
                ),
            }
          : {}),
      };
      tell(await withOffices(done, steps));
      return { kind: 'saved' };
    },
    onSent: onClose,
  });
  /** What is to be said of another office, where it is held in person from now on. */
  function officeChange(typed: SessionSaid): readonly OfficeStep[] {
    const meant =
      typed.place === 'office_location' ? officeMeant(typed.office_location_id, offices, office.held) : null;
    if (meant === null || meant === office.held) return [];
    // A series keeps to the offices of whom it was booked with.
    const isTheirs = series?.series.body.clinician === body.clinician;
    const { own: words, ofSeries } = office;
    const sessions = series?.sessions ?? [];
    return officeSteps({
      looked: session,
      reach: isTheirs ? reach : 'this',
      office: meant,
      own: words,
      ofSeries,
      sessions,
      now,
    });
  }
  /** The same with what is said of another office; taken back with it. */
  async function withOffices(done: Done, steps: readonly OfficeStep[]): Promise<Done> {
    const { last, back } = await sayOffices(client, owner, steps);
    const failed = last && last.kind !== 'saved' ? ` In which office it is was not saved: ${last.message}` : '';
    const { undo, words } = done;
    if (!undo || back.length === 0) return { ...done, words: `${words}${failed}` };
    const all = async (): Promise<MutateResult> => {
      const result = await undo();
      return result.kind === 'saved' ? takeOfficesBack(back) : result;
    };
    return { ...done, words: `${words}${failed}`, undo: all };
  }
  async function takeOfficesBack(back: readonly OfficeStep[]): Promise<MutateResult> {
    const { last } = await sayOffices(client, owner, back);
    if (!last) throw new Error('nothing to take back');
    return last;
  }
  const values = look.over(form.values);
  const types = useSessionTypes(body.clinician) ?? [];
  const local = localOf(values);
  const minutes = Number(values.minutes);
  const isTimeOther = ['date', 'time', 'minutes'].some((name) => !isLeft(values, name));
  const asked = { clinician: body.clinician, local, minutes, zone, except: session.id };
  const known = useTimeStanding(asked);
  const change = useSeriesChange({ session, series, reach, values, zone });
  const standing = isTimeOther ? known : { ...known, taken: [], blocked: [], hours: null };
  return (
    <Sheet
      open
      size="medium"
      title="Edit session"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendButton form={form} busyWords="Saving…">
            Save
          </SendButton>
        </>
      }
    >
      <Form form={form}>
        {series ? <SeriesReachChoice {...{ reach, ...change }} onReach={setReach} verb="changes" /> : null}
        <SessionTimeFields form={form} />
        <TimeAdvice
          asked={asked}
          standing={standing}
          overBlocked={overBlocked}
          onOverBlocked={setOverBlocked}
          onTake={({ local_start }) => {
            putInField(form.id, 'date', local_start.slice(0, -6));
            putInField(form.id, 'time', local_start.slice(-5));
          }}
        />
        <SessionPlanFields form={form} types={types} />
        <OfficeField form={form} offices={offices} held={office.held} />
      </Form>
      <LookNow look={look} onLook={() => look.at(there.opened, form, shownFields)}>
        It is {whenWords(body, own, dateIn(now, own))} now, {body.appointment_type_label}.
      </LookNow>
    </Sheet>
  );
}

function changedTime(
  { start, minutes }: { readonly start?: string | undefined; readonly minutes?: number | undefined },
  body: Session['body'],
): Pick<Session['body'], 'start' | 'end'> {
  const from = start ?? body.start;
  return { start: from, end: endOf(from, minutes ?? body.minutes) };
}

function typedTime({ local_start, minutes }: MeantTime): Pick<SessionValues, 'date' | 'time' | 'minutes'> {
  return { date: local_start.slice(0, -6), time: local_start.slice(-5), minutes: String(minutes) };
}

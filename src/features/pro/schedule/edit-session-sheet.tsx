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
import { failedWords } from '../../../model/sessions/failed-words.ts';
import { sayOffice, type SaidOffice } from '../../../model/sessions/say-office.ts';
import { SeriesReachChoice } from '../../../model/sessions/series-reach-choice.tsx';
import { factsOfChange, planBase, reachCount, type Reach } from '../../../model/sessions/series-reach.ts';
import { useOfficeWord } from '../../../model/sessions/use-office-word.ts';
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
import { TimeAdvice, useOverBlocked, useTimeStanding } from './time-advice.tsx';
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
  const [reach, setReach] = useState<Reach>('this');
  const series = useSeriesKnown(session);
  const look = useLook();
  const offices = useOffices(body.clinician) ?? [];
  const office = useOfficeWord(session);
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
      const elsewhere = otherOffice(typed);
      if (Object.keys(change).length === 0) {
        if (again) await client.dismiss(again.uid);
        const said = await sayMeant(elsewhere);
        if (said && said.result.kind !== 'saved') return said.result;
        if (said)
          tell({
            words: `Changed: ${name}, the office. Saved on this device.`,
            ...(said.undo ? { undo: said.undo } : {}),
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
        tell(await withOffice(done, elsewhere));
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
      tell(await withOffice(done, elsewhere));
      return { kind: 'saved' };
    },
    onSent: onClose,
  });
  /** The office that is to be said, where somebody chose another one, or where it is held in person only from now on. */
  function otherOffice(typed: SessionSaid): string | null {
    const isAsked = typed.office_location_id !== '' || body.place !== 'office_location';
    if (typed.place !== 'office_location' || !isAsked) return null;
    const meant = officeMeant(typed.office_location_id, offices, office?.office ?? null);
    return meant === office?.office ? null : meant;
  }
  async function sayMeant(meant: string | null): Promise<SaidOffice | null> {
    return meant === null ? null : sayOffice(client, owner, { looked: session, reach, office: meant, before: office });
  }
  /** The same with what is said of another office; taken back with it. */
  async function withOffice(done: Done, meant: string | null): Promise<Done> {
    const said = await sayMeant(meant);
    const failed = failedWords('The office', said?.result ?? null);
    const { undo, words } = done;
    const undoOffice = said?.undo;
    if (!undo || !undoOffice) return { ...done, words: `${words}${failed}` };
    const all = async (): Promise<MutateResult> => {
      const result = await undo();
      return result.kind === 'saved' ? undoOffice() : result;
    };
    return { ...done, words: `${words}${failed}`, undo: all };
  }
  const values = look.over(form.values);
  const types = useSessionTypes(body.clinician) ?? [];
  const local = localOf(values);
  const minutes = Number(values.minutes);
  const isTimeOther = ['date', 'time', 'minutes'].some((name) => !isLeft(values, name));
  const asked = { clinician: body.clinician, local, minutes, zone, except: session.id };
  const [overBlocked, setOverBlocked] = useOverBlocked(asked);
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
        <OfficeField form={form} offices={offices} held={office?.office ?? null} />
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

import { useEffect, useState } from 'react';
import { instantOf } from '../../../../sync/core/wall-clock.ts';
import { FormCheck } from '../../../forms/form-check.tsx';
import { FormSelect } from '../../../forms/form-select.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dateIn, localTimeAt, minuteOfDay } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useClinicians } from '../../../model/people/use-clinicians.ts';
import { useWorkKind } from '../../../model/people/use-work-kind.ts';
import { failedWords } from '../../../model/sessions/failed-words.ts';
import { sayBooked, wordsOfRefused, type BookedOf } from '../../../model/sessions/booked-place.ts';
import type { RefusedWord } from '../../../model/sessions/refused-words.ts';
import { typedPrice } from '../../../model/sessions/plan-words.ts';
import { useBookableClients, type BookableClient } from '../../../model/sessions/use-bookable-clients.ts';
import { useKnownPlace } from '../../../model/sessions/use-known-place.ts';
import { officeMeant, useOffices } from '../../../model/sessions/use-offices.ts';
import { useSessionTypes, type SessionType } from '../../../model/sessions/use-session-types.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import type { Again } from './booking-refusals.ts';
import { useCalendarActs, type Begun } from './calendar-acts.ts';
import { ClientPicker } from './client-picker.tsx';
import { FindTime } from './find-time.tsx';
import { OfficeField } from './office-field.tsx';
import { putInField } from './put-in-field.ts';
import { RepeatFields, useRepeatPlan } from './repeat-fields.tsx';
import {
  bookSeriesArgs,
  newSessionSchema,
  newSessionWords,
  noRepeat,
  type NewSessionSaid,
  type NewSessionValues,
} from './repeat-form.ts';
import { seriesBooked } from './series-done.ts';
import { SessionPlanFields, SessionTimeFields } from './session-fields.tsx';
import { SessionPlaceFields } from './session-place-fields.tsx';
import { bookingWords, placeSaid } from './session-form-booking.ts';
import { bookArgs, localOf, plainLabel, usualMinutes } from './session-form.ts';
import { TimeAdvice, useOverBlocked, useTimeStanding } from './time-advice.tsx';
import { whenWords } from './words.ts';

export interface NewSessionSheetProps {
  readonly begun: Begun;
  /** A booking that was refused, and what it said: this one takes its place, by the same clock. */
  readonly again?: Again | null;
  readonly onClose: () => void;
}

/** Books a session with a client; works without a network. What is known against its time is said before. */
export function NewSessionSheet(props: NewSessionSheetProps) {
  const sub = useSub();
  const clients = useBookableClients();
  const types = useSessionTypes(sub);
  if (clients === null || types === null) return null;
  return <NewSessionForm {...props} clients={clients} ownTypes={types} />;
}

interface NewSessionFormProps extends NewSessionSheetProps {
  readonly clients: readonly BookableClient[];
  readonly ownTypes: readonly SessionType[];
}

function NewSessionForm({ begun, again = null, clients, ownTypes, onClose }: NewSessionFormProps) {
  const client = useClient();
  const owner = useSub();
  const { zone: own } = useMe();
  const zone = again?.zone ?? own;
  const now = useNow();
  const { tell } = useCalendarActs();
  const isDesk = useWorkKind() === 'desk';
  const clinicians = useClinicians(isDesk);
  const [defaults] = useState(() => ({
    ...begunValues(begun, { now, zone, own: isDesk ? '' : owner, types: ownTypes }),
    // One that can be booked: an archived client is not chosen for anybody.
    ...(clients.some(({ chartId }) => chartId === begun.chartId) ? { chart_id: begun.chartId ?? '' } : {}),
    ...again?.said,
  }));
  const form = useOrchidForm<NewSessionValues, NewSessionSaid>({
    schema: newSessionSchema,
    words: newSessionWords,
    defaults,
    keep: {
      owner,
      key: ['new-session', ...(again ? [again.item.uid] : [])].join(' '),
      path: '/pro-dashboard/schedule',
    },
    send: async (said) => {
      if (said.repeats !== 'no') return sendSeries(said);
      if (standing.taken.length === 0 && standing.blocked.length > 0 && !overBlocked)
        return { kind: 'not-saved', message: 'This time is blocked. Choose another one, or book over it.' };
      const args = bookArgs(said, zone, overBlocked);
      if (args === null) return { kind: 'not-saved', message: 'There is no such day or time.' };
      const before = again ? await wordsOfRefused(client, again.item.uid) : [];
      const result = await client.mutate('appointment.book', args, {
        owner,
        ...(again ? { replaces: again.item.uid } : {}),
      });
      if (result.kind !== 'saved') return result;
      const [appointment_id = ''] = result.ids;
      const name = clients.find(({ chartId }) => chartId === said.chart_id)?.name ?? 'Client';
      const end = new Date(Date.parse(args.start) + args.minutes * 60_000).toISOString();
      const unplaced = await sayWhere(said, { of: { appointment_id }, uid: result.uid, before });
      tell({
        words: `${name}, ${whenWords({ start: args.start, end }, own, dateIn(now, own))}. Saved on this device.${unplaced}`,
        undo: () => client.mutate('appointment.cancel', { appointment_id }, { owner }),
      });
      return { kind: 'saved' };
    },
    onSent: onClose,
  });
  async function sendSeries(said: NewSessionSaid): Promise<SendResult> {
    const args = plan && bookSeriesArgs(said, plan, zone);
    if (!args) return { kind: 'not-saved', message: 'Please choose a date that there is, and at least one to book.' };
    const options = { owner, ...(again ? { replaces: again.item.uid } : {}) };
    const before = again ? await wordsOfRefused(client, again.item.uid) : [];
    const result = await client.mutate('appointment_series.book', args, options);
    if (result.kind !== 'saved') return result;
    const name = clients.find(({ chartId }) => chartId === said.chart_id)?.name ?? 'Client';
    const [series_id = ''] = result.ids;
    const unplaced = await sayWhere(said, { of: { series_id }, uid: result.uid, before });
    const done = seriesBooked({ client, owner }, { name, seriesId: series_id, args, today: dateIn(now, own) });
    tell({ ...done, words: `${done.words}${unplaced}` });
    return { kind: 'saved' };
  }
  /** In which office it is held and where the client will be, once it is booked; what is to be told where that was not saved. */
  async function sayWhere(
    said: NewSessionSaid,
    { of, uid, before }: { readonly of: BookedOf; readonly uid: string; readonly before: readonly RefusedWord[] },
  ): Promise<string> {
    const office_location_id = said.place === 'office_location' ? officeMeant(said.office_location_id, offices) : null;
    const client_state = isDesk ? null : placeSaid(said, known);
    const { license_reason } = said;
    const beside = {
      ...(office_location_id ? { office_location_id } : {}),
      ...(client_state ? { client_state, license_reason } : {}),
    };
    const { office, place } = await sayBooked(client, { of, uid, owner }, beside, before);
    return `${failedWords('The office', office)}${failedWords('Where the client will be', place)}`;
  }
  // What was pointed at just now is meant, also where an earlier text is taken up again.
  const { id } = form;
  useEffect(() => {
    if (begun.date === undefined || begun.minute === undefined) return;
    const local = localTimeAt(begun.date, begun.minute);
    putInField(id, 'date', local.slice(0, -6));
    putInField(id, 'time', local.slice(-5));
    if (begun.minutes !== undefined) putInField(id, 'minutes', String(begun.minutes));
  }, [id, begun]);
  const { values } = form;
  const local = localOf(values);
  const known = useKnownPlace(isDesk ? '' : values.chart_id, (local && instantOf(local, zone)) ?? now);
  const types = useSessionTypes(values.clinician) ?? [];
  const offices = useOffices(values.clinician) ?? [];
  const wanted = {
    place: values.place,
    appointment_type_id: types.find(({ body }) => body.label === values.appointment_type_label)?.id ?? null,
  };
  const asked = { clinician: values.clinician, local, minutes: Number(values.minutes), zone, wanted };
  const takeTime = (at: string): void => {
    putInField(form.id, 'date', at.slice(0, -6));
    putInField(form.id, 'time', at.slice(-5));
  };
  const [overBlocked, setOverBlocked] = useOverBlocked(asked);
  const standing = useTimeStanding(asked);
  const plan = useRepeatPlan(values, zone);
  const isSeries = values.repeats !== 'no';
  const names = clinicians.loading ? [] : clinicians.value.all;
  return (
    <Sheet
      open
      size="medium"
      title="New session"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendButton form={form} busyWords="Saving…">
            {isSeries ? 'Book the sessions' : 'Book the session'}
          </SendButton>
        </>
      }
    >
      <Form form={form}>
        <ClientPicker form={form} clients={clients} />
        {isDesk ? (
          <FormSelect
            form={form}
            name="clinician"
            options={[
              { value: '', label: 'Please choose' },
              ...names.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        ) : null}
        <FindTime
          {...{ clinician: values.clinician, minutes: asked.minutes, wanted, zone }}
          isOwn={values.clinician === owner}
          date={values.date}
          onTake={takeTime}
        />
        <SessionTimeFields form={form} />
        <TimeAdvice
          asked={asked}
          standing={isSeries ? { ...standing, taken: [], blocked: [], free: [] } : standing}
          overBlocked={overBlocked}
          onOverBlocked={setOverBlocked}
          onTake={({ local_start }) => takeTime(local_start)}
        />
        <RepeatFields form={form} plan={plan} zone={zone} />
        <SessionPlanFields form={form} types={types} />
        <OfficeField form={form} offices={offices} />
        {isDesk ? null : <SessionPlaceFields form={form} known={known} />}
        <FormCheck form={form} name="ask">
          {bookingWords.ask}
        </FormCheck>
      </Form>
    </Sheet>
  );
}

interface Around {
  readonly now: string;
  readonly zone: string;
  readonly own: string;
  readonly types: readonly SessionType[];
}

/** What stands in the form at first: the place that was pointed at, else the next full hour. */
function begunValues({ date, minute, minutes }: Begun, { now, zone, own, types }: Around): NewSessionValues {
  const today = dateIn(now, zone);
  const nextHour = Math.min(23 * 60, (Math.floor(minuteOfDay(now, zone) / 60) + 1) * 60);
  const local = localTimeAt(date ?? today, minute ?? (date === undefined || date === today ? nextHour : 9 * 60));
  const type = types[0]?.body;
  return {
    chart_id: '',
    clinician: own,
    appointment_type_label: type?.label ?? plainLabel,
    date: local.slice(0, -6),
    time: local.slice(-5),
    minutes: String(minutes ?? type?.minutes ?? usualMinutes),
    place: 'telehealth',
    office_location_id: '',
    kind: type?.kind ?? 'regular',
    billing_type: '',
    price: type ? typedPrice(type.price_cents) : '',
    ask: false,
    client_state: '',
    license_reason: '',
    ...noRepeat,
    opened: { texts: {}, stamps: {} },
  };
}

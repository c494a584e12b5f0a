import { useState } from 'react';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { endOf } from '../../../../sync/collections/appointment.ts';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dateIn } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { chartIdOf } from '../../../model/clients/client-name.ts';
import { useMe } from '../../../model/people/use-account.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { useSessionTypes } from '../../../model/sessions/use-session-types.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useCalendarActs } from './calendar-acts.ts';
import type { MeantTime } from './grid-moves.ts';
import { putInField } from './put-in-field.ts';
import { SessionPlanFields, SessionTimeFields } from './session-fields.tsx';
import {
  changeOf,
  localOf,
  sessionSchema,
  sessionWords,
  valuesOf,
  type OpenedSession,
  type SessionSaid,
  type SessionValues,
} from './session-form.ts';
import { TimeAdvice, useTimeStanding } from './time-advice.tsx';
import { whenWords } from './words.ts';

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
export function EditSessionSheet({ session, name, moved = null, again = null, onClose }: EditSessionSheetProps) {
  const client = useClient();
  const owner = useSub();
  const { zone: own } = useMe();
  const now = useNow();
  const { tell } = useCalendarActs();
  const { body } = session;
  const { zone } = body;
  const before = valuesOf(chartIdOf(session), body, session.stamps);
  const [begun] = useState(before);
  const [overBlocked, setOverBlocked] = useState(false);
  const [isStale, setStale] = useState(false);
  const [seen, setSeen] = useState<OpenedSession['stamps'] | null>(null);
  const form = useOrchidForm<SessionValues, SessionSaid>({
    schema: sessionSchema,
    words: sessionWords,
    defaults: moved ? { ...begun, ...typedTime(moved) } : begun,
    keep: {
      owner,
      key: ['edit-session', session.id, moved?.start ?? ''].join(' '),
      path: `/pro-dashboard/schedule/${session.id}`,
    },
    send: async (said) => {
      if (standing.taken.length === 0 && standing.blocked.length > 0 && !overBlocked && isTimeOther)
        return { kind: 'not-saved', message: 'This time is blocked. Choose another one, or book over it.' };
      const { change, base } = changeOf(said, { zone, overBlocked, ...(seen ? { seen } : {}) });
      if (Object.keys(change).length === 0) {
        if (again) await client.dismiss(again.uid);
        return { kind: 'saved' };
      }
      const result = await client.mutate(
        'appointment.edit',
        { appointment_id: session.id, ...change },
        { owner, base, ...(again ? { replaces: again.uid } : {}) },
      );
      setStale(result.kind === 'rejected' && result.code === 'changed_meanwhile');
      if (result.kind !== 'saved') return result;
      const undone = Object.fromEntries(Object.keys(change).map((name) => [name, Reflect.get(body, name)]));
      const isWhole = Object.values(undone).every((value) => value !== undefined);
      tell({
        words: `Changed: ${name}, ${whenWords(changedTime(change, body), own, dateIn(now, own))}. Saved on this device.`,
        ...(isWhole && change.force_book_over_blocked === undefined
          ? {
              undo: () =>
                client.mutate(
                  'appointment.edit',
                  { appointment_id: session.id, ...undone },
                  { owner, base: Object.fromEntries(Object.keys(base).map((fact) => [fact, result.uid])) },
                ),
            }
          : {}),
      });
      return { kind: 'saved' };
    },
    onSent: onClose,
  });
  const { values } = form;
  const types = useSessionTypes(body.clinician) ?? [];
  const local = localOf(values);
  const minutes = Number(values.minutes);
  const isTimeOther = local !== body.local_start || minutes !== body.minutes;
  const asked = { clinician: body.clinician, local, minutes, zone, except: session.id };
  const found = useTimeStanding(asked);
  const standing = isTimeOther ? found : { ...found, taken: [], blocked: [] };
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
      {seen ? (
        <Notice tone="wait" title="Meanwhile it was changed">
          It is {whenWords(body, own, dateIn(now, own))} now, {body.appointment_type_label}. Saving writes what you
          changed over that.
        </Notice>
      ) : null}
      <Form form={form}>
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
      </Form>
      {isStale ? (
        <Button
          onClick={() => {
            setSeen(session.stamps);
            setStale(false);
          }}
        >
          See what is there now
        </Button>
      ) : null}
    </Sheet>
  );
}

function changedTime(
  { start, minutes = 0 }: { readonly start?: string | undefined; readonly minutes?: number | undefined },
  body: Session['body'],
): Pick<Session['body'], 'start' | 'end'> {
  return start === undefined ? body : { start, end: endOf(start, minutes) };
}

function typedTime({ local_start, minutes }: MeantTime): Pick<SessionValues, 'date' | 'time' | 'minutes'> {
  return { date: local_start.slice(0, -6), time: local_start.slice(-5), minutes: String(minutes) };
}

import { useState } from 'react';
import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { FormArea } from '../../forms/form-area.tsx';
import { FormText } from '../../forms/form-text.tsx';
import { Form, SendButton } from '../../forms/form.tsx';
import { useOrchidForm, type OrchidForm } from '../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../lib/client-context.ts';
import { dateIn, zoneName } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  askedPairs,
  askedTimes,
  askTimeSchema,
  askTimeWords,
  longestWords,
  noTimes,
  type AskTimeSaid,
  type AskTimeValues,
} from './ask-time-form.ts';
import { wishedPractice } from './wished-practice.ts';
import styles from './ask-time.module.css';

export interface AskTimeSheetProps {
  readonly session: SeenRecord<Appointment>;
  readonly zone: string;
  readonly now: string;
  readonly onClose: () => void;
}

/** [CA-11] Asks for another time of a session: up to three times by one's own clock, and a word. Works without a network. */
export function AskTimeSheet({ session, zone, now, onClose }: AskTimeSheetProps) {
  const client = useClient();
  const owner = useSub();
  const { id, body } = session;
  const form = useOrchidForm<AskTimeValues, AskTimeSaid>({
    schema: askTimeSchema,
    words: askTimeWords,
    defaults: noTimes,
    keep: { owner, key: `ask-time ${id}`, path: '/member-dashboard/sessions' },
    send: async (said) => {
      const times = askedTimes(said, { zone, now, start: body.start });
      if (typeof times === 'string') return { kind: 'not-saved', message: times };
      const { words } = said;
      const args = { appointment_id: id, times, ...(words === '' ? {} : { words }) };
      return client.mutate('session_wish.ask', args, { owner });
    },
    onSent: onClose,
  });
  const said = askedPairs.findLastIndex(([date, time]) => form.values[date] !== '' || form.values[time] !== '') + 1;
  const [added, setAdded] = useState(1);
  const shown = Math.max(said, added);
  const typed = askedTimes({ ...form.values }, { zone, now, start: body.start });
  const there = typeof typed === 'string' ? [] : wishedPractice(typed, body, zone, now);
  return (
    <Sheet
      open
      isForm
      size="medium"
      title="Ask for another time"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendButton form={form} busyWords="Saving…">
            Ask
          </SendButton>
        </>
      }
    >
      <p>Your session stays at its time until your clinician moves it.</p>
      <Form form={form}>
        {askedPairs.slice(0, shown).map(([date, time]) => (
          <div key={date} className={styles.pair}>
            <FormText form={form} name={date} type="date" min={dateIn(now, zone)} autoComplete="off" />
            <TimeField form={form} name={time} />
          </div>
        ))}
        {shown < askedPairs.length ? (
          <Button tone="quiet" className={styles.more} onClick={() => setAdded(shown + 1)}>
            Add another time
          </Button>
        ) : null}
        <FormArea form={form} name="words" rows={3} maxLength={longestWords} />
      </Form>
      <p className={styles.soft}>
        Times are in {zoneName(zone)}. Without a connection it is kept on this device and sent when there is one.
      </p>
      {there.length > 0 ? (
        <div className={styles.soft}>
          {there.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
      ) : null}
    </Sheet>
  );
}

type TimeName = (typeof askedPairs)[number][1];

function TimeField({ form, name }: { readonly form: OrchidForm<AskTimeValues>; readonly name: TimeName }) {
  const { ref, ...registered } = form.register(name);
  return (
    <TextField
      {...registered}
      inputRef={ref}
      type="time"
      autoComplete="off"
      readOnly={form.isBusy}
      label={form.words[name]}
      error={form.errorOf(name)}
    />
  );
}

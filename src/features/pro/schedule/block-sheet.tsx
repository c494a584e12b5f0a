import { useEffect, useState } from 'react';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm, type OrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { zoneIfElsewhere } from '../../../lib/device-elsewhere.ts';
import { dateIn, localTimeAt } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { useMe } from '../../../model/people/use-account.ts';
import type { Block } from '../../../model/sessions/use-blocks.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import {
  blockChange,
  blockedTime,
  blockSchema,
  blockValues,
  blockWords,
  type BlockSaid,
  type BlockValues,
} from './block-form.ts';
import { useCalendarActs, type Begun } from './calendar-acts.ts';
import { LookNow } from './look-now.tsx';
import { putInField } from './put-in-field.ts';
import { useLook } from './use-look.ts';
import { whenWords } from './words.ts';
import styles from './session-sheet.module.css';

const blockFields = ['label', 'date', 'time', 'end_date', 'end_time'];

export interface BlockSheetProps {
  readonly begun?: Begun;
  /** One that is changed. */
  readonly block?: Block;
  readonly onClose: () => void;
}

/** [S-028] Keeps a time of one's own free of sessions, or changes one that is kept; works without a network. */
export function BlockSheet({ begun = {}, block: found, onClose }: BlockSheetProps) {
  const client = useClient();
  const owner = useSub();
  const { zone: own, practiceId } = useMe();
  const now = useNow();
  const { tell } = useCalendarActs();
  // The sheet was opened over one version; what is there now comes from the device.
  const record = useRecord('blocked_interval', found?.id ?? null);
  const block = (record.loading ? undefined : record.value) ?? found;
  const look = useLook();
  const zone = block?.body.zone ?? own;
  const [defaults] = useState(() =>
    found ? blockValues(found.body, found.stamps) : emptyValues(begun, dateIn(now, zone)),
  );
  const form = useOrchidForm<BlockValues, BlockSaid>({
    schema: blockSchema,
    words: blockWords,
    defaults,
    keep: { owner, key: ['block', block?.id ?? 'new'].join(' '), path: '/pro-dashboard/schedule' },
    send: async (typed) => {
      const said = look.over(typed);
      const time = blockedTime(said, zone);
      if (typeof time === 'string') return { kind: 'not-saved', message: time };
      const { change, base } = blockChange(said, time);
      if (block && Object.keys(change).length === 0) return { kind: 'saved' };
      const isBack = look.seen !== null && block?.body.removed !== undefined;
      const args = block
        ? { practice_id: practiceId, interval_id: block.id, ...change, ...(isBack ? { removed: false } : {}) }
        : { practice_id: practiceId, label: said.label, ...time };
      const result = await client.mutate('blocked_interval.save', args, { owner, base });
      look.heard(result);
      if (result.kind !== 'saved') return result;
      const interval_id = block?.id ?? result.ids[0] ?? '';
      const end = new Date(Date.parse(time.start) + time.minutes * 60_000).toISOString();
      tell({
        words: `Blocked: ${whenWords({ start: time.start, end }, own, dateIn(now, own))}. Saved on this device.`,
        ...(block
          ? {}
          : {
              undo: () =>
                client.mutate(
                  'blocked_interval.save',
                  { practice_id: practiceId, interval_id, removed: true },
                  { owner },
                ),
            }),
      });
      return { kind: 'saved' };
    },
    onSent: onClose,
  });
  // What was drawn just now is meant, also where an earlier text is taken up again.
  const { id } = form;
  useEffect(() => {
    if (begun.date === undefined || begun.minute === undefined) return;
    const drawn = emptyValues(begun, begun.date);
    for (const name of ['date', 'time', 'end_date', 'end_time'] as const) putInField(id, name, drawn[name]);
  }, [id, begun]);
  const elsewhere = zoneIfElsewhere(zone, now);
  return (
    <Sheet
      open
      size="medium"
      title={block ? 'Edit blocked time' : 'Block time'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendButton form={form} busyWords="Saving…">
            {block ? 'Save' : 'Block it'}
          </SendButton>
        </>
      }
    >
      <Form form={form}>
        <FormText form={form} name="label" autoComplete="off" hint="Only you read this" />
        <div className={styles.pair}>
          <FormText form={form} name="date" type="date" />
          <TimeField form={form} name="time" />
          <FormText form={form} name="end_date" type="date" />
          <TimeField form={form} name="end_time" />
        </div>
      </Form>
      {block ? (
        <LookNow look={look} onLook={() => look.at(blockValues(block.body, block.stamps).opened, form, blockFields)}>
          {block.body.removed === undefined
            ? `It is ${whenWords(block.body, own, dateIn(now, own))} now${block.body.label === '' ? '' : `, ${block.body.label}`}.`
            : 'It was taken out of the calendar, and is put back when you save.'}
        </LookNow>
      ) : null}
      <p className={styles.soft}>
        Sessions that are booked there already stay. Your practice sees that the time is blocked.
        {elsewhere === null ? '' : ` Times are in ${elsewhere}.`}
      </p>
    </Sheet>
  );
}

function TimeField({ form, name }: { readonly form: OrchidForm<BlockValues>; readonly name: 'time' | 'end_time' }) {
  const { ref, ...registered } = form.register(name);
  return (
    <TextField
      {...registered}
      inputRef={ref}
      type="time"
      readOnly={form.isBusy}
      label={form.words[name]}
      error={form.errorOf(name)}
    />
  );
}

function emptyValues({ date, minute = 12 * 60, minutes = 60 }: Begun, today: string): BlockValues {
  const day = date ?? today;
  const [from, to] = [localTimeAt(day, minute), localTimeAt(day, Math.min(24 * 60 - 1, minute + minutes))];
  return {
    label: '',
    date: day,
    time: from.slice(-5),
    end_date: day,
    end_time: to.slice(-5),
    opened: { texts: {}, stamps: {} },
  };
}

import { useState } from 'react';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dateIn, zoneName } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { useMe } from '../../../model/people/use-account.ts';
import type { Away } from '../../../model/sessions/use-availability.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { removeSaid } from './availability-acts.ts';
import { awayWords } from './availability-words.ts';
import type { Done } from './calendar-acts.ts';
import { LookNow } from './look-now.tsx';
import {
  awayChange,
  awayFieldWords,
  awaySchema,
  awayValues,
  newAway,
  type AwaySaid,
  type AwayValues,
} from './unavailability-form.ts';
import { useLook } from './use-look.ts';
import styles from './session-sheet.module.css';

export interface UnavailabilitySheetProps {
  /** One that is changed; null: a new one. */
  readonly away: Away | null;
  readonly tell: (done: Done) => void;
  readonly onClose: () => void;
}

/** [C-036] Says on which days one is away, or changes them; works without a network. */
export function UnavailabilitySheet({ away: found, tell, onClose }: UnavailabilitySheetProps) {
  const client = useClient();
  const owner = useSub();
  const { zone: own, practiceId } = useMe();
  const today = dateIn(useNow(), own);
  // The sheet was opened over one version; what is there now comes from the device.
  const record = useRecord('unavailability', found?.id ?? null);
  const away = (record.loading ? undefined : record.value) ?? found;
  const look = useLook();
  const zone = away?.body.zone ?? own;
  const [defaults] = useState(() => (found ? awayValues(found.body, found.stamps) : newAway(today)));
  const form = useOrchidForm<AwayValues, AwaySaid>({
    schema: awaySchema,
    words: awayFieldWords,
    defaults,
    keep: {
      owner,
      key: ['unavailability', found?.id ?? 'new'].join(' '),
      path: '/pro-dashboard/settings/availability',
    },
    send: async (typed) => {
      const said = look.over(typed);
      const { change, base } = awayChange(said);
      if (away && Object.keys(change).length === 0) return { kind: 'saved' };
      const isBack = look.seen !== null && away?.body.removed !== undefined;
      const args = away
        ? { practice_id: practiceId, unavailability_id: away.id, ...change, ...(isBack ? { removed: false } : {}) }
        : { practice_id: practiceId, zone, ...change };
      const result = look.heard(await client.mutate('unavailability.save', args, { owner, base }));
      if (result.kind !== 'saved') return result;
      const unavailability_id = result.ids[0] ?? '';
      tell({
        words: `Away ${awayWords(said, today)}. Saved on this device.`,
        ...(away
          ? {}
          : {
              undo: () =>
                client.mutate(
                  'unavailability.save',
                  { practice_id: practiceId, unavailability_id, removed: true },
                  { owner },
                ),
            }),
      });
      return result;
    },
    onSent: onClose,
  });
  async function remove(one: Away): Promise<void> {
    const words = `You are not away ${awayWords(one.body, today)} any more.`;
    tell(await removeSaid({ kind: 'away', record: one }, words, { client, owner, practiceId }));
    onClose();
  }
  const there = away?.body;
  return (
    <Sheet
      open
      size="medium"
      title={found ? 'Change time away' : 'Add time away'}
      onClose={onClose}
      actions={
        <>
          {away && found ? (
            <Button tone="quiet" onClick={() => void remove({ ...away, stamps: found.stamps })}>
              Remove
            </Button>
          ) : null}
          <Button onClick={onClose}>Back</Button>
          <SendButton form={form} busyWords="Saving…">
            Save
          </SendButton>
        </>
      }
    >
      <Form form={form}>
        <div className={styles.pair}>
          <FormText form={form} name="from_date" type="date" />
          <FormText form={form} name="to_date" type="date" />
        </div>
      </Form>
      {there ? (
        <LookNow
          look={look}
          onLook={() => look.at(awayValues(there, away.stamps).opened, form, ['from_date', 'to_date'])}
        >
          {there.removed === undefined
            ? `It is ${awayWords(there, today)} now.`
            : 'It was taken out, and is put back when you save.'}
        </LookNow>
      ) : null}
      <p className={styles.soft}>
        No free times are offered on these days. Sessions that are booked there already stay. Your practice sees that
        you are away. Days are those of {zoneName(zone)}.
      </p>
    </Sheet>
  );
}

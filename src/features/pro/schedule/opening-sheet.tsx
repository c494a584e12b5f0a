import { useState } from 'react';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dateIn, zoneName } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useProfessional } from '../../../model/profile/use-professional.ts';
import type { Opening } from '../../../model/sessions/use-availability.ts';
import { useSessionTypes } from '../../../model/sessions/use-session-types.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { removeSaid } from './availability-acts.ts';
import { ClockField } from './availability-clock.tsx';
import { OfferFields } from './availability-offer-fields.tsx';
import { offerWords } from './availability-words.ts';
import type { Done } from './calendar-acts.ts';
import { LookNow } from './look-now.tsx';
import {
  newOpening,
  openedTime,
  openingChange,
  openingSchema,
  openingValues,
  openingWords,
  type OpeningSaid,
  type OpeningValues,
} from './opening-form.ts';
import { useLook } from './use-look.ts';
import { whenWords } from './words.ts';
import styles from './session-sheet.module.css';

const fields = ['date', 'from', 'to', 'place', 'office', 'types'];

export interface OpeningSheetProps {
  /** One that is changed; null: a new one. */
  readonly opening: Opening | null;
  readonly tell: (done: Done) => void;
  readonly onClose: () => void;
}

/** [C-034] Opens a time of one's own for sessions once, or changes one that is; works without a network. */
export function OpeningSheet({ opening: found, tell, onClose }: OpeningSheetProps) {
  const client = useClient();
  const owner = useSub();
  const { zone: own, practiceId } = useMe();
  const now = useNow();
  const today = dateIn(now, own);
  const types = useSessionTypes(owner) ?? [];
  const known = useProfessional();
  const offices = (known?.locations ?? []).filter(
    ({ body }) => body.orchid_pro_user_id === owner && body.session_location_type === 'in-person',
  );
  // The sheet was opened over one version; what is there now comes from the device.
  const record = useRecord('availability_opening', found?.id ?? null);
  const opening = (record.loading ? undefined : record.value) ?? found;
  const look = useLook();
  const zone = opening?.body.zone ?? own;
  const [defaults] = useState(() => (found ? openingValues(found.body, found.stamps) : newOpening(today)));
  const form = useOrchidForm<OpeningValues, OpeningSaid>({
    schema: openingSchema,
    words: openingWords,
    defaults,
    keep: {
      owner,
      key: ['availability-opening', found?.id ?? 'new'].join(' '),
      path: '/pro-dashboard/settings/availability',
    },
    send: async (typed) => {
      const said = look.over(typed);
      const time = openedTime(said, zone);
      if (typeof time === 'string') return { kind: 'not-saved', message: time };
      const { change, base } = openingChange(said, time);
      if (Object.keys(change).length === 0) return { kind: 'saved' };
      const isBack = look.seen !== null && opening?.body.removed !== undefined;
      const args = {
        practice_id: practiceId,
        ...(opening ? { opening_id: opening.id } : {}),
        ...change,
        ...(isBack ? { removed: false } : {}),
      };
      const result = look.heard(await client.mutate('availability_opening.save', args, { owner, base }));
      if (result.kind !== 'saved') return result;
      const end = new Date(Date.parse(time.start) + time.minutes * 60_000).toISOString();
      const opening_id = result.ids[0] ?? '';
      tell({
        words: `Open: ${whenWords({ start: time.start, end }, own, today)}. Saved on this device.`,
        ...(opening
          ? {}
          : {
              undo: () =>
                client.mutate(
                  'availability_opening.save',
                  { practice_id: practiceId, opening_id, removed: true },
                  { owner },
                ),
            }),
      });
      return result;
    },
    onSent: onClose,
  });
  async function remove(one: Opening): Promise<void> {
    const words = `${whenWords(one.body, own, today)} is not open any more.`;
    tell(await removeSaid({ kind: 'opening', record: one }, words, { client, owner, practiceId }));
    onClose();
  }
  const there = opening?.body;
  const also = there && offerWords(there, { types, offices });
  return (
    <Sheet
      open
      size="medium"
      title={found ? 'Change an opening' : 'Open a time once'}
      onClose={onClose}
      actions={
        <>
          {opening && found ? (
            <Button tone="quiet" onClick={() => void remove({ ...opening, stamps: found.stamps })}>
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
        <FormText form={form} name="date" type="date" />
        <div className={styles.pair}>
          <ClockField form={form} name="from" />
          <ClockField form={form} name="to" />
        </div>
        <OfferFields form={form} types={types} offices={offices} />
      </Form>
      {there ? (
        <LookNow look={look} onLook={() => look.at(openingValues(there, opening.stamps).opened, form, fields)}>
          {there.removed === undefined
            ? `It is ${whenWords(there, own, today)}${also ? `, ${also}` : ''} now.`
            : 'It was taken out, and is put back when you save.'}
        </LookNow>
      ) : null}
      <p className={styles.soft}>It adds to your weekly hours on this one day. Times are in {zoneName(zone)}.</p>
    </Sheet>
  );
}

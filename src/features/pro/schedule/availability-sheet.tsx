import { useState } from 'react';
import { FormSelect } from '../../../forms/form-select.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { zoneName } from '../../../lib/time.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useProfessional } from '../../../model/profile/use-professional.ts';
import type { Period } from '../../../model/sessions/use-availability.ts';
import { useSessionTypes } from '../../../model/sessions/use-session-types.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { removeSaid } from './availability-acts.ts';
import {
  daysOf,
  endOfHours,
  newPeriod,
  periodChange,
  periodSchema,
  periodValues,
  periodWords,
  type PeriodSaid,
  type PeriodValues,
} from './availability-form.ts';
import { ManyField } from './availability-many.tsx';
import { OfferFields } from './availability-offer-fields.tsx';
import { minuteOf } from './availability-offer.ts';
import { ClockField } from './availability-clock.tsx';
import { daysWords, dayWords, hoursWords, offerWords, weekOrder } from './availability-words.ts';
import type { Done } from './calendar-acts.ts';
import { LookNow } from './look-now.tsx';
import { putInField } from './put-in-field.ts';
import { useLook } from './use-look.ts';
import styles from './session-sheet.module.css';

const fields = ['weekdays', 'from', 'to', 'place', 'office', 'types'];
const dayOptions = weekOrder.map((day) => ({ value: String(day), label: dayWords(day) }));

export interface AvailabilitySheetProps {
  /** Hours that are changed; null: new ones. */
  readonly period: Period | null;
  readonly tell: (done: Done) => void;
  readonly onClose: () => void;
}

/** [S-030, C-034] Adds hours to every week of one's own, on several days at once, or changes some; works without a network. */
export function AvailabilitySheet({ period: found, tell, onClose }: AvailabilitySheetProps) {
  const client = useClient();
  const owner = useSub();
  const { zone: own, practiceId } = useMe();
  const types = useSessionTypes(owner) ?? [];
  const known = useProfessional();
  // An office is whose it is: another's is not chosen.
  const offices = (known?.locations ?? []).filter(
    ({ body }) => body.orchid_pro_user_id === owner && body.session_location_type === 'in-person',
  );
  // The sheet was opened over one version; what is there now comes from the device.
  const record = useRecord('availability_period', found?.id ?? null);
  const period = (record.loading ? undefined : record.value) ?? found;
  const look = useLook();
  const zone = period?.body.zone ?? own;
  const [defaults] = useState(() => (found ? periodValues(found.body, found.stamps) : newPeriod));
  const form = useOrchidForm<PeriodValues, PeriodSaid>({
    schema: periodSchema,
    words: periodWords,
    defaults,
    keep: {
      owner,
      key: ['availability-period', found?.id ?? 'new'].join(' '),
      path: '/pro-dashboard/settings/availability',
    },
    send: (said) => (period ? change(period, look.over(said)) : add(said)),
    onSent: onClose,
  });

  async function change({ id, body }: Period, said: PeriodSaid): Promise<SendResult> {
    const { change, base } = periodChange(said, Number(said.weekdays));
    if (Object.keys(change).length === 0) return { kind: 'saved' };
    const isBack = look.seen !== null && body.removed !== undefined;
    const args = { practice_id: practiceId, period_id: id, ...change, ...(isBack ? { removed: false } : {}) };
    const result = look.heard(await client.mutate('availability_period.save', args, { owner, base }));
    if (result.kind === 'saved') tell({ words: savedWords([Number(said.weekdays)], said) });
    return result;
  }

  async function add(said: PeriodSaid): Promise<SendResult> {
    const days = daysOf(said.weekdays);
    const made: string[] = [];
    for (const day of days) {
      const { change } = periodChange(said, day);
      const args = { practice_id: practiceId, zone, ...change };
      const result = await client.mutate('availability_period.save', args, { owner });
      if (result.kind !== 'saved') {
        // What is saved already is not saved twice.
        putInField(form.id, 'weekdays', days.slice(made.length).join(','));
        return result;
      }
      made.push(result.ids[0] ?? '');
    }
    tell({
      words: savedWords(days, said),
      undo: async () => {
        const gone = made.map((period_id) =>
          client.mutate('availability_period.save', { practice_id: practiceId, period_id, removed: true }, { owner }),
        );
        const ended = await Promise.all(gone);
        return ended.find(({ kind }) => kind !== 'saved') ?? mustBe(ended[0]);
      },
    });
    return { kind: 'saved' };
  }

  async function remove(one: Period): Promise<void> {
    const words = `${dayWords(one.body.weekday)}, ${hoursWords(one.body)}, is taken out.`;
    tell(await removeSaid({ kind: 'period', record: one }, words, { client, owner, practiceId }));
    onClose();
  }

  const there = period?.body;
  const also = there && offerWords(there, { types, offices });
  return (
    <Sheet
      open
      size="medium"
      title={found ? 'Change weekly hours' : 'Add weekly hours'}
      onClose={onClose}
      actions={
        <>
          {period && found ? (
            <Button tone="quiet" onClick={() => void remove({ ...period, stamps: found.stamps })}>
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
        {found ? (
          <FormSelect form={form} name="weekdays" options={dayOptions} />
        ) : (
          <ManyField form={form} name="weekdays" options={dayOptions} />
        )}
        <div className={styles.pair}>
          <ClockField form={form} name="from" />
          <ClockField form={form} name="to" />
        </div>
        <OfferFields form={form} types={types} offices={offices} />
      </Form>
      {there ? (
        <LookNow look={look} onLook={() => look.at(periodValues(there, period.stamps).opened, form, fields)}>
          {there.removed === undefined
            ? `It is ${dayWords(there.weekday)}, ${hoursWords(there)}${also ? `, ${also}` : ''} now.`
            : 'It was taken out, and is put back when you save.'}
        </LookNow>
      ) : null}
      <p className={styles.soft}>
        Free times are offered within these hours; by hand you book whenever you like. Times are in {zoneName(zone)}.
      </p>
    </Sheet>
  );
}

function savedWords(days: readonly number[], { from, to }: PeriodSaid): string {
  const hours = hoursWords({ from: minuteOf(from), to: endOfHours(to) });
  return `Every ${daysWords(days)}, ${hours}. Saved on this device.`;
}

function mustBe<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('nothing was made');
  return value;
}

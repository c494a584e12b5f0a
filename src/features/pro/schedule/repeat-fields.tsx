import { useId, useState } from 'react';
import { mostMonths } from '../../../../sync/domain/recurrence.ts';
import { FormSelect } from '../../../forms/form-select.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import type { OrchidForm } from '../../../forms/use-orchid-form.ts';
import { addMonths, clockSpan, dateIn, shortDay, startOfDate } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { repeatChoice, repeatOptions } from '../../../model/sessions/repeat-choice.ts';
import {
  leftOutWords,
  readTicks,
  repeatPlan,
  withTick,
  type RepeatDay,
  type RepeatPlan,
} from '../../../model/sessions/repeat-days.ts';
import { sessionsWord } from '../../../model/sessions/repeat-words.ts';
import { useBusy } from '../../../model/sessions/use-busy.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { putInField } from './put-in-field.ts';
import type { NewSessionValues } from './repeat-form.ts';
import styles from './repeat-fields.module.css';

/** The series that a form says, with what is known of each of its days; null where the session does not repeat or not yet rightly, or while that is read. */
export function useRepeatPlan(values: NewSessionValues, zone: string): RepeatPlan | null {
  const choice = repeatChoice(values, values.date);
  const rule = choice && 'rule' in choice ? choice.rule : null;
  const isTime = /^\d\d:\d\d$/.test(values.time) && Number(values.minutes) > 0;
  const asked = rule !== null && isTime;
  const found = useBusy(
    asked
      ? {
          clinician: values.clinician,
          start: startOfDate(values.date, zone),
          end: startOfDate(addMonths(values.date, mostMonths + 1), zone),
        }
      : null,
  );
  // Of nobody yet, no date is known as taken.
  const busy = values.clinician === '' ? { sessions: [], blocks: [] } : found;
  // Records come anew with every drawing: the plan is another one where it says something else.
  const { date: first, time, ticks } = values;
  const key = JSON.stringify({ first, time, ticks, minutes: values.minutes, zone, rule, busy });
  const make = (): RepeatPlan | null =>
    asked && busy
      ? repeatPlan({ first, time, zone, minutes: Number(values.minutes), rule, busy, ticks: readTicks(ticks) })
      : null;
  const [kept, setKept] = useState(() => ({ key, plan: make() }));
  if (kept.key === key) return kept.plan;
  const plan = make();
  setKept({ key, plan });
  return plan;
}

const endOptions = [
  { value: 'count', label: 'After a number of sessions' },
  { value: 'date', label: 'On a date' },
  { value: 'open', label: 'Until I end it' },
];

interface RepeatFieldsProps {
  readonly form: OrchidForm<NewSessionValues>;
  readonly plan: RepeatPlan | null;
  readonly zone: string;
}

/** [S-036] Whether and how a session repeats, until when, and each of its dates with what this device knows of it. */
export function RepeatFields({ form, plan, zone }: RepeatFieldsProps) {
  const { repeats, ends, date } = form.values;
  const { ref, ...ticks } = form.register('ticks');
  const options = repeatOptions(date, repeats).map((option) => ({ ...option }));
  const isOn = repeats !== 'no';
  return (
    <div className={styles.repeat}>
      <div className={styles.fields}>
        <FormSelect form={form} name="repeats" options={options} />
        {repeats === 'weeks' ? <NumberField form={form} name="every" /> : null}
        {isOn ? <FormSelect form={form} name="ends" options={endOptions} /> : null}
        {isOn && ends === 'count' ? <NumberField form={form} name="count" /> : null}
        {isOn && ends === 'date' ? <FormText form={form} name="until" type="date" /> : null}
      </div>
      {isOn && ends === 'open' ? <p className={styles.soft}>Laid out a year ahead, and further each month.</p> : null}
      <input type="text" hidden tabIndex={-1} aria-hidden ref={ref} {...ticks} />
      {isOn ? <RepeatDates form={form} plan={plan} zone={zone} /> : null}
    </div>
  );
}

function NumberField({
  form,
  name,
}: {
  readonly form: OrchidForm<NewSessionValues>;
  readonly name: 'every' | 'count';
}) {
  const { ref, ...registered } = form.register(name);
  return (
    <TextField
      {...registered}
      inputRef={ref}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      readOnly={form.isBusy}
      label={form.words[name]}
      error={form.errorOf(name)}
    />
  );
}

const shownAtOnce = 4;

/** The dates, the first few of them and those of which there is something to say until somebody asks for all. */
function RepeatDates({ form, plan, zone }: RepeatFieldsProps) {
  const now = useNow();
  const listId = useId();
  const [isWhole, setWhole] = useState(false);
  const days = plan?.days ?? [];
  const shown = isWhole ? days : days.filter((day, index) => index < shownAtOnce || isRemarkable(day));
  const today = dateIn(now, zone);
  const hidden = days.length - shown.length;
  return (
    <fieldset className={styles.dates}>
      <legend>Dates</legend>
      {/* There from the start, so that what comes to stand in it is heard. */}
      <output className={styles.soft}>{plan ? countsOf(days, today) : ''}</output>
      <ul id={listId} className={styles.list}>
        {shown.map((day) => (
          <li key={day.date}>
            <Checkbox
              label={
                <span className={styles.day}>
                  <span>{shortDay(day.date, today)}</span>
                  <span className={styles.soft}>{remark(day, zone)}</span>
                </span>
              }
              checked={day.isIn}
              disabled={form.isBusy}
              onChange={({ target }) =>
                putInField(form.id, 'ticks', withTick(form.values.ticks, day.date, target.checked))
              }
            />
          </li>
        ))}
      </ul>
      {hidden > 0 || isWhole ? (
        <Button
          tone="quiet"
          className={styles.more}
          aria-expanded={isWhole}
          aria-controls={listId}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${days.length} dates`}
        </Button>
      ) : null}
    </fieldset>
  );
}

function isRemarkable(day: RepeatDay): boolean {
  return !day.isIn || day.taken.length + day.blocked.length > 0 || day.clock !== null;
}

function countsOf(days: readonly RepeatDay[], today: string): string {
  const booked = days.filter(({ isIn }) => isIn);
  const [first, last] = [booked[0], booked.at(-1)];
  if (!first || !last) return 'No date is left to book.';
  const span =
    first === last ? shortDay(first.date, today) : `${shortDay(first.date, today)} – ${shortDay(last.date, today)}`;
  const out = leftOutWords(days);
  return `${sessionsWord(booked.length)}, ${span}.${out === '' ? '' : ` ${out}`}`;
}

/** What is known of a day: what takes it, that it is blocked, what the clocks do. Nothing of one that is free. */
function remark({ taken, blocked, clock }: RepeatDay, zone: string): string {
  const [other] = taken;
  const [block] = blocked;
  return [
    other ? `You have another session then, ${clockSpan(other, zone)}.` : '',
    !other && block ? 'That time is blocked.' : '',
    clock ?? '',
  ]
    .filter((one) => one !== '')
    .join(' ');
}

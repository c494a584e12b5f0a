import * as v from 'valibot';
import { dateSchema } from '../../../../sync/collections/values.ts';
import { longDay } from '../../../lib/time.ts';

/** Roles that are given in a chart. */
export const givenRoles = [
  { value: 'treating', label: 'Treating', hint: 'Reads everything and writes notes' },
  { value: 'supervisor', label: 'Supervisor', hint: 'Reads everything, writes nothing' },
] as const;

/** What the fields of giving access are called. */
export const accessWords = { account: 'Colleague', role: 'As', ends: 'Until', until: 'Last day' } as const;

interface Days {
  readonly today: string;
  /** The day until which this account may give access at most; null: no such day. */
  readonly lastDay: string | null;
}

/** Whether it is a day at all: a date field also takes years of five digits and more. */
export function isDay(text: string): boolean {
  return v.is(dateSchema, text);
}

function isOpen({ ends }: { readonly ends: 'by-hand' | 'last-day' }): boolean {
  return ends === 'by-hand';
}

/** To whom, as what, and until when; what is sent has `until` only where there is a last day. */
export function accessSchema({ today, lastDay }: Days) {
  return v.pipe(
    v.object({
      account: v.pipe(v.string('Choose a colleague.'), v.nonEmpty('Choose a colleague.')),
      role: v.picklist(givenRoles.map(({ value }) => value)),
      ends: v.picklist(['by-hand', 'last-day']),
      until: v.string(),
    }),
    v.forward(
      v.partialCheck(
        [['ends'], ['until']],
        (said) => isOpen(said) || isDay(said.until),
        'Choose the last day of this access.',
      ),
      ['until'],
    ),
    v.forward(
      v.partialCheck(
        [['ends'], ['until']],
        (said) => isOpen(said) || !isDay(said.until) || said.until >= today,
        'That day has passed.',
      ),
      ['until'],
    ),
    v.forward(
      v.partialCheck(
        [['ends'], ['until']],
        (said) => isOpen(said) || !isDay(said.until) || lastDay === null || said.until <= lastDay,
        lastDay === null ? '' : `Your own access ends with ${longDay(lastDay, today)}.`,
      ),
      ['until'],
    ),
    v.transform(({ account, role, ends, until }) => ({
      account,
      role,
      until: ends === 'last-day' ? until : undefined,
    })),
  );
}

/** What stands in the form. */
export type AccessValues = v.InferInput<ReturnType<typeof accessSchema>>;

import { Temporal } from 'temporal-polyfill';
import { RRuleTemporal } from 'rrule-temporal';
import { describe, expect, it } from 'vitest';
import { occurrenceDates, type RepeatRule } from './recurrence.ts';
import { ruleOfText, textOfRule } from './repeat-text.ts';

const count = { kind: 'count', count: 5 } as const;
const cases: readonly (readonly [string, string, RepeatRule])[] = [
  ['FREQ=WEEKLY;COUNT=5', '2026-11-24', { unit: 'week', every: 1, ends: count }],
  ['FREQ=WEEKLY;INTERVAL=2', '2026-11-24', { unit: 'week', every: 2, ends: { kind: 'open' } }],
  ['FREQ=WEEKLY;UNTIL=20270105', '2026-11-24', { unit: 'week', every: 1, ends: { kind: 'date', date: '2027-01-05' } }],
  ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=5', '2026-10-31', { unit: 'month', every: 1, by: 'day', ends: count }],
  ['FREQ=MONTHLY;INTERVAL=3;BYDAY=4TU;COUNT=5', '2026-11-24', { unit: 'month', every: 3, by: 'weekday', ends: count }],
  ['FREQ=MONTHLY;BYDAY=-1TU;COUNT=5', '2026-12-29', { unit: 'month', every: 1, by: 'last weekday', ends: count }],
];

describe('[CA-9] how a series repeats, as calendars write it', () => {
  it.each(cases)('%s', (text, first, rule) => {
    expect(textOfRule(rule, first)).toBe(text);
    expect(ruleOfText(text, first)).toEqual(rule);
    expect(ruleOfText(`RRULE:${text.toLowerCase()}`, first)).toEqual(rule);
    if (rule.ends.kind !== 'count') return;
    // What another reader makes of the text are the dates of ours.
    const zoned = Temporal.PlainDate.from(first).toZonedDateTime({ timeZone: 'UTC' });
    const read = new RRuleTemporal({ rruleString: text, dtstart: zoned });
    expect(read.all().map((one) => one.toPlainDate().toString())).toEqual(occurrenceDates(first, rule));
  });

  it('in the ways in which others write the same', () => {
    expect(ruleOfText('FREQ=WEEKLY;BYDAY=TU;WKST=MO;COUNT=5', '2026-11-24')).toEqual({
      unit: 'week',
      every: 1,
      ends: count,
    });
    expect(ruleOfText('FREQ=MONTHLY;COUNT=5', '2026-11-24')).toEqual({
      unit: 'month',
      every: 1,
      by: 'day',
      ends: count,
    });
    expect(ruleOfText('FREQ=WEEKLY;UNTIL=20270105T235959Z', '2026-11-24')?.ends).toEqual({
      kind: 'date',
      date: '2027-01-05',
    });
  });

  it.each([
    'FREQ=DAILY;COUNT=5',
    'FREQ=WEEKLY;BYDAY=MO;COUNT=5',
    'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=5',
    'FREQ=WEEKLY;COUNT=5;UNTIL=20270105',
    'FREQ=WEEKLY;COUNT=301',
    'FREQ=WEEKLY;COUNT=0',
    'FREQ=WEEKLY;INTERVAL=13',
    'FREQ=WEEKLY;COUNT=5;COUNT=6',
    'FREQ=WEEKLY;BYHOUR=3',
    'FREQ=MONTHLY;BYDAY=-1TU',
    'FREQ=MONTHLY;BYDAY=3TU',
    'FREQ=MONTHLY;BYMONTHDAY=23',
    'FREQ=MONTHLY;BYMONTHDAY=24;BYDAY=4TU',
    'every week',
    '',
  ])('%s is no rule from a fourth Tuesday on that is not the last', (text) => {
    expect(ruleOfText(text, '2026-03-24')).toBeNull();
  });
});

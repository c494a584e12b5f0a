import * as v from 'valibot';
import { longestBlockMinutes } from '../../../../sync/collections/blocked-interval.ts';
import { instantOf } from '../../../../sync/core/wall-clock.ts';
import { localTimeIn, minutesBetween, partsOfLocal } from '../../../lib/time.ts';
import type { MeantTime } from './grid-moves.ts';

const time = v.pipe(v.string(), v.regex(/^\d\d:\d\d$/, 'Please choose a time'));
const day = v.pipe(v.string(), v.isoDate('Please choose a day'));

/** A blocked time as somebody found it: what it said, and the version of each fact. */
const opened = v.object({
  texts: v.record(v.string(), v.string()),
  stamps: v.record(v.string(), v.string()),
});

export const blockSchema = v.object({
  label: v.pipe(v.string(), v.trim(), v.maxLength(100, 'At most 100 characters')),
  date: day,
  time,
  end_date: day,
  end_time: time,
  /** Kept with what is typed: what is taken up again is still said over what was on screen when it was begun. */
  opened,
});
export type BlockValues = v.InferInput<typeof blockSchema>;
export type BlockSaid = v.InferOutput<typeof blockSchema>;

export const blockWords: Readonly<Record<keyof BlockValues, string>> = {
  label: 'What for',
  date: 'From',
  time: 'From, time',
  end_date: 'Until',
  end_time: 'Until, time',
  opened: '',
};

/** The blocked time that was said; a sentence where it is none. */
export function blockedTime(said: BlockValues, zone: string): MeantTime | string {
  const local_start = `${said.date}T${said.time}`;
  const [start, end] = [instantOf(local_start, zone), instantOf(`${said.end_date}T${said.end_time}`, zone)];
  if (start === null || end === null) return 'There is no such day or time.';
  const minutes = minutesBetween(start, end);
  if (minutes < 1) return 'It has to end after it begins.';
  if (minutes > longestBlockMinutes) return 'At most two weeks at a time.';
  return { local_start, zone, minutes, start };
}

interface BlockFacts {
  readonly label: string;
  readonly zone: string;
  readonly start: string;
  readonly end: string;
}

/** A blocked time as its form shows it. */
export function blockValues(
  { label, zone, start, end }: BlockFacts,
  stamps: Readonly<Record<string, string>>,
): BlockValues {
  const [from, to] = [localTimeIn(start, zone), localTimeIn(end, zone)];
  const texts = {
    label,
    date: partsOfLocal(from).date,
    time: from.slice(-5),
    end_date: partsOfLocal(to).date,
    end_time: to.slice(-5),
  };
  return { ...texts, opened: { texts, stamps } };
}

/** What somebody changes of a blocked time, and over which versions; nothing of what they left. `time`: of what is said. */
export function blockChange(said: BlockSaid, time: MeantTime) {
  const { texts, stamps } = said.opened;
  const isMoved = (['date', 'time', 'end_date', 'end_time'] as const).some((name) => said[name] !== texts[name]);
  const isNamed = said.label !== texts['label'];
  return {
    change: { ...(isNamed ? { label: said.label } : {}), ...(isMoved ? time : {}) },
    base: {
      ...(isNamed ? { label: stamps['label'] ?? '' } : {}),
      ...(isMoved ? { start: stamps['start'] ?? '' } : {}),
    },
  };
}

import { instantOf } from '../../../sync/core/wall-clock.ts';
import { deviceManner, type Manner } from '../../lib/device-manner.ts';
import { clockTime, localTimeIn, minuteWords, partsOfLocal } from '../../lib/time.ts';

const farthestMs = 3 * 60 * 60 * 1000;
const stepMs = 15 * 60 * 1000;

/**
 * What is to be known of a local time on a day on which clocks change: that it is left out, and what is meant then, or that it comes
 * twice, and which is meant. Null on every other day, and where there is no such time at all.
 */
export function clockChangeWords(local: string, zone: string, manner: Manner = deviceManner()): string | null {
  const start = instantOf(local, zone);
  if (start === null) return null;
  const time = minuteWords(partsOfLocal(local).minute, manner);
  if (localTimeIn(start, zone) !== local)
    return `Clocks go forward that night, and there is no ${time}. The session begins at ${clockTime(start, zone, manner)}.`;
  return comesAgain(start, { local, zone })
    ? `Clocks go back that night, and ${time} comes twice. The session begins at the first.`
    : null;
}

function comesAgain(start: string, { local, zone }: { readonly local: string; readonly zone: string }): boolean {
  const from = Date.parse(start);
  for (let ms = from + stepMs; ms <= from + farthestMs; ms += stepMs)
    if (localTimeIn(new Date(ms).toISOString(), zone) === local) return true;
  return false;
}

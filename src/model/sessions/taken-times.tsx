import type { Instant } from '../../../sync/core/record.ts';
import { zoneIfElsewhere } from '../../lib/device-elsewhere.ts';
import { takenWords, type Refusal } from './taken-words.ts';

interface TakenTimesProps {
  readonly refusal: Refusal;
  readonly zone: string;
  readonly now: Instant;
}

/** Beside the sentence of a refusal: what takes the time, where the refusal says it. The zone is said where the device shows another. */
export function TakenTimes({ refusal, zone, now }: TakenTimesProps) {
  const taken = takenWords(refusal, { zone, now });
  if (taken === null) return null;
  const elsewhere = zoneIfElsewhere(zone, now);
  return (
    <>
      {' '}
      Taken: {taken}
      {elsewhere === null ? '' : `, ${elsewhere}`}.
    </>
  );
}

import { useState } from 'react';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { toInstant } from '../../../sync/core/instant.ts';
import { lateFeeCents } from '../../../sync/domain/late-fee.ts';
import { systemClock } from '../../../sync/web/system-ports.ts';

const momentNow = (): string => toInstant(systemClock.now());

/**
 * What cancelling costs, as it is said on screen. `hold` is asked at the tap: where it has come to cost something else since it was read,
 * that is said instead, and nothing is cancelled at a price that nobody saw.
 */
export function useFeeNow(session: Appointment) {
  const [seen, setSeen] = useState(() => lateFeeCents(session, momentNow()));
  const [hasChanged, setChanged] = useState(false);
  function hold(): boolean {
    const cents = lateFeeCents(session, momentNow());
    if (cents === seen) return false;
    setSeen(cents);
    setChanged(true);
    return true;
  }
  return { cents: seen, hasChanged, hold };
}

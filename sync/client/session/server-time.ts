import { fromInstant, toInstant } from '../../core/instant.ts';
import type { Meta } from '../replica/meta.ts';

/** How late it is at the server, as a device without contact knows it: from the last contact on its own clock runs on. */
export interface ServerTime {
  /** The last contact, and how late it was there at `nowMs` of this device's clock. */
  readonly contactMs: number;
  readonly serverMs: number;
  readonly nowMs: number;
  /** From a row of before `at`: its contact is by the device's clock, and no other word on the same contact. */
  readonly isOfBefore: boolean;
}

/** What the replica keeps, read at `nowMs`. Rows of before `at` name the contact by the device's clock. */
export function serverTimeOf(time: Meta<'time'>, nowMs: number): ServerTime {
  const [contactMs, keptMs] = [fromInstant(time.contact), fromInstant(time.serverTime)];
  if (time.at === undefined) return { contactMs, serverMs: Math.max(nowMs, keptMs), nowMs, isOfBefore: true };
  return ran({ contactMs, serverMs: keptMs, nowMs: fromInstant(time.at), isOfBefore: false }, nowMs);
}

/** The same a little later. `atLeastMs`: what a timer has measured, whatever was done to the clock meanwhile. It never goes back. */
export function ran(time: ServerTime, nowMs: number, atLeastMs = 0): ServerTime {
  const ranMs = Math.max(nowMs - time.nowMs, atLeastMs, 0);
  return { ...time, serverMs: time.serverMs + ranMs, nowMs };
}

/** How long ago the last contact was. */
export function sinceContactMs(time: ServerTime, nowMs: number): number {
  return Math.max(0, ran(time, nowMs).serverMs - time.contactMs);
}

/** What was known, and what the replica keeps now: a new contact counts as it is; of the same one, the later time. */
export function merged(known: ServerTime | null, kept: ServerTime): ServerTime {
  if (!known || known.contactMs !== kept.contactMs || known.isOfBefore !== kept.isOfBefore) return kept;
  return known.serverMs > kept.serverMs ? known : kept;
}

/** As the replica keeps it. */
export function toTimeRow(time: ServerTime): Meta<'time'> {
  return { contact: toInstant(time.contactMs), serverTime: toInstant(time.serverMs), at: toInstant(time.nowMs) };
}

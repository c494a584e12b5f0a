import type { ClientPlace } from '../../../sync/collections/session-place.ts';

/** What is looked at of a licence. */
export interface HeldLicense {
  /** The state that gave it. */
  readonly conferring_entity: string;
  /** `YYYY-MM-DD`; '' where nothing is known of its end. */
  readonly expiration_date: string;
}

/** `none`: no licence of that state is known. `ended`: there was one, until this day. */
export type LicenseReach =
  | { readonly kind: 'reaches' }
  | { readonly kind: 'none' }
  | { readonly kind: 'ended'; readonly on: string };

/**
 * Whether somebody's licences reach a client who is there on that day (D-26). It warns and never forbids: compacts and rules for temporary
 * practice are known to her, not to us. A licence holds through its last day; one without a last day holds. Pure.
 */
export function licenseReach(licenses: readonly HeldLicense[], place: ClientPlace, day: string): LicenseReach {
  const there = licenses.filter(({ conferring_entity }) => conferring_entity === place);
  if (there.some(({ expiration_date: last }) => last === '' || last >= day)) return { kind: 'reaches' };
  const last = there
    .map(({ expiration_date }) => expiration_date)
    .toSorted()
    .at(-1);
  return last === undefined ? { kind: 'none' } : { kind: 'ended', on: last };
}

/** A screen that one can go back to. */
export interface Place {
  /** Path and search, as the address bar had them. */
  readonly href: string;
  readonly label: string;
  /** The address of the rail's entry that it belongs to. */
  readonly lit: string | null;
}

/** Where one is led back to when nobody knows where one came from: after a reload, or by a link. */
export const startPlace: Place = {
  href: '/pro-dashboard/schedule',
  label: 'Calendar',
  lit: '/pro-dashboard/schedule',
};

// In memory only: an address with its ids is nobody's business after a lock.
let last: Place | null = null;

/** The shell says where one is; null, a screen that is passed over, leaves what was before. */
export function rememberPlace(place: Place | null): void {
  if (place) last = place;
}

/** After a lock or for another person there is no way back to what somebody looked at before. */
export function forgetPlace(): void {
  last = null;
}

/** Where what is open was come upon from. */
export function cameFrom(): Place {
  return last ?? startPlace;
}

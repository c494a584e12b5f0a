/** A screen of the professional's dashboard that one can go back to. */
export interface Place {
  /** Path and search, as the address bar had them. */
  readonly href: string;
  readonly label: string;
  /** The item of the rail that it belongs to. */
  readonly section: '/pro-dashboard/homepage' | '/pro-dashboard/schedule' | '/pro-dashboard/patient-charts' | null;
}

/** Where a note leads back to when nobody knows where one came from: after a reload, or by a link. */
export const calendarPlace: Place = {
  href: '/pro-dashboard/schedule',
  label: 'Calendar',
  section: '/pro-dashboard/schedule',
};

/** Whether the path is a note's own. */
export function isNotePath(path: string): boolean {
  return /^\/pro-dashboard\/sessions\/[^/]+\/note\/?$/.test(path);
}

/** The place that an address is, by its path alone; `null` where one would not want to go back to. */
export function placeOf(path: string, search: string): Place | null {
  const href = path + search;
  const isIn = (section: string): boolean => path === section || path.startsWith(`${section}/`);
  if (isIn('/pro-dashboard/schedule')) return { ...calendarPlace, href };
  if (path.startsWith('/pro-dashboard/patient-charts/')) {
    return { href, label: 'Chart', section: '/pro-dashboard/patient-charts' };
  }
  if (isIn('/pro-dashboard/patient-charts')) {
    return { href, label: 'Patients', section: '/pro-dashboard/patient-charts' };
  }
  if (isIn('/pro-dashboard/homepage')) return { href, label: 'Home', section: '/pro-dashboard/homepage' };
  if (isIn('/pro-dashboard/sync')) return { href, label: 'Sync', section: null };
  return null;
}

// In memory only: an address with its ids is nobody's business after a lock.
let last: Place | null = null;

/** The shell says where one is; notes are passed over, so that leafing through them leads back to where it began. */
export function rememberPlace(path: string, search: string): void {
  if (!isNotePath(path)) last = placeOf(path, search);
}

/** After a lock or for another person there is no way back to what somebody looked at before. */
export function forgetPlace(): void {
  last = null;
}

/** Where the open note was come upon from. */
export function cameFrom(): Place {
  return last ?? calendarPlace;
}

import { CalendarDays, House, Users, type LucideIcon } from 'lucide-react';
import type { LinkProps } from '@tanstack/react-router';
import { calendarPlace, cameFrom, isNotePath, type Place } from '../lib/came-from.ts';
import type { Dashboard } from '../lib/paths.ts';

export interface NavItem {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** [C-234] Only what works; items join when their screens do. */
export const navItems: Record<Dashboard, readonly NavItem[]> = {
  pro: [
    { to: '/pro-dashboard/homepage', label: 'Home', icon: House },
    { to: '/pro-dashboard/schedule', label: 'Calendar', icon: CalendarDays },
    { to: '/pro-dashboard/patient-charts', label: 'Patients', icon: Users },
  ],
  member: [
    { to: '/member-dashboard/homepage', label: 'Home', icon: House },
    { to: '/member-dashboard/sessions', label: 'My sessions', icon: CalendarDays },
  ],
};

/**
 * [C-225] On phones the schedule and the note have no bottom bar; a back control stands at the top instead. A session leads
 * back to its day, a note to where it was opened from.
 */
export function backOf(path: string, search: string): Pick<Place, 'href' | 'label'> | null {
  if (path === '/pro-dashboard/schedule' || path === '/pro-dashboard/schedule/') {
    return { href: '/pro-dashboard/homepage', label: 'Home' };
  }
  if (path.startsWith('/pro-dashboard/schedule/')) return { ...calendarPlace, href: calendarPlace.href + search };
  return isNotePath(path) ? cameFrom() : null;
}

/** The item that is lit although the address is not its own: a note belongs to where it was opened from. */
export function litItem(path: string): NavItem['to'] | null {
  return isNotePath(path) ? cameFrom().section : null;
}

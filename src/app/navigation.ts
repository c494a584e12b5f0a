import { CalendarDays, House, Users, type LucideIcon } from 'lucide-react';
import type { LinkProps } from '@tanstack/react-router';
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

/** [C-225] On phones the schedule and the note have no bottom bar; a back control stands at the top instead. */
export function backOf(path: string): { readonly to: NavItem['to']; readonly label: string } | null {
  if (path === '/pro-dashboard/schedule' || path === '/pro-dashboard/schedule/') {
    return { to: '/pro-dashboard/homepage', label: 'Home' };
  }
  if (path.startsWith('/pro-dashboard/schedule/')) return { to: '/pro-dashboard/schedule', label: 'Calendar' };
  if (/^\/pro-dashboard\/sessions\/[^/]+\/note/.test(path)) {
    return { to: '/pro-dashboard/schedule', label: 'Calendar' };
  }
  return null;
}

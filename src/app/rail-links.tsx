import { Link, useRouter } from '@tanstack/react-router';
import { CalendarDays, House, Users, type LucideIcon } from 'lucide-react';
import type { Dashboard } from '../lib/paths.ts';
import { railOf } from './dashboard-routes.ts';
import type { RailIcon } from './route-facts.ts';
import { useScreen } from './use-screen.ts';

const icons: Readonly<Record<RailIcon, LucideIcon>> = { house: House, calendar: CalendarDays, people: Users };

interface RailLinksProps {
  readonly dashboard: Dashboard;
  readonly className: string | undefined;
  readonly iconSize: number;
}

/** The entries of the rail and of the bottom bar. One is lit: the screen's own, or the one that it belongs to. */
export function RailLinks({ dashboard, className, iconSize }: RailLinksProps) {
  const router = useRouter();
  const { lit } = useScreen();
  return railOf(router, dashboard).map((item) => {
    const Icon = icons[item.icon];
    return (
      <Link
        key={item.to}
        to={item.to}
        className={className}
        activeOptions={{ exact: true, includeSearch: false }}
        {...(item.to === lit ? litProps : {})}
      >
        <Icon size={iconSize} aria-hidden strokeWidth={1.9} />
        {item.label}
      </Link>
    );
  });
}

/** Said as "current" in any case; the router says "page" where the entry's own screen is open. */
const litProps = { 'data-lit': '', 'aria-current': 'true' } as const;

import { Link } from '@tanstack/react-router';
import { Clock3, Rows3 } from 'lucide-react';
import { usePhone } from '../../../lib/use-layout.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import styles from './day-agenda.module.css';

interface ByHoursProps {
  readonly date: string;
  readonly today: string;
  readonly isByHours: boolean;
}

/** In the hand: the other look of a day. At the desk the head of the calendar has it. */
export function ByHours({ date, today, isByHours }: ByHoursProps) {
  const phone = usePhone();
  if (!phone) return null;
  const Icon = isByHours ? Rows3 : Clock3;
  return (
    <Link
      to="/pro-dashboard/schedule"
      search={{ date: date === today ? undefined : date, view: 'day', by: isByHours ? undefined : 'hours' }}
      className={classes(buttonClass('quiet'), styles.look)}
    >
      <Icon size={17} aria-hidden />
      {isByHours ? 'As a list' : 'By the hour'}
    </Link>
  );
}

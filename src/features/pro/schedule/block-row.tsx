import { Link } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import type { Block } from '../../../model/sessions/use-blocks.ts';
import { timesOfDay } from './grid-shape.ts';
import type { ScheduleView } from './views.ts';
import styles from './block-row.module.css';

interface BlockRowProps {
  readonly block: Block;
  readonly date: string;
  readonly zone: string;
  readonly view: ScheduleView;
  readonly open: boolean;
}

/** A blocked time in a list of a day: hatched, and in words. */
export function BlockRow({ block, date, zone, view, open }: BlockRowProps) {
  const times = timesOfDay(block.body, date, zone);
  if (times === null) return null;
  return (
    <Link
      to="/pro-dashboard/schedule/blocks/$intervalId"
      params={{ intervalId: block.id }}
      search={{ date, view }}
      resetScroll={false}
      className={styles.row}
      data-open={open ? '' : undefined}
    >
      <span className={styles.words}>
        <Ban size={14} aria-hidden />
        <b>{times}</b> Blocked
        {block.body.label === '' ? '' : `: ${block.body.label}`}
      </span>
    </Link>
  );
}

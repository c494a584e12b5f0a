import { Link } from '@tanstack/react-router';
import { Ban, MapPin, Video } from 'lucide-react';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { clockSpan, clockTime } from '../../../lib/time.ts';
import { kindWords } from '../../../model/sessions/plan-words.ts';
import { noteState, sessionState } from '../../../model/sessions/session-words.ts';
import type { Block } from '../../../model/sessions/use-blocks.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import type { Schedule } from '../../../model/sessions/use-schedule.ts';
import { cssVars } from '../../../ui/css-vars.ts';
import { LightLink } from '../../../ui/light-link.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import type { Lane } from './day-lanes.ts';
import { spanOf } from './grid-moves.ts';
import type { ScheduleLinks } from './schedule-address.ts';
import type { ScheduleView } from './views.ts';
import styles from './week.module.css';

/** A session that is shorter has room for one line. */
const lowBelowMinutes = 40;

/** A length on the grid, which grows with the text. */
export const hoursLong = (hours: number): string => `calc(var(--hour) * ${hours})`;

interface GridBlockProps {
  readonly session: Session;
  readonly schedule: Schedule;
  readonly now: string;
  readonly date: string;
  readonly view: ScheduleView;
  readonly open: boolean;
  readonly top: string;
  readonly lane: Lane;
  readonly isMovable: boolean;
  readonly links: ScheduleLinks;
  /** In a few letters, of a shared week; null in one's own. */
  readonly whose: string | null;
}

/** A session on the grid: its name, when, where it is held and how it stands; its lower edge can be drawn. */
export function GridBlock(props: GridBlockProps) {
  const { session, schedule, now, date, view, open, top, lane, isMovable, links, whose } = props;
  const { body } = session;
  const { minutes } = spanOf(body, schedule.zone);
  const written = noteState(schedule.noteOf(session), body, now);
  const state = sessionState(body, now);
  const shown = written ?? (state?.word === 'Completed' ? null : state);
  const Icon = shown?.icon;
  const Place = body.place === 'telehealth' ? Video : MapPin;
  return (
    <LightLink
      {...links.ofSession(session.id, { date, view })}
      draggable={false}
      className={styles.block}
      aria-current={open ? 'page' : undefined}
      data-placed={session.id}
      data-session-link
      data-movable={isMovable ? session.id : undefined}
      aria-keyshortcuts={isMovable ? 'm Shift+ArrowDown Shift+ArrowUp' : undefined}
      data-kind={body.kind ?? 'regular'}
      data-past={body.end <= now ? '' : undefined}
      data-cancelled={statusFlags(body.status).cancelled ? '' : undefined}
      data-open={open ? '' : undefined}
      data-low={minutes < lowBelowMinutes ? '' : undefined}
      style={{
        ...cssVars({ '--lane': lane.index, '--lanes': lane.of }),
        insetBlockStart: top,
        blockSize: `max(1.625rem, ${hoursLong(minutes / 60)} - 2px)`,
      }}
    >
      <span className={styles.blockName}>
        <PersonName name={schedule.nameOf(session)} />
      </span>
      {whose === null ? null : (
        <span className={styles.blockWhose}>
          <span className={styles.short} aria-hidden>
            {whose}
          </span>
          <span className={styles.whole}>
            <PersonName name={body.clinician_name} />
          </span>
        </span>
      )}
      <span className={styles.blockTime}>
        <span className={styles.clock}>
          {clockTime(body.start, schedule.zone)}
          <span className="visually-hidden"> to {clockTime(body.end, schedule.zone)} </span>
        </span>
        {shown && Icon ? (
          <span className={styles.blockState} data-tone={shown.tone}>
            <Icon size={13} aria-hidden strokeWidth={2.25} />
            <span className={styles.blockWord}>{shown.word}</span>
          </span>
        ) : null}
      </span>
      {body.kind === undefined || body.kind === 'regular' ? null : (
        <span className={styles.blockKind}>
          <Place size={12} aria-hidden />
          {kindWords[body.kind]}
        </span>
      )}
      {isMovable ? <span className={styles.edge} data-edge aria-hidden /> : null}
    </LightLink>
  );
}

interface BlockedTimeProps {
  readonly block: Block;
  readonly zone: string;
  readonly date: string;
  readonly view: ScheduleView;
  readonly open: boolean;
  readonly top: string;
  readonly minutes: number;
}

/** A time that is kept free of sessions: hatched, behind them. */
export function BlockedTime({ block, zone, date, view, open, top, minutes }: BlockedTimeProps) {
  const { label } = block.body;
  return (
    <Link
      to="/pro-dashboard/schedule/blocks/$intervalId"
      params={{ intervalId: block.id }}
      search={{ date, view }}
      resetScroll={false}
      draggable={false}
      className={styles.blocked}
      data-placed={block.id}
      data-movable={block.id}
      data-open={open ? '' : undefined}
      style={{ insetBlockStart: top, blockSize: hoursLong(minutes / 60) }}
    >
      <span className={styles.blockedWords}>
        <Ban size={12} aria-hidden />
        {label === '' ? 'Blocked' : label}
        <span className="visually-hidden">
          {' '}
          {label === '' ? '' : 'blocked '}
          {clockSpan(block.body, zone).replace('–', ' to ')}
        </span>
      </span>
      <span className={styles.edge} data-edge aria-hidden />
    </Link>
  );
}

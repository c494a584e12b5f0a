import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { useSub } from '../../../lib/client-context.ts';
import { minuteSpan, weekdayName } from '../../../lib/time.ts';
import { useAvailability } from '../../../model/sessions/use-availability.ts';
import type { Said } from './availability-acts.ts';
import type { AvailabilitySheetProps } from './availability-sheet.tsx';
import { useCalendarActs } from './calendar-acts.ts';
import { bandsOf, hoursWith, labelMinute, type Band } from './grid-availability-bands.ts';
import { hoursLong } from './grid-block.tsx';
import { minutesOfDay } from './grid-shape.ts';
import type { OpeningSheetProps } from './opening-sheet.tsx';
import type { UnavailabilitySheetProps } from './unavailability-sheet.tsx';
import styles from './grid-availability.module.css';

const AvailabilitySheet = lazySheet<AvailabilitySheetProps>(
  'Change weekly hours',
  loadAgain(
    () => import('./availability-sheet.tsx'),
    (module) => module.AvailabilitySheet,
  ),
);
const OpeningSheet = lazySheet<OpeningSheetProps>(
  'Change an opening',
  loadAgain(
    () => import('./opening-sheet.tsx'),
    (module) => module.OpeningSheet,
  ),
);
const UnavailabilitySheet = lazySheet<UnavailabilitySheetProps>(
  'Change time away',
  loadAgain(
    () => import('./unavailability-sheet.tsx'),
    (module) => module.UnavailabilitySheet,
  ),
);

interface Timed {
  readonly body: { readonly start: string; readonly end: string };
}

/** The hours of a day that a grid shows. */
export interface GridHoursShown {
  readonly first: number;
  readonly last: number;
}

interface GridDays {
  readonly dates: readonly string[];
  readonly zone: string;
  /** A calendar of several clinicians shows nobody's hours. */
  readonly isShared: boolean;
}

/**
 * [S-030, C-034] One's own hours as they lie behind the sessions of a grid: the bands of a day, what they mean, and the sheet that a press on
 * one opens.
 */
export function useGridAvailability({ dates, zone, isShared }: GridDays) {
  const sub = useSub();
  const { tell } = useCalendarActs();
  const [opened, setOpened] = useState<Said | null>(null);
  const said = useAvailability(isShared ? '' : sub, { date: dates[0] ?? '', days: dates.length, zone });
  const bands = said ? bandsOf(said, dates, zone) : [];
  const close = (): void => setOpened(null);
  return {
    /** As many hours of the day as show all that is open, beside those that are shown anyway. */
    widened: (shown: GridHoursShown): GridHoursShown => hoursWith(bands, shown, { dates, zone }),
    /** Of one day, to lie below whatever else does; `over`: what does. */
    bandsIn: (date: string, over: readonly Timed[], { first, last }: GridHoursShown) =>
      bands.flatMap((band) => {
        const whole = minutesOfDay(band, date, zone);
        const from = Math.max(first * 60, whole?.from ?? 0);
        const to = Math.min(last * 60, whole?.to ?? 0);
        if (!whole || to <= from) return [];
        const taken = over.flatMap(({ body }) => minutesOfDay(body, date, zone) ?? []);
        return [
          <BandShown
            key={`${band.said.record.id} ${band.start}`}
            {...{ band, date, from, to, first, whole }}
            at={labelMinute({ from, to }, taken)}
            onOpen={() => setOpened(band.said)}
          />,
        ];
      }),
    legend:
      bands.length > 0 ? (
        <p className={styles.legend}>
          <span className={styles.sign} aria-hidden />
          <span>Your hours</span>
          <Link to="/pro-dashboard/settings/availability" className={styles.link}>
            Availability
          </Link>
        </p>
      ) : null,
    sheet:
      opened === null ? null : opened.kind === 'period' ? (
        <AvailabilitySheet period={opened.record} tell={tell} onClose={close} />
      ) : opened.kind === 'opening' ? (
        <OpeningSheet opening={opened.record} tell={tell} onClose={close} />
      ) : (
        <UnavailabilitySheet away={opened.record} tell={tell} onClose={close} />
      ),
  };
}

interface BandShownProps {
  readonly band: Band;
  readonly date: string;
  /** What of it is shown, in minutes of the day. */
  readonly from: number;
  readonly to: number;
  readonly whole: { readonly from: number; readonly to: number };
  readonly first: number;
  /** Where it is named. */
  readonly at: number;
  readonly onOpen: () => void;
}

function BandShown({ band, date, from, to, whole, first, at, onOpen }: BandShownProps) {
  const isAway = band.said.kind === 'away';
  const hours = minuteSpan(whole.from, whole.to);
  const topOf = (minute: number): string => hoursLong((minute - first * 60) / 60);
  return (
    <>
      <span
        className={styles.band}
        data-away={isAway ? '' : undefined}
        style={{ insetBlockStart: topOf(from), blockSize: hoursLong((to - from) / 60) }}
        aria-hidden
      />
      <button
        type="button"
        className={styles.name}
        style={{ insetBlockStart: topOf(at) }}
        aria-label={
          isAway ? `Away on ${weekdayName(date)}, change` : `Your hours ${weekdayName(date)} ${hours}, change`
        }
        onClick={onOpen}
      >
        {isAway ? 'Away' : hours}
      </button>
    </>
  );
}

import { instantOf } from '../../../../sync/core/wall-clock.ts';
import { deviceZone } from '../../../lib/device-zone.ts';
import { clockTime, hourWords, localTimeAt, zonePlace } from '../../../lib/time.ts';
import { hoursLong } from './grid-block.tsx';
import styles from './week.module.css';

interface GridHoursProps {
  readonly first: number;
  readonly hours: readonly number[];
  readonly zone: string;
  /** The minute of the present; null where it is not shown. */
  readonly nowMinute: number | null;
  readonly now: string;
}

/** The hours at the side of the grid; the present takes the place of an hour that it would cover. */
export function GridHours({ first, hours, zone, nowMinute, now }: GridHoursProps) {
  return (
    <div className={styles.hours} aria-hidden>
      {hours
        .filter((hour) => nowMinute === null || Math.abs(hour * 60 - nowMinute) > 13)
        .map((hour) => (
          <span key={hour} style={{ insetBlockStart: hoursLong(hour - first) }}>
            {hourWords(hour)}
          </span>
        ))}
      {nowMinute === null ? null : (
        <span className={styles.nowTime} style={{ insetBlockStart: hoursLong(nowMinute / 60 - first) }}>
          {clockTime(now, zone)}
        </span>
      )}
    </div>
  );
}

interface DeviceHoursProps extends Pick<GridHoursProps, 'first' | 'hours' | 'zone'> {
  /** The day whose hours are told: over a change of clocks two zones may part. */
  readonly date: string;
}

/** The same hours by the clock of this device, where that is another one. */
export function DeviceHours({ first, hours, zone, date }: DeviceHoursProps) {
  const own = deviceZone();
  return (
    <div className={styles.hours} data-device aria-hidden>
      <b>{zonePlace(own)}</b>
      {hours.map((hour) => {
        const instant = instantOf(localTimeAt(date, hour * 60), zone);
        return instant === null ? null : (
          <span key={hour} style={{ insetBlockStart: hoursLong(hour - first) }}>
            {clockTime(instant, own)}
          </span>
        );
      })}
    </div>
  );
}

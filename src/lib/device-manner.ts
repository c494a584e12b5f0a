import { deviceFact } from './device-fact.ts';

/** How a time is written where somebody lives. The words themselves are English everywhere. */
export interface Manner {
  /** `2:02 PM`, or `14:02`. */
  readonly hours: 12 | 24;
  /** `November 21`, or `21 November`. */
  readonly monthFirst: boolean;
}

/** The manner of a locale; without one, of the device. Whether midnight is 0 or 12, 0 or 24 in it does not matter here. */
export function mannerOf(locale?: string): Manner {
  const { hourCycle, hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const isTwelve = hourCycle === undefined ? hour12 === true : hourCycle === 'h12' || hourCycle === 'h11';
  const shortDate = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts();
  const placeOf = (type: Intl.DateTimeFormatPartTypes): number => shortDate.findIndex((part) => part.type === type);
  return { hours: isTwelve ? 12 : 24, monthFirst: placeOf('month') < placeOf('day') };
}

/** How this device is set to write times. The first question costs some milliseconds: see `warmZone`. */
export const deviceManner = deviceFact(() => mannerOf());

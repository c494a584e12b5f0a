import { zonePlace } from './time.ts';

/** Where most clients are, from east to west, as people there call their time. */
const usual: readonly (readonly [zone: string, words: string])[] = [
  ['America/New_York', 'Eastern (New York)'],
  ['America/Chicago', 'Central (Chicago)'],
  ['America/Denver', 'Mountain (Denver)'],
  ['America/Phoenix', 'Arizona (Phoenix)'],
  ['America/Los_Angeles', 'Pacific (Los Angeles)'],
  ['America/Anchorage', 'Alaska (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii (Honolulu)'],
];

export interface ZoneOption {
  readonly value: string;
  readonly label: string;
}

/** Every time zone that can be chosen: those of the United States first, the rest by place. One that stands already is among them. */
export function zoneOptions(current: string): readonly ZoneOption[] {
  const first = usual.map(([value, label]) => ({ value, label }));
  const known = new Set(usual.map(([zone]) => zone));
  const rest = [...new Set([...Intl.supportedValuesOf('timeZone'), ...(current === '' ? [] : [current])])]
    .filter((zone) => !known.has(zone))
    .map((zone) => ({ value: zone, label: placeWords(zone) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
  return [...first, ...rest];
}

/** `Berlin, Europe` */
function placeWords(zone: string): string {
  const area = zone.includes('/') ? zone.slice(0, zone.indexOf('/')).replaceAll('_', ' ') : '';
  return area === '' ? zonePlace(zone) : `${zonePlace(zone)}, ${area}`;
}

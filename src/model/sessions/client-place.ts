import { clientPlaces, type ClientPlace } from '../../../sync/collections/session-place.ts';
import { regions } from '../lists/regions.ts';

/** What a place is called where a person reads it. */
export function placeName(place: ClientPlace): string {
  if (place === 'elsewhere') return 'Outside the United States';
  return regions.US.find(({ code }) => code === place)?.name ?? place;
}

/** Every place, to choose from. */
export const everyPlace = clientPlaces.map((place) => ({ value: place, label: placeName(place) }));

export function isPlace(text: string): text is ClientPlace {
  return clientPlaces.some((place) => place === text);
}

/** What the country is written as; another word that is no code names nothing for sure. */
const unitedStates: readonly string[] = ['US', 'USA', 'UNITED STATES', 'UNITED STATES OF AMERICA'];

/**
 * The place of a home address, whose state a practice may have written as a code or as a name; null where it names none. The codes of other
 * countries are not ours: CA is California in the United States alone.
 */
export function placeOfHome({ home_state: state = '', country = '' }: Home): ClientPlace | null {
  const land = country.trim().toLocaleUpperCase('en').replaceAll('.', '');
  if (land !== '' && !unitedStates.includes(land)) return /^[A-Z]{2}$/.test(land) ? 'elsewhere' : null;
  const written = state.trim().toLocaleLowerCase('en');
  const region = regions.US.find(({ code, name }) => code.toLowerCase() === written || name.toLowerCase() === written);
  return region && isPlace(region.code) ? region.code : null;
}

interface Home {
  readonly home_state?: string | undefined;
  readonly country?: string | undefined;
}

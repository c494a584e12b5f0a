/** [S-191] Where a member may live, with what a part of the country and a postal code are called there. [C-478 to C-482] */
export const countries = [
  { code: 'US', name: 'United States', region: 'State', zip: 'Zip' },
  { code: 'CA', name: 'Canada', region: 'Province', zip: 'Postal Code' },
  { code: 'CO', name: 'Colombia', region: 'Department', zip: 'Postal Code' },
] as const;

export type CountryCode = (typeof countries)[number]['code'];

/** The words of a country; of the United States where it is none of ours. */
export function wordsOfCountry(code: string): (typeof countries)[number] {
  return countries.find((country) => country.code === code) ?? countries[0];
}

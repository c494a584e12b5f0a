import { expect, test } from 'vitest';
import { countries, wordsOfCountry } from './countries.ts';
import { regions } from './regions.ts';

test('[S-191, S-193, S-194, S-195] three countries; 51 states and the District, 13 provinces and territories, 33 departments', () => {
  expect(countries.map(({ code, name }) => [code, name])).toEqual([
    ['US', 'United States'],
    ['CA', 'Canada'],
    ['CO', 'Colombia'],
  ]);
  expect([regions.US.length, regions.CA.length, regions.CO.length]).toEqual([51, 13, 33]);
  const codes = (list: readonly { readonly code: string }[]) =>
    list
      .map(({ code }) => code)
      .toSorted()
      .join(' ');
  // By ISO 3166-2, written down apart from the lists.
  expect(codes(regions.US)).toBe(
    'AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY',
  );
  expect(codes(regions.CA)).toBe('AB BC MB NB NL NS NT NU ON PE QC SK YT');
  expect(codes(regions.CO)).toBe(
    'AMA ANT ARA ATL BOL BOY CAL CAQ CAS CAU CES CHO COR CUN DC GUA GUV HUI LAG MAG MET NAR NSA PUT QUI RIS SAN SAP SUC TOL VAC VAU VID',
  );
  expect(regions.US).toContainEqual({ code: 'DC', name: 'District of Columbia' });
  expect(regions.CO).toContainEqual({ code: 'DC', name: 'Bogotá, Distrito Capital' });
  expect(regions.CA).toContainEqual({ code: 'NU', name: 'Nunavut' });
  for (const list of Object.values(regions)) {
    expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
    for (const { code, name } of list)
      expect([code, name]).toEqual([expect.stringMatching(/^[A-Z]{2,3}$/), expect.stringMatching(/^\p{Lu}.+$/u)]);
    expect(list.map(({ name }) => name)).toEqual(
      list.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other, 'en')),
    );
  }
});

test('[C-478, C-479, C-480, C-481, C-482] what a part and a postal code are called follows the country', () => {
  const words = (code: string) => [wordsOfCountry(code).region, wordsOfCountry(code).zip];
  expect(['US', 'CA', 'CO', ''].map(words)).toEqual([
    ['State', 'Zip'],
    ['Province', 'Postal Code'],
    ['Department', 'Postal Code'],
    ['State', 'Zip'],
  ]);
});

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

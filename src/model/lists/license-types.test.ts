import { expect, it } from 'vitest';
import { providerTypes } from '../../../sync/domain/provider-types.ts';
import { usStates } from '../../../sync/domain/us-states.ts';
import { licenseTypes } from './license-types.ts';
import { regions } from './regions.ts';

it('[S-205] every profession has licences of its own, each once', () => {
  for (const type of providerTypes) {
    expect(licenseTypes[type].length).toBeGreaterThan(1);
    expect(new Set(licenseTypes[type]).size).toBe(licenseTypes[type].length);
  }
  expect(new Set(providerTypes.map((type) => licenseTypes[type][0])).size).toBe(4);
});

it('[S-196] the profile’s list is the 50 states and the capital’s district, each with its code', () => {
  expect(usStates).toHaveLength(51);
  expect([...usStates].toSorted()).toEqual(regions.US.map(({ code }) => code).toSorted());
});

import { expect, test } from 'vitest';
import { zoneOptions } from './zone-options.ts';

test('zones of the United States first, then every place by name, each once', () => {
  const options = zoneOptions('America/New_York');
  expect(options[0]).toEqual({ value: 'America/New_York', label: 'Eastern (New York)' });
  expect(options).toContainEqual({ value: 'Europe/Berlin', label: 'Berlin, Europe' });
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
  expect(options.length).toBeGreaterThan(300);
});

test('one that a record says and this machine does not list can stay', () => {
  expect(zoneOptions('Mars/Olympus_Mons')).toContainEqual({ value: 'Mars/Olympus_Mons', label: 'Olympus Mons, Mars' });
});

import { expect, test } from 'vitest';
import { licenseReach } from './license-reach.ts';

const of = (conferring_entity: string, expiration_date = '') => ({ conferring_entity, expiration_date });

test('a licence reaches its own state, through its last day, and where no last day is known', () => {
  expect(licenseReach([of('OR')], 'OR', '2026-11-26')).toEqual({ kind: 'reaches' });
  expect(licenseReach([of('OR', '2026-11-26')], 'OR', '2026-11-26')).toEqual({ kind: 'reaches' });
  expect(licenseReach([of('OR', '2026-11-25')], 'OR', '2026-11-26')).toEqual({ kind: 'ended', on: '2026-11-25' });
  // One that goes on is enough; of several that ended the last counts.
  expect(licenseReach([of('OR', '2026-01-01'), of('OR', '2027-01-01')], 'OR', '2026-11-26')).toEqual({
    kind: 'reaches',
  });
  expect(licenseReach([of('OR', '2026-03-01'), of('OR', '2025-01-01')], 'OR', '2026-11-26')).toEqual({
    kind: 'ended',
    on: '2026-03-01',
  });
});

test('none reaches another state, or beyond all of them', () => {
  expect(licenseReach([of('OR')], 'WA', '2026-11-26')).toEqual({ kind: 'none' });
  expect(licenseReach([of('OR')], 'elsewhere', '2026-11-26')).toEqual({ kind: 'none' });
  expect(licenseReach([], 'OR', '2026-11-26')).toEqual({ kind: 'none' });
});

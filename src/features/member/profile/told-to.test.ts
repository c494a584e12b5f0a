import { expect, test } from 'vitest';
import { membershipOf } from '../../../../sync/testing/builders.ts';
import { clinicianIn } from './told-to.ts';

const named = (account_name: string, change: Parameters<typeof membershipOf>[1] = {}) => ({
  id: account_name,
  body: membershipOf(account_name, { account_name, ...change }),
});

test('whose chart it is: neither a substitute with a last day, nor who has left, nor a supervisor, nor the client', () => {
  const others = [
    named('Substitute', { until: '2027-01-31', access: 'delegated' }),
    named('Former', { ended: '2026-01-01T00:00:00.000Z' }),
    named('Supervisor', { role: 'supervisor' }),
    named('Client', { role: 'client' }),
  ];
  expect(clinicianIn([...others, named('Own')])).toBe('Own');
  expect(clinicianIn(others)).toBeUndefined();
});

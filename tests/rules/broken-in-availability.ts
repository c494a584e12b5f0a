import type { BrokenRule } from './broken-rule.ts';

const availability = [
  'sync/collections/availability-period.test.ts',
  'sync/collections/unavailability.test.ts',
  'sync/collections/availability-opening.test.ts',
];

/** When a clinician can be booked. */
export const brokenInAvailability: readonly BrokenRule[] = [
  {
    rule: 'CA-10',
    what: 'the hours of a colleague are changed',
    file: 'sync/collections/availability-period.ts',
    symbol: 'saveAvailabilityPeriod',
    from: '|| record.body.clinician !== actor.sub',
    to: '',
    tests: availability,
  },
  {
    rule: 'CA-10',
    what: 'hours that another device has changed are written over unseen',
    file: 'sync/collections/availability-period-offer.ts',
    symbol: 'settleChange',
    from: "base[name] !== (record.stamps[name] ?? '')",
    to: 'false',
    tests: availability,
  },
];

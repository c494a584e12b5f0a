import { describe, expect, it } from 'vitest';
import { runPure } from '../testing/run-pure.ts';
import { record, scope } from '../testing/call-records.ts';
import { sampleCall } from '../testing/sample-calls.ts';
import { classes, practiceScope } from './classes.ts';

const practiceIn = (zone: string) =>
  record({
    collection: 'practice',
    id: 'p1',
    scope: practiceScope('p1'),
    cls: classes.colleagues,
    body: { name: 'One', zone },
  });
const { records, args } = sampleCall('appointment.book');
const team = records.map((one) =>
  one.collection === 'membership' ? { ...one, body: { ...(one.body as object), until: '2026-11-20' } } : one,
);

/** A booking with a clinician whose last day is the 20th, at 09:00 UTC on the 21st. */
const book = (zone: string) =>
  runPure(
    {
      records: [...team, practiceIn(zone)],
      roles: { [`desk ${scope}`]: ['practice.scheduler'], 'desk practice:p1': ['scheduler'] },
    },
    { sub: 'desk', name: 'appointment.book', args, receivedAt: '2026-11-21T09:00:00.000Z' },
  );

describe('[AC-6] a last day is whole where the practice is', () => {
  it('who treats until then is booked with no more once it has passed there', () => {
    expect(book('Pacific/Pago_Pago').outcome).toBe('applied');
    expect(book('UTC')).toMatchObject({ outcome: 'rejected', code: 'not_found' });
    expect(book('Pacific/Kiritimati')).toMatchObject({ outcome: 'rejected', code: 'not_found' });
  });

  it('a zone that this machine has never heard of stops nobody: the day is that of who asks', () => {
    expect(book('Nowhere/At_All')).toMatchObject({ outcome: 'rejected', code: 'not_found' });
  });
});

import { describe, expect, it } from 'vitest';
import { mayBeMissed } from './missed-session.ts';

const session = { status: 'booked', end: '2026-11-21T08:50:00.000Z' } as const;
const over = '2026-11-22T08:50:00.000Z';

describe('[S-223] a session that its clinician may have missed', () => {
  it('from a day after its end, where there is no word of it', () => {
    expect(mayBeMissed(session, over, false)).toBe(true);
    expect(mayBeMissed(session, '2026-11-22T08:49:59.999Z', false)).toBe(false);
    expect(mayBeMissed({ ...session, status: 'invited' }, over, false)).toBe(true);
  });

  it('not where a note was begun, or somebody has said what became of it', () => {
    expect(mayBeMissed(session, over, true)).toBe(false);
    expect(mayBeMissed({ ...session, held: over }, over, false)).toBe(false);
    expect(mayBeMissed({ ...session, absent: 'client' }, over, false)).toBe(false);
    expect(mayBeMissed({ ...session, status: 'cancelled_patient' }, over, false)).toBe(false);
    expect(mayBeMissed({ ...session, status: 'cancelled_pro_no_join' }, over, false)).toBe(false);
    expect(mayBeMissed({ ...session, sample: 'shown' }, over, false)).toBe(false);
  });

  it('as whoever kept it before has said, until somebody says more', () => {
    const kept = { ...session, missed: true };
    expect(mayBeMissed(kept, '2026-11-21T08:00:00.000Z', true)).toBe(true);
    expect(mayBeMissed({ ...kept, held: over }, over, false)).toBe(false);
  });
});

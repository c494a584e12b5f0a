import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { longDay } from '../../../lib/time.ts';
import { accessSchema, type AccessValues } from './access-form.ts';

const today = '2026-11-23';
const values: AccessValues = { account: 'ben', role: 'treating', ends: 'last-day', until: '2026-12-01' };

function said(change: Partial<AccessValues>, lastDay: string | null = null): readonly string[] {
  const parsed = v.safeParse(accessSchema({ today, lastDay }), { ...values, ...change });
  return (parsed.issues ?? []).map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
}

describe('giving access', () => {
  test('needs a colleague, said at the colleague, and the day is looked at beside it', () => {
    expect(said({ account: '' })).toEqual(['account: Choose a colleague.']);
    expect(said({ account: '', until: '2026-11-22' })).toEqual([
      'account: Choose a colleague.',
      'until: That day has passed.',
    ]);
  });

  test('a last day is today at the earliest, and not after one’s own access', () => {
    expect(said({ until: today })).toEqual([]);
    expect(said({ until: '2026-11-22' })).toEqual(['until: That day has passed.']);
    for (const until of ['', '12026-03-05', '275760-09-13'])
      expect(said({ until })).toEqual(['until: Choose the last day of this access.']);
    expect(said({ until: '2026-12-02' }, '2026-12-01')).toEqual([
      `until: Your own access ends with ${longDay('2026-12-01', today)}.`,
    ]);
    expect(said({ until: '2026-12-01' }, '2026-12-01')).toEqual([]);
  });

  test('ended by hand it has no last day, whatever stands in the field; else the day goes with it', () => {
    const schema = accessSchema({ today, lastDay: null });
    expect(said({ ends: 'by-hand', until: '' })).toEqual([]);
    expect(v.parse(schema, { ...values, ends: 'by-hand' })).toEqual({
      account: 'ben',
      role: 'treating',
      until: undefined,
    });
    expect(v.parse(schema, values)).toEqual({ account: 'ben', role: 'treating', until: '2026-12-01' });
  });
});

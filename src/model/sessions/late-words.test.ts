import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import { appointmentBodyOf } from '../../../sync/testing/builders.ts';
import { dateAndTime } from '../../lib/time.ts';
import { ownTerms, termsOfSession, termsWords } from './late-words.ts';

const flat = { kind: 'flat', cents: 8000 } as const;

test.each([
  [{ hours: 24, fee: flat }, 'until 1 day before. Later, or not coming, costs $80, and never more than the session.'],
  [
    { hours: 168, fee: { kind: 'percent', percent: 50 } as const },
    'until 7 days before. Later, or not coming, costs 50% of its price.',
  ],
  [{ hours: 36, fee: flat }, 'until 36 h before.'],
  [{ hours: 0, fee: flat }, 'until its beginning.'],
])('terms in words: %o', (terms, words) => {
  expect(termsWords(terms)).toContain(words);
});

test('of a session: until when, and what it costs; of one that costs nothing there are none', () => {
  const late = { hours: 24, fee: flat };
  const session = appointmentBodyOf({ late, price_cents: 5000 });
  expect(termsOfSession(session, 'UTC')).toMatch(/costs nothing until .*20.* and \$50 after that/);
  expect(ownTerms(session, 'UTC')).toMatch(/for nothing until .*20.* After that it costs \$50\./);
  for (const none of [appointmentBodyOf(), appointmentBodyOf({ late, price_cents: 0 })]) {
    expect(termsOfSession(none, 'UTC')).toBeNull();
    expect(ownTerms(none, 'UTC')).toBeNull();
  }
  expect(termsWords(null)).toBeNull();
});

test('of one that was booked after its limit: for nothing within the minutes for a second thought, and no earlier day is named', () => {
  const late = { hours: 168, fee: flat };
  const { start } = appointmentBodyOf();
  const booked_at = new Date(Date.parse(start) - 2 * 86_400_000).toISOString();
  const session = appointmentBodyOf({ late, booked_at });
  const until = dateAndTime(new Date(Date.parse(booked_at) + 5 * 60_000).toISOString(), 'UTC');
  expect(ownTerms(session, 'UTC')).toBe(`You can cancel for nothing until ${until}. After that it costs $80.`);
  expect(termsOfSession(session, 'UTC')).toContain(`costs nothing until ${until}`);
});

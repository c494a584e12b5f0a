import { expect, test } from 'vitest';
import { differingFacts, personPairs, takenAtFirst, takeOver, type MergePerson } from './same-person.ts';

const person = (id: string, body: object, stamps: Record<string, string> = {}): MergePerson => ({ id, body, stamps });
const ana = person(
  'a.1',
  { first_name: 'Ana', last_name: 'Ruiz', phone_number: '1', pronouns: 'she/her' },
  { phone_number: 'u1' },
);
const otherAna = person('b.2', { first_name: 'Ana', last_name: 'Ruiz', phone_number: '2', email: 'ana@home.test' });

test('what differs, and what the kept chart does not know is taken over at first; what the other does not know is not asked', () => {
  const pairs = personPairs([ana], [otherAna]);
  const facts = differingFacts(pairs);
  expect(facts.map(({ name, kept, other }) => [name, kept, other])).toEqual([
    ['phone_number', '1', '2'],
    ['email', '', 'ana@home.test'],
  ]);
  expect([...takenAtFirst(pairs)]).toEqual(['a.1 email']);
});

test('[CH-4] facts that belong together are taken over together, or not at all', () => {
  const kept = person('a.1', {
    first_name: 'Ana',
    last_name: 'Ruiz',
    insurance_provider: 'Aetna',
    emergency_contact_name: 'Ben Ruiz',
    home_address_line1: '1 Main St',
  });
  const other = person('b.1', {
    first_name: 'Ana',
    last_name: 'Ruiz',
    insurance_provider: 'Cigna',
    insurance_member_id: 'C-1',
    emergency_contact_name: 'Ben Ruiz',
    emergency_contact_phone: '303',
    home_city: 'Reno',
    guardian_name: 'Carl Holt',
    guardian_phone: '720',
  });
  expect([...takenAtFirst(personPairs([kept], [other]))]).toEqual(['a.1 guardian_name', 'a.1 guardian_phone']);
});

test('[CH-4] what is chosen becomes one change of a person, with the versions that were on screen', () => {
  const pairs = personPairs([ana], [otherAna]);
  expect(takeOver(pairs, new Set(['a.1 phone_number', 'a.1 email']))).toEqual([
    { personId: 'a.1', facts: { phone_number: '2', email: 'ana@home.test' }, base: { phone_number: 'u1', email: '' } },
  ]);
  expect(takeOver(pairs, new Set())).toEqual([]);
});

test('of a couple each is set beside the same person, in whatever order the charts have them', () => {
  const ben = person('a.2', { first_name: 'Ben', last_name: 'Ruiz' }, { email: 'u7' });
  const otherBen = person('b.1', {
    first_name: 'Benedikt',
    preferred_first_name: 'Ben',
    last_name: 'Ruiz',
    email: 'ben@home.test',
  });
  const pairs = personPairs([ana, ben], [otherBen, otherAna]);
  expect(pairs.map(({ kept, other }) => [kept.id, other.id])).toEqual([
    ['a.1', 'b.2'],
    ['a.2', 'b.1'],
  ]);
  // Over the version of his own.
  expect(takeOver(pairs, new Set(['a.2 email']))).toEqual([
    { personId: 'a.2', facts: { email: 'ben@home.test' }, base: { email: 'u7' } },
  ]);
  expect(personPairs([ana, ben], [otherAna, otherBen]).map(({ other }) => other.id)).toEqual(['b.2', 'b.1']);
});

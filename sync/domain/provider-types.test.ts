import { describe, expect, test } from 'vitest';
import { isSpecialtyOf, physicianSpecialties, providerTypes } from './provider-types.ts';
import { usStates } from './us-states.ts';

describe('what somebody practises as', () => {
  test('[C-002, S-197] physician, psychologist, social worker or therapist', () => {
    expect(providerTypes).toEqual(['physician', 'psychologist', 'social worker', 'therapist']);
  });

  test('[S-198] a physician’s specialties are three, each with what builds on it, none named twice', () => {
    expect(physicianSpecialties.map(({ specialty }) => specialty)).toEqual([
      'Psychiatry',
      'Neurology',
      'Physical Medicine and Rehabilitation',
    ]);
    for (const { specialty, sub_specialties } of physicianSpecialties) {
      expect([specialty, sub_specialties.length > 0]).toEqual([specialty, true]);
      expect(sub_specialties).toEqual([...new Set(sub_specialties)].toSorted());
    }
  });

  test('[S-297] a physician names a specialty of the list and what builds on that one, anybody else names none', () => {
    const none = { specialty: '', sub_specialty: '' };
    for (const type of providerTypes) expect([type, isSpecialtyOf(type, none)]).toEqual([type, type !== 'physician']);
    const neurology = { specialty: 'Neurology', sub_specialty: '' };
    expect(isSpecialtyOf('physician', neurology)).toBe(true);
    expect(isSpecialtyOf('psychologist', neurology)).toBe(false);
    expect(isSpecialtyOf('physician', { ...neurology, sub_specialty: 'Epilepsy' })).toBe(true);
    expect(isSpecialtyOf('physician', { specialty: 'Psychiatry', sub_specialty: 'Epilepsy' })).toBe(false);
    expect(isSpecialtyOf('physician', { specialty: '', sub_specialty: 'Epilepsy' })).toBe(false);
    expect(isSpecialtyOf('physician', { specialty: 'Cardiology', sub_specialty: '' })).toBe(false);
    expect(isSpecialtyOf('therapist', { specialty: '', sub_specialty: 'Epilepsy' })).toBe(false);
  });
});

test('[S-196] 50 states and the District of Columbia, each by a code of two letters', () => {
  expect(usStates).toHaveLength(51);
  expect(new Set(usStates).size).toBe(51);
  expect(usStates).toContain('DC');
  for (const code of usStates) expect(code).toMatch(/^[A-Z]{2}$/);
});

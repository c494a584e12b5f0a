import { expect, test } from 'vitest';
import { choiceWords, shortNames, standingChoice, toggledChoice, type Clinician } from './clinicians.ts';

const team: readonly Clinician[] = [
  { id: 'p1', name: 'Dr. Maya Lindqvist' },
  { id: 'p2', name: 'Dr. Daniel Okoro' },
  { id: 'p3', name: 'Dr. Ines Vargas' },
];

test.each([
  ['nobody chosen', [], []],
  ['two of them, in the practice’s order', ['p3', 'p1'], ['p1', 'p3']],
  ['one who is gone falls out', ['p2', 'gone'], ['p2']],
  ['only one who is gone: everybody', ['gone'], []],
  ['all of them: everybody', ['p1', 'p2', 'p3'], []],
])('a kept choice that stands: %s', (_name, kept, standing) => {
  expect(standingChoice(kept, team)).toEqual(standing);
});

test('each is added and taken out; the last one taken out and the last one added lead back to everybody', () => {
  expect(toggledChoice([], 'p2', team)).toEqual(['p2']);
  expect(toggledChoice(['p2'], 'p1', team)).toEqual(['p1', 'p2']);
  expect(toggledChoice(['p2'], 'p2', team)).toEqual([]);
  expect(toggledChoice(['p1', 'p2'], 'p3', team)).toEqual([]);
});

test('a choice is told in words', () => {
  expect(choiceWords([], team)).toBe('Everybody');
  expect(choiceWords(['p2'], team)).toBe('Dr. Daniel Okoro');
  expect(choiceWords(['p1', 'p2'], team)).toBe('2 of 3 clinicians');
});

const named = (...names: readonly string[]) => [
  ...shortNames(names.map((name, index) => ({ id: String(index), name }))).values(),
];

test.each([
  [
    ['Dr. Maya Lindqvist', 'Dr. Daniel Okoro'],
    ['ML', 'DO'],
  ],
  [
    ['Dr. Maya Lindqvist', 'Dr. Marek Lopez'],
    ['MLi', 'MLo'],
  ],
  [
    ['Dr. Ana Li', 'Dr. Amir Li', 'Dr. Ada Li'],
    ['ALi', 'AL1', 'AL2'],
  ],
  [
    ['Åsa', 'édouard de la Tour', ''],
    ['Å', 'ÉT', '?'],
  ],
])('short names tell apart: %j', (names, short) => {
  expect(named(...names)).toEqual(short);
  expect(new Set(named(...names)).size).toBe(names.length);
});

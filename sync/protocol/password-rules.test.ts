import { expect, test } from 'vitest';
import { passwordProblem } from './password-rules.ts';

const good = 'Tall-grass-4';

test('[C-451] nine characters are too few, ten are enough; they are counted as people count', () => {
  expect(passwordProblem('Tall-gra4')).toBe('Password must be at least 10 characters');
  expect(passwordProblem('Tall-gras4')).toBeNull();
  // Each of these is one character, though two units of UTF-16.
  expect(passwordProblem('Aa4-😀😀😀😀')).toBe('Password must be at least 10 characters');
});

test('[C-452] each class of character is asked for, in any script', () => {
  const cases = [
    ['tall-grass-4', 'Password must contain at least one uppercase letter'],
    ['TALL-GRASS-4', 'Password must contain at least one lowercase letter'],
    ['Tall-grass-x', 'Password must contain at least one number'],
    ['Tallxgrassx4', 'Password must contain at least one special character'],
  ] as const;
  for (const [text, words] of cases) expect(passwordProblem(text)).toBe(words);
  expect(passwordProblem(good)).toBeNull();
  expect(passwordProblem('Трава-высокая-4')).toBeNull();
});

test('[C-453] no blank of any kind, wherever it stands', () => {
  for (const blank of [' ', '\t', '\u00A0', '\u3000', '\n'])
    for (const text of [`Tall-${blank}grass-4`, `${blank}${good}`, `${good}${blank}`])
      expect(passwordProblem(text)).toBe('Password must not contain spaces');
});

test('what everybody tries first is refused, alone and around the person’s own name', () => {
  for (const text of ['Password-1!', 'P@ssw0rd-12', 'Welcome-2026!']) expect(passwordProblem(text)).toMatch(/on lists/);
  expect(passwordProblem('VeraLind-1!', ['Vera', 'Lind'])).toMatch(/on lists/);
  expect(passwordProblem('Vera-grows-tall-grass-1!', ['Vera'])).toBeNull();
});

test('so is what is written with signs for letters, put together of two such words, walked over the keyboard, counted or repeated', () => {
  for (const text of [
    'P455w0rd-!9',
    'Dr@gon-99-X',
    '5un$h1ne-Aa',
    'DragonMonkey12!',
    'Qwertyuiop1!',
    '1qaz2WSX3edc!',
    'Abc123456789!',
    'Summer-2026!',
    'Th3rapist-26',
    'Aa1!Aa1!Aa1!',
  ])
    expect([text, passwordProblem(text)]).toEqual([text, expect.stringMatching(/on lists/)]);
  for (const text of [
    'Sunshine-over-tall-grass-4',
    'Kettle.Bridge7',
    'rT9$wq-Lz8x',
    'Orchid-demo-26!',
    'Трава-высокая-4',
  ])
    expect([text, passwordProblem(text)]).toEqual([text, null]);
});

test('[C-454] no character that cannot be seen: nobody types it again', () => {
  for (const unseen of ['\u0007', '\u200B', '\u200D', '\uE000', '\u{10FFFF}'])
    expect(passwordProblem(`Tall-${unseen}grass-4`)).toBe('Password must contain only characters that can be seen');
  for (const seen of ['€', 'é', 'e\u0301', '😀', '§', '一']) expect(passwordProblem(`Tall-${seen}grass-4`)).toBeNull();
});

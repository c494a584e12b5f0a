import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { HappeningWord } from './happening-word.tsx';

// From 9:00 to 9:50.
const { body } = sessionOf('a', {});
const at = (clock: string): string => `2026-11-21T${clock}:00.000Z`;

test.each([
  ['08:44', ''],
  ['08:45', 'Soon'],
  ['08:59', 'Soon'],
  ['09:00', 'Now'],
  ['09:49', 'Now'],
  ['09:50', ''],
])('[S-400] at %s a session from 9:00 to 9:50 is marked: %s', (clock, word) => {
  const html = renderToStaticMarkup(<HappeningWord session={body} now={at(clock)} />);
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(word);
});

import 'temporal-polyfill/global';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { BlockRow } from './block-row.tsx';

/** What is read of it, links and all. */
function wordsOf(content: ReactNode): string {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), isServer: true });
  const page = <RouterContextProvider router={router as never}>{content}</RouterContextProvider>;
  return renderToStaticMarkup(page).replaceAll(/<[^>]*>/g, '');
}

test.each([
  ['of one day', '2026-11-24T17:00', '2026-11-24T18:00', /^12:00.*1.?:00.* Blocked: Lunch$/u],
  ['of days', '2026-11-23T17:00', '2026-11-26T18:00', /^All day Blocked: Lunch$/],
  ['of another day', '2026-11-25T17:00', '2026-11-25T18:00', /^$/],
])('a blocked time %s says when it is', (_what, start, end, words) => {
  expect(said(start, end, '2026-11-24')).toMatch(words);
});

test('in the night in which an hour comes twice it says by which clock', () => {
  expect(said('2026-11-01T05:30', '2026-11-01T06:15', '2026-11-01')).toMatch(/1:30.*\(GMT-4\).*1:15.*\(GMT-5\)/u);
});

function said(start: string, end: string, date: string): string {
  const { local_start, minutes, modify_datetime } = sessionOf('a1', {}).body;
  const zone = 'America/New_York';
  const time = { start: `${start}:00.000Z`, end: `${end}:00.000Z`, local_start, zone, minutes };
  const body = { ...time, label: 'Lunch', clinician: 'pro-1', practice_id: 'x', modify_datetime };
  const row = <BlockRow block={{ ...sessionOf('b1', {}), body }} {...{ date, zone }} view="list" open={false} />;
  return wordsOf(row);
}

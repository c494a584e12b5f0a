import 'temporal-polyfill/global';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { BlockedTime } from './grid-block.tsx';

/** What is read of it, links and all. */
function wordsOf(content: ReactNode): string {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), isServer: true });
  const page = <RouterContextProvider router={router as never}>{content}</RouterContextProvider>;
  return renderToStaticMarkup(page).replaceAll(/<[^>]*>/g, '');
}

function said(start: string, end: string): string {
  const { local_start, minutes, modify_datetime } = sessionOf('a1', {}).body;
  const zone = 'America/New_York';
  const time = { start: `${start}:00.000Z`, end: `${end}:00.000Z`, local_start, zone, minutes };
  const body = { ...time, label: 'Lunch', clinician: 'pro-1', practice_id: 'x', modify_datetime };
  const block = { ...sessionOf('b1', {}), body };
  const place = { zone, date: start.slice(0, 10), view: 'week', open: false, top: '0', minutes } as const;
  return wordsOf(<BlockedTime block={block} {...place} />);
}

test('a blocked time says when it is', () => {
  expect(said('2026-11-24T17:00', '2026-11-24T18:00')).toMatch(/Lunch blocked 12:00.* to (1:00.PM|13:00)$/u);
});

test('in the night in which an hour comes twice it says by which clock', () => {
  expect(said('2026-11-01T05:30', '2026-11-01T06:15')).toMatch(/1:30.*\(GMT-4\) to 0?1:15.*\(GMT-5\)$/u);
});

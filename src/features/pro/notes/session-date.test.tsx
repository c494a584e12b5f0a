// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { appointmentBodyOf, FakeClock } from '../../../../sync/testing/builders.ts';
import { FieldSaver } from '../../../forms/field-saver.ts';
import { ClientContext } from '../../../lib/client-context.ts';
import { clockSpan, dayMonthShort, fullDate, longDay, weekdayDate } from '../../../lib/time.ts';
import { createAppRouter } from '../../../router.tsx';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { NoteHeader } from './note-header.tsx';
import { NoteNeighbours } from './note-neighbours.tsx';
import { PrintFacts } from './print-facts.tsx';
import { SignSheet } from './sign-sheet.tsx';

const scope = 'chart:c1';
const now = '2026-11-25T12:00:00.000Z';
const noteOf = (session_start: string, appointment_id: string): Note => ({
  note_schema_id: 'soap-note',
  note_schema_revision: 1,
  appointment_id,
  author: 'pro-1',
  author_name: 'Dr. One',
  started: now,
  session_start,
  answers: {},
  written: {},
  others: [],
});

let root: Root | null = null;
afterEach(() => {
  act(() => root?.unmount());
  vi.useRealTimers();
});

/** What is read of this part of the note's page. */
function textOf(part: ReactNode, device = new ScreenClient()): string {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  const router = createAppRouter(createMemoryHistory());
  act(() =>
    root?.render(
      <ClientContext value={device.client}>
        <RouterContextProvider router={router}>{part}</RouterContextProvider>
      </ClientContext>,
    ),
  );
  return page.textContent;
}

describe.each([
  ['in the evening, when it is tomorrow in UTC', 'America/New_York', '2026-11-21T01:00:00.000Z', '2026-11-20'],
  ['in the morning, when it is yesterday in UTC', 'Asia/Tokyo', '2026-11-20T23:00:00.000Z', '2026-11-21'],
  ['on New Year’s Eve', 'America/Los_Angeles', '2026-01-01T02:00:00.000Z', '2025-12-31'],
  ['on the day of UTC itself', 'UTC', '2026-11-20T15:00:00.000Z', '2026-11-20'],
])('a session %s is of the day that the clinician had', (_when, zone, start, date) => {
  const end = new Date(Date.parse(start) + 50 * 60_000).toISOString();
  const session = appointmentBodyOf({ start, end, zone });
  const span = clockSpan(session, zone);
  const seen = {
    collection: 'note',
    id: 'note.a1',
    scope,
    cls: 'care_team',
    version: 1,
    shape: 1,
    stamps: {},
    pending: false,
    body: noteOf(start, 'a1'),
  };

  test('on paper', () => {
    const text = textOf(<PrintFacts name="Ada Test" card={undefined} session={session} note={seen.body} zone={zone} />);
    expect(text).toContain(`Session${fullDate(date)}, ${span}`);
  });

  test('above the note', () => {
    const text = textOf(
      <NoteHeader
        appointmentId="a1"
        session={session}
        chartId="c1"
        name="Ada Test"
        zone={zone}
        scope={scope}
        noteStart={start}
        title="Note"
      />,
    );
    expect(text).toContain(`${longDay(date, '2026-11-25')}, ${span}`);
    expect(document.querySelector('a[href*="schedule/a1"]')?.getAttribute('href')).toContain(date);
  });

  test('where the note is signed', () => {
    const saver = new FieldSaver<never>({
      clock: new FakeClock(),
      empty: '' as never,
      isSame: () => true,
      save: () => Promise.reject(new Error('nothing is saved here')),
    });
    const me = { sub: 'pro-1', zone, displayName: 'Dr. One', firstName: 'One', practiceId: 'p1' };
    const schema = {
      note_schema_id: 'soap-note',
      note_schema_revision: 1,
      kind: 'note',
      title: 'Note',
      elements: [],
    } as const;
    const [onSigned, onClose] = [() => undefined, () => undefined];
    const sheet = { appointmentId: 'a1', session, note: seen, schema, saver, me, onSigned, onClose };
    expect(textOf(<SignSheet {...sheet} />)).toContain(`${weekdayDate(date)}, ${span}`);
  });

  test('beside the notes before and after it', () => {
    const device = new ScreenClient();
    device.put({ collection: 'note', record: { id: 'note.a1', scope, body: noteOf(start, 'a1') } });
    const beside = (sessionStart: string) =>
      textOf(<NoteNeighbours scope={scope} sessionStart={sessionStart} zone={zone} />, device);
    expect(beside('2030-01-01T00:00:00.000Z')).toBe(`Previous note, ${dayMonthShort(date)}`);
    act(() => root?.unmount());
    expect(beside('2020-01-01T00:00:00.000Z')).toBe(`Next note, ${dayMonthShort(date)}`);
  });
});

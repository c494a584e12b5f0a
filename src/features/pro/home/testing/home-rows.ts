import { onTestFinished, vi } from 'vitest';
import { chartScope } from '../../../../../sync/collections/classes.ts';
import { noteIdOf, type Appointment } from '../../../../../sync/collections/appointment.ts';
import { toInstant } from '../../../../../sync/core/instant.ts';
import { sessionOf } from '../../../../../tests/support/session-of.ts';
import { clockTime } from '../../../../lib/time.ts';
import {
  accountRow,
  cardRow,
  DrawnScreen,
  memberRow,
  practiceRow,
  type Row,
} from '../../../../testing/drawn-screen.tsx';

/** When it is while somebody looks at the day. */
export const now = '2026-11-20T12:00:00.000Z';
/** By whose clock. */
export const zone = 'America/Chicago';

/** Whose home it is, at that time: a clinician's, with one client. */
export function homeScreen(): DrawnScreen {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  localStorage.clear();
  const screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, cardRow, memberRow());
  return screen;
}

/** So many minutes from now. */
export const from = (minutes: number): string => toInstant(Date.parse(now) + minutes * 60_000);

/** A session of fifty minutes that begins so many minutes from now. */
export function session(id: string, begins: number, body: Partial<Appointment> = {}): Row {
  const span = { start: from(begins), end: from(begins + 50) };
  return {
    collection: 'appointment',
    record: { ...sessionOf(id, { clinician: 'pro-1', ...span, ...body }), scope: chartScope('c') },
  };
}

/** The note of it. */
export function note(of: Row, more: object = {}): Row {
  const { id, scope } = of.record;
  const written = {
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    appointment_id: id,
    author: 'pro-1',
    author_name: 'Dr. Bell',
    started: now,
    session_start: now,
    answers: {},
    written: {},
    others: [],
  };
  return { collection: 'note', record: { id: noteIdOf(id), scope, body: { ...written, ...more } } };
}

/** What the clock shows then. */
export const at = (minutes: number): string => clockTime(from(minutes), zone);
/** The day in a sentence. */
export const sentence = () => document.querySelector('header output')?.textContent ?? null;
/** The next session. */
export const next = () => document.querySelector('[aria-label="Next session"]');
/** In how long, when and with whom the next session is; null where there is none. */
export const told = () => next() && [next()?.querySelector('p')?.textContent, next()?.querySelector('h2')?.textContent];
/** What the next session offers, with where it leads. */
export const ways = () =>
  [...(next()?.querySelectorAll('a') ?? [])].map((one) => [one.textContent, one.getAttribute('href')] as const);
/** The list of today, row by row. */
export const rows = () =>
  [...document.querySelectorAll('[aria-label="Today"] li a')].map((one) => one.textContent ?? '');
/** The parts of the page. */
export const parts = () => [...document.querySelectorAll('section')].map((one) => one.getAttribute('aria-label'));

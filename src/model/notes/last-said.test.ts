import { expect, test } from 'vitest';
import type { Note } from '../../../sync/collections/note-body.ts';
import { noteBodyOf } from '../../../sync/testing/call-records.ts';
import { lastSaid, notesBefore } from './last-said.ts';

const noteOn = (day: string, answers: Note['answers'], change: Partial<Note> = {}): Note =>
  noteBodyOf({ appointment_id: day, session_start: `2026-11-${day}T08:00:00.000Z`, answers, ...change });
const at = '2026-11-20T08:00:00.000Z';

test('the newest plan before the session counts, signed or not, and a note without one does not hide it', () => {
  const signed = { at: '2026-11-12T09:00:00.000Z', by: 'pro-1', name: 'Dr. One' };
  const notes = [
    noteOn('05', { plan: 'Older.' }),
    noteOn('12', { plan: ' Walk daily. ' }, { signed }),
    noteOn('13', { plan: '  ' }),
    noteOn('14', { subjective: 'Nothing planned.' }),
    noteOn('20', { plan: 'Of this session itself.' }),
    noteOn('27', { plan: 'Later.' }),
  ];
  expect(lastSaid(notes, at).plan).toEqual({
    text: 'Walk daily.',
    appointmentId: '12',
    sessionStart: '2026-11-12T08:00:00.000Z',
    isSigned: true,
  });
  expect(lastSaid(notes.toReversed(), at).plan?.text).toBe('Walk daily.');
  expect(lastSaid([noteOn('12', { plan: 'Draft.' })], at).plan?.isSigned).toBe(false);
});

test('risk is open where the newest word on it is more than low, and closed by a later one', () => {
  for (const [text, isRiskOpen] of [
    ['No indication', false],
    ['Low', false],
    ['Moderate', true],
    ['High', true],
    // A word that this build does not know is rather looked at than passed over.
    ['Imminent', true],
  ] as const)
    expect(lastSaid([noteOn('12', { risk: text })], at), text).toMatchObject({ risk: { text }, isRiskOpen });
  const calmed = [noteOn('12', { risk: 'High' }), noteOn('15', { risk: 'Low' }), noteOn('16', { plan: 'x' })];
  expect(lastSaid(calmed, at)).toMatchObject({ risk: { appointmentId: '15' }, isRiskOpen: false });
});

test('a cancelled session’s note counts for nothing; without notes nothing is said', () => {
  const archived = '2026-11-13T08:00:00.000Z';
  expect(lastSaid([noteOn('12', { plan: 'Gone.', risk: 'High' }, { archived })], at)).toEqual({
    plan: null,
    risk: null,
    isRiskOpen: false,
  });
  expect(lastSaid([], at)).toEqual({ plan: null, risk: null, isRiskOpen: false });
});

test('an answer that is no text is none', () => {
  expect(lastSaid([noteOn('12', { plan: ['a', 'b'] })], at).plan).toBeNull();
});

test('a note stands at the time of its session as it is now, and the note of this session is never an earlier one', () => {
  const moved = noteOn('27', { risk: 'High' });
  const own = noteOn('05', { plan: 'Of this session, begun before it was moved.' });
  const later = noteOn('10', { plan: 'Of a session that was put off.' });
  const gone = noteOn('12', { plan: 'Of one that is not here.' });
  const starts = new Map([
    ['27', '2026-11-16T08:00:00.000Z'],
    ['05', at],
    ['10', '2026-11-30T08:00:00.000Z'],
  ]);
  const earlier = notesBefore([moved, own, later, gone], { appointmentId: '05', start: at, starts });
  expect(lastSaid(earlier, at)).toMatchObject({
    risk: { appointmentId: '27', sessionStart: '2026-11-16T08:00:00.000Z' },
    isRiskOpen: true,
    plan: { text: 'Of one that is not here.' },
  });
});

test('of a form that only a newer build knows, risk is looked for as the known one calls it', () => {
  const newer = noteOn('12', { plan: 'Walk.', risk: 'High' }, { note_schema_revision: 99 });
  expect(lastSaid([newer], at)).toMatchObject({ plan: { text: 'Walk.' }, risk: { text: 'High' }, isRiskOpen: true });
});

import { expect, test } from 'vitest';
import type { SeenRecord } from '../../../sync/client/api.ts';
import { noteIdOf, type Appointment } from '../../../sync/collections/appointment.ts';
import type { Note } from '../../../sync/collections/note-body.ts';
import { owedNotes, type OwedFrom } from './owed.ts';
import { owedCount } from './owed-words.ts';

const now = '2026-11-20T15:00:00.000Z';
const meta = { scope: 'chart:c1', cls: 'x', version: 1, shape: 1, stamps: {}, pending: false } as const;

function session(id: string, day: string, changes: Partial<Appointment> = {}): SeenRecord<Appointment> {
  const body: Appointment = {
    appointment_type_label: 'Individual session',
    status: 'booked',
    local_start: `${day}T09:00`,
    zone: 'America/New_York',
    minutes: 50,
    start: `${day}T14:00:00.000Z`,
    end: `${day}T14:50:00.000Z`,
    clinician: 'me',
    clinician_name: 'Dr. Maya Lindqvist',
    practice_id: 'p',
    place: 'office_location',
    modify_datetime: now,
    ...changes,
  };
  return { ...meta, collection: 'appointment', id, body };
}

function begunNote(of: SeenRecord<Appointment>, changes: Partial<Note> = {}): SeenRecord<Note> {
  const body: Note = {
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    appointment_id: of.id,
    author: 'me',
    author_name: 'Dr. Maya Lindqvist',
    started: now,
    session_start: of.body.start,
    answers: {},
    written: {},
    others: [],
    ...changes,
  };
  return { ...meta, collection: 'note', id: noteIdOf(of.id), body };
}

function owedOf(given: {
  sessions: readonly SeenRecord<Appointment>[];
  signed?: readonly string[];
  begun?: readonly SeenRecord<Note>[];
  elsewhere?: readonly SeenRecord<Appointment>[];
}): readonly string[] {
  const { sessions, signed = [], begun = [], elsewhere = [] } = given;
  const all = new Map([...sessions, ...elsewhere].map((one) => [one.id, one.body]));
  const noted = new Set([...signed.map(noteIdOf), ...begun.map((note) => note.id)]);
  const from: OwedFrom = {
    sub: 'me',
    now,
    unnoted: sessions.filter(({ id }) => !noted.has(noteIdOf(id))),
    begun,
    sessionOf: (id) => all.get(id),
  };
  return owedNotes(from).map((note) => `${note.appointmentId} ${note.state}`);
}

test('a session that is over without a note is owed as an unsigned one is, oldest first', () => {
  const [old, middle, fresh] = [
    session('old', '2026-11-16'),
    session('middle', '2026-11-18'),
    session('fresh', '2026-11-20'),
  ];
  const begun = [begunNote(middle)];
  expect(owedOf({ sessions: [fresh, middle, old], begun })).toEqual([
    'old not-begun',
    'middle not-signed',
    'fresh not-begun',
  ]);
  expect(owedOf({ sessions: [fresh, middle, old], signed: ['old', 'fresh'], begun })).toEqual(['middle not-signed']);
});

test('a running or coming session, a cancelled one and one that did not take place owe nothing, begun or not', () => {
  const sessions = [
    session('running', '2026-11-20', { start: '2026-11-20T14:30:00.000Z', end: '2026-11-20T15:20:00.000Z' }),
    session('coming', '2026-11-21'),
    session('cancelled', '2026-11-19', { status: 'cancelled_patient' }),
    session('no-show', '2026-11-19', { status: 'cancelled_pro_no_join' }),
  ];
  expect(owedOf({ sessions })).toEqual([]);
  expect(owedOf({ sessions, begun: sessions.map((one) => begunNote(one)) })).toEqual([]);
});

test('two versions are told apart; a begun note is owed however old its session is, and where that is not here', () => {
  const old = session('old', '2024-02-01');
  const two = begunNote(old, { others: [{ field: 'plan', uid: 'u', value: 'x', at: now, by: 'me' }] });
  expect(owedOf({ sessions: [], begun: [two], elsewhere: [old] })).toEqual(['old two-versions']);
  expect(owedOf({ sessions: [], begun: [begunNote(old)] })).toEqual(['old not-signed']);
});

test('a colleague’s unsigned note is not mine to finish, unless the session is mine', () => {
  const theirs = session('theirs', '2026-11-18', { clinician: 'other' });
  const mine = session('mine', '2026-11-18');
  const begun = [begunNote(theirs, { author: 'other' }), begunNote(mine, { author: 'other' })];
  expect(owedOf({ sessions: [mine], begun, elsewhere: [theirs] })).toEqual(['mine not-signed']);
});

test('[SD-1] a sample owes nothing', () => {
  expect(
    owedOf({ sessions: [session('made-up', '2026-11-18', { sample: 'shown' }), session('real', '2026-11-18')] }),
  ).toEqual(['real not-begun']);
});

test('what is owed is counted in words', () => {
  expect([1, 2, 12].map(owedCount)).toEqual(['1 note to finish', '2 notes to finish', '12 notes to finish']);
});

test('a note that was begun stands where its session now is, and where that is not here, when it was begun', () => {
  const [moved, other] = [session('moved', '2026-11-10'), session('other', '2026-11-12')];
  const earlier = begunNote(moved, { session_start: '2026-11-19T14:00:00.000Z' });
  expect(owedOf({ sessions: [other], begun: [earlier], elsewhere: [moved] })).toEqual([
    'moved not-signed',
    'other not-begun',
  ]);
  expect(owedOf({ sessions: [other], begun: [earlier] })).toEqual(['other not-begun', 'moved not-signed']);
});

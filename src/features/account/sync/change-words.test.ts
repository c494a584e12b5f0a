import { expect, test } from 'vitest';
import { localDateAndTime, minuteWords } from '../../../lib/time.ts';
import { dateSpan } from '../../../model/sessions/repeat-words.ts';
import type { PendingChange } from '../../../../sync/client/api.ts';
import { changeParts, newestPerField, noteParts } from './change-words.ts';

function edit(uid: string, appointment: string, field: string, text: string): PendingChange {
  const args = { appointment_id: appointment, answers: { [field]: text } };
  return {
    uid,
    thing: `note|note.${appointment}`,
    name: 'note.edit',
    at: '2026-11-20T15:00:00.000Z',
    state: 'waiting',
    args,
  };
}

test('a text typed in five pauses is listed once, as it stands now; other fields, notes and changes stay apart', () => {
  const typed = ['H', 'He', 'Her', 'Here', 'Here.'].map((text, index) => edit(`u${index}`, 'a1', 'plan', text));
  const cancelled: PendingChange = {
    ...edit('c', 'a1', 'x', ''),
    name: 'appointment.cancel',
    args: { appointment_id: 'a1' },
  };
  const lost: PendingChange = { ...edit('l', 'a1', 'plan', ''), state: 'unreadable', args: null };
  // The second of a kind is one too.
  const again = [
    { ...cancelled, uid: 'c2', args: { appointment_id: 'a2' } },
    { ...lost, uid: 'l2' },
  ];
  const others = [edit('f', 'a1', 'focus', 'x'), edit('o', 'a2', 'plan', 'y'), cancelled, lost, ...again];
  expect(newestPerField([...typed, ...others]).map(({ uid }) => uid)).toEqual(['u4', 'f', 'o', 'c', 'l', 'c2', 'l2']);
});

test('ids and schema numbers are left out, what a newer build added is shown, answers go by the form’s names', () => {
  const args = { appointment_id: 'a1', note_schema_revision: 1, answers: { plan: 'Walk' }, mood: 'calm' };
  expect(changeParts({ name: 'note.edit', args })).toEqual([
    { key: 'plan', label: 'What happens next', text: 'Walk' },
    { key: 'mood', label: 'mood', text: 'calm' },
  ]);
  expect(changeParts({ name: 'note.invented', args: { appointment_id: 'a1' } })).toEqual([
    { key: 'appointment_id', label: 'appointment_id', text: 'a1' },
  ]);
});

test('the form that a change names gives its fields their names; of one that only a newer build knows they stand as they are', () => {
  const args = {
    appointment_id: 'a1',
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    answers: { plan: 'Walk' },
  };
  expect(noteParts({ name: 'note.edit', args })).toEqual(['What happens next']);
  expect(noteParts({ name: 'note.edit', args: { ...args, note_schema_revision: 2 } })).toEqual(['plan']);
  expect(noteParts({ name: 'note.resolve', args: { appointment_id: 'a1', field: 'plan' } })).toEqual([
    'What happens next',
  ]);
});

test('when a new session begins is told as every other time is', () => {
  const args = { local_start: '2026-11-21T14:00', place: 'telehealth' };
  expect(changeParts({ name: 'appointment.create', args })).toEqual([
    { key: 'local_start', label: 'Begins', text: localDateAndTime('2026-11-21T14:00') },
    { key: 'place', label: 'Place', text: 'Video' },
  ]);
});

test('[S-036] a series says how it repeats, how many sessions it has and from when to when; of what a newer build says, as it is', () => {
  const rule = { unit: 'week', every: 2, ends: { kind: 'count', count: 12 } };
  const args = {
    chart_id: 'c1',
    rule,
    sessions: [{ date: '2027-01-04' }, { date: '2027-01-18' }, { date: '2027-03-22' }],
  };
  expect(changeParts({ name: 'appointment_series.book', args })).toEqual([
    { key: 'rule', label: 'Repeats', text: 'Every 2 weeks, 12 times' },
    { key: 'sessions', label: 'Sessions', text: `3 sessions, ${dateSpan('2027-01-04', '2027-03-22')}` },
  ]);
  const newer = { rule: { unit: 'year' }, sessions: [] };
  expect(changeParts({ name: 'appointment_series.book', args: newer }).map(({ text }) => text)).toEqual([
    'unit: year',
    '',
  ]);
});

test('[CA-10] weekly hours are told by day and clock', () => {
  const args = { practice_id: 'p1', weekday: 2, from: 540, to: 1440, zone: 'UTC', place: 'telehealth' };
  expect(changeParts({ name: 'availability_period.save', args })).toEqual([
    { key: 'weekday', label: 'Day', text: 'Tuesday' },
    { key: 'from', label: 'From', text: minuteWords(540) },
    { key: 'to', label: 'To', text: minuteWords(1440) },
    { key: 'place', label: 'Place', text: 'Video' },
  ]);
});

test('[CA-11] times that were asked for are told by date and clock; of what a newer build says, as it is', () => {
  const at = (local_start: string) => ({ local_start, zone: 'UTC', start: `${local_start}:00.000Z` });
  const args = {
    appointment_id: 'a1',
    times: [at('2026-12-01T10:00'), at('2026-12-02T09:30')],
    words: 'Any other day',
  };
  expect(changeParts({ name: 'session_wish.ask', args })).toEqual([
    {
      key: 'times',
      label: 'Times',
      text: `${localDateAndTime('2026-12-01T10:00')}; ${localDateAndTime('2026-12-02T09:30')}`,
    },
    { key: 'words', label: 'Your words', text: 'Any other day' },
  ]);
  const newer = { appointment_id: 'a1', times: ['soon'] };
  expect(changeParts({ name: 'session_wish.ask', args: newer }).map(({ text }) => text)).toEqual(['soon']);
});

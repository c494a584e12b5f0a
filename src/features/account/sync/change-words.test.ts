import { expect, test } from 'vitest';
import { localDateAndTime } from '../../../lib/time.ts';
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
  const others = [edit('f', 'a1', 'focus', 'x'), edit('o', 'a2', 'plan', 'y'), cancelled, lost];
  expect(newestPerField([...typed, ...others]).map(({ uid }) => uid)).toEqual(['u4', 'f', 'o', 'c', 'l']);
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

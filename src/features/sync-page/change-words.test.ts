import { expect, test } from 'vitest';
import type { PendingChange } from '../../../sync/client/api.ts';
import { newestPerField } from './change-words.ts';

function edit(uid: string, appointment: string, field: string, text: string): PendingChange {
  const args = { appointment_id: appointment, answers: { [field]: text } };
  return { uid, name: 'note.edit', at: '2026-11-20T15:00:00.000Z', state: 'waiting', args };
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

import { expect, test } from 'vitest';
import type { PendingChange } from '../../../../sync/client/api.ts';
import { thingName, thingState, waitingThings } from './waiting-thing.ts';

const note = 'note|note.a1';

function change(uid: string, more: Partial<PendingChange>): PendingChange {
  return { uid, thing: note, name: 'note.edit', at: '2026-11-20T15:00:00.000Z', state: 'waiting', args: null, ...more };
}

const edit = (uid: string, field: string, text: string, more: Partial<PendingChange> = {}): PendingChange =>
  change(uid, { args: { appointment_id: 'a1', answers: { [field]: text } }, ...more });

const booking = change('b', { thing: 'appointment|a3', name: 'appointment.create', args: {} });
const cancelled = change('c', { ...booking, uid: 'c', name: 'appointment.cancel' });

test('[WK-1] a note is one thing that waits, however many rows its typing made; each of its parts is there', () => {
  const typed = ['H', 'He', 'Her'].map((text, index) => edit(`p${index}`, 'plan', text));
  const other = edit('o', 'plan', 'x', { thing: 'note|note.a2' });
  const things = waitingThings([edit('f', 'focus', 'x'), booking, ...typed, other, cancelled]);
  expect(things.map(({ changes }) => changes.map(({ uid }) => uid))).toEqual([['f', 'p2'], ['b', 'c'], ['o']]);
});

const names: readonly (readonly [string, readonly PendingChange[]])[] = [
  ['Note: Focus of the session, What happens next', [edit('f', 'focus', 'x'), edit('p', 'plan', 'y')]],
  ['Note: What happens next', [edit('p', 'plan', 'y'), change('v', { name: 'note.choose', args: { field: 'plan' } })]],
  ['Note: What happens next, Signature', [edit('p', 'plan', 'y'), change('s', { name: 'note.sign', args: {} })]],
  ['Note', [change('l', { state: 'unreadable' })]],
  ['New session, Cancelled session', [booking, cancelled]],
  ['New session', [booking]],
  ['Change', [change('l', { thing: '000000000004', name: 'unreadable', state: 'unreadable' })]],
];

test.each(names)('what waits is called %s', (name, changes) => {
  expect(thingName({ thing: note, changes })).toBe(name);
});

test('of a whole it is said that it waits while any part of it has not left', () => {
  const stateOf = (...states: PendingChange['state'][]) =>
    thingState({ thing: note, changes: states.map((state, index) => change(`u${index}`, { state })) });
  expect(stateOf('sent', 'waiting')).toBe('waiting');
  expect(stateOf('unreadable', 'sent')).toBe('sent');
  expect(stateOf('unreadable')).toBe('unreadable');
});

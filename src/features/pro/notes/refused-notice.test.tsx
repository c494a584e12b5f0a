// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { DrawnScreen } from '../../../testing/drawn-screen.tsx';
import { RefusedNotice } from './refused-notice.tsx';

let screen: DrawnScreen;
beforeEach(() => void (screen = new DrawnScreen()));

const item = (uid: string, appointment_id: string, message: string) =>
  ({ uid, name: 'note.edit', args: { appointment_id }, message }) as unknown as AttentionItem;

test('a note tells of its own refused changes, and not of another one’s', async () => {
  screen.items = [item('u1', 'a2', 'Of another note.'), item('u2', 'a1', 'It is signed.')];
  await screen.draw(<RefusedNotice appointmentId="a1" />);
  expect(screen.text()).toContain('A change to this note was refused');
  expect(screen.text()).toContain('It is signed. What you wrote is kept.');
  expect(screen.text()).not.toContain('Of another note.');
});

test('several are counted, and a note with none says nothing', async () => {
  screen.items = [item('u1', 'a1', 'First.'), item('u2', 'a1', 'Second.')];
  await screen.draw(<RefusedNotice appointmentId="a1" />);
  expect(screen.text()).toContain('2 changes to this note were refused');
  await screen.draw(<RefusedNotice appointmentId="a9" />);
  expect(screen.text()).toBe('');
});

test('a change without a session concerns no note', async () => {
  screen.items = [{ ...item('u1', 'a1', 'x'), args: null }];
  await screen.draw(<RefusedNotice appointmentId="a1" />);
  expect(screen.text()).toBe('');
});

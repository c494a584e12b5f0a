// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { DrawnScreen, refused } from '../../../testing/drawn-screen.tsx';
import { EditChange } from './edit-change.tsx';

const item = {
  uid: 'u1',
  name: 'note.edit',
  at: '2026-11-21T09:00:00.000Z',
  kind: 'rejected',
  code: 'too_long',
  message: 'Too long.',
  args: {
    appointment_id: 'a1',
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    answers: { plan: 'Walk daily.', risk: 'Low', goals: ['a'] },
  },
} as unknown as AttentionItem;

let screen: DrawnScreen;
let retried: unknown[];
let closed: number;
beforeEach(() => {
  screen = new DrawnScreen();
  [retried, closed] = [[], 0];
  screen.parts['retry'] = async (...all: unknown[]) => {
    retried.push(all);
    return closed === 0 && retried.length === 1 ? refused('Still too long.', 'too_long') : screen.saved();
  };
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
});
const draw = () => screen.draw(<EditChange item={item} onClose={() => void (closed += 1)} />);

test('the texts of a refused edit are put right and sent in its place, with all else as it was', async () => {
  await draw();
  await screen.fill('What happens next', 'Walk.');
  await screen.press('Send again');
  expect([screen.alert(), closed]).toEqual(['Still too long.', 0]);
  await screen.press('Send again');
  expect(closed).toBe(1);
  expect(retried).toEqual([
    ['u1', { ...(item.args as object), answers: { plan: 'Walk.', risk: 'Low', goals: ['a'] } }],
    ['u1', { ...(item.args as object), answers: { plan: 'Walk.', risk: 'Low', goals: ['a'] } }],
  ]);
});

test('what was typed waits where the screen goes meanwhile', async () => {
  await draw();
  await screen.fill('What happens next', 'Walk.');
  await screen.draw(<p>Locked</p>);
  expect(unsavedTexts.find('pro-1', 'refused:u1')?.text()).toContain('Walk.');
});

// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountRow, cardRow, DrawnScreen } from '../../../testing/drawn-screen.tsx';
import { HeldChanges } from './held-changes.tsx';

const at = '2026-11-21T09:00:00.000Z';
const change = (client: string, id: number) => ({ client, id, at, name: 'note.edit', args: { chart_id: 'c' } });
const device = {
  id: 'AAAAAAAAAAAAAAAA',
  name: null,
  since: at,
  last_active: at,
  state: 'locked' as const,
  is_this: false,
  lost_at: at,
  held: 2,
  held_more: false,
};

let screen: DrawnScreen;
let asked: string[];
let acts: unknown[][];
let done: string[];
let answer: () => Promise<Response>;
beforeEach(() => {
  screen = new DrawnScreen();
  [asked, acts, done] = [[], [], []];
  screen.device.put(accountRow(), cardRow);
  screen.parts['actWithPassword'] = async (...all: unknown[]) => {
    acts.push(all);
    return all[1] === 'right'
      ? { kind: 'done', answer: { applied: 1, refused: 0, dropped: 1 } }
      : { kind: 'failed', message: 'That password is not right.' };
  };
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return answer();
  });
});
afterEach(() => void vi.unstubAllGlobals());

const holds = (changes: readonly object[], more = false) => {
  answer = async () => Response.json({ changes, more });
};
const draw = () =>
  screen.draw(
    <HeldChanges device={device} onBack={() => void done.push('back')} onDone={(words) => void done.push(words)} />,
  );
const tick = (index: number) => {
  const box = document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')[index];
  return box?.click();
};

test('[DV-4] each is let through or dropped, two of one number apart: all that are shown are decided in one go', async () => {
  // Numbers are each client's own.
  holds([change('k1', 1), change('k2', 1)]);
  await draw();
  expect([asked, screen.text().match(/Mara Test/g)?.length]).toEqual([
    ['/api/login/v1/devices/held?device=AAAAAAAAAAAAAAAA'],
    2,
  ]);
  expect(screen.button('Drop all 2')).toBeDefined();
  tick(1);
  await expect.poll(() => screen.button('Let 1 through, drop 1')).toBeDefined();
  await screen.type('password', 'right');
  await screen.press('Let 1 through, drop 1');
  expect(acts).toEqual([
    [
      'device.settle',
      'right',
      {
        device: device.id,
        choices: [
          { client: 'k1', id: 1, is_let_through: false },
          { client: 'k2', id: 1, is_let_through: true },
        ],
      },
    ],
  ]);
  expect(done).toEqual(['1 went in, 1 was dropped.']);
});

test('what was ticked is unticked again', async () => {
  holds([change('k1', 1)]);
  await draw();
  tick(0);
  await expect.poll(() => screen.button('Let it through')).toBeDefined();
  tick(0);
  await expect.poll(() => screen.button('Drop it')).toBeDefined();
});

test('a wrong password decides nothing, is said, and what was ticked stays', async () => {
  holds([change('k1', 1)], true);
  await draw();
  tick(0);
  await screen.type('password', 'wrong');
  await screen.press('Let it through');
  expect([screen.alert(), done]).toEqual(['That password is not right.', []]);
  expect(screen.button('Let it through')).toBeDefined();
  expect(screen.text()).toContain('More follow once these are decided.');
});

test('without an answer nothing is said to be held or not; it is asked again by the button', async () => {
  answer = () => Promise.reject(new TypeError('no network'));
  await draw();
  expect(screen.text()).toContain('The list needs a connection.');
  expect(screen.text()).not.toContain('Nothing is held');
  holds([]);
  await screen.press('Try again');
  expect(screen.text()).toContain('Nothing is held of it any more.');
});

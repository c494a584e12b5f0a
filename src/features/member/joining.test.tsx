// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DrawnScreen } from '../../testing/drawn-screen.tsx';
import { JoiningStep, type Joining } from './joining.tsx';

let screen: DrawnScreen;
let answer: unknown;
let asked: unknown[];
beforeEach(() => {
  screen = new DrawnScreen('m');
  asked = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: { readonly body: string }) => {
    asked.push(JSON.parse(body));
    if (answer === null) throw new TypeError('no network');
    return new Response(JSON.stringify(answer), { status: 200, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  screen.leave();
  vi.unstubAllGlobals();
});

const joining = (asks: string) =>
  ({ id: 'i1', scope: 'account:m', body: { invited_by: 'Dr. Bell', asks, since: '' } }) as unknown as Joining;

test('a birth date is asked for the invite; a wrong one stays typed with how often it can be tried, a right one is said', async () => {
  await screen.draw(<JoiningStep joining={joining('birth_date')} />);
  await screen.press('Continue');
  expect([asked, screen.text().includes('Enter the day on which you were born.')]).toEqual([[], true]);
  await screen.type('dob', '1990-02-03');
  answer = { state: 'wrong', left: 2 };
  await screen.press('Continue');
  expect(screen.alert()).toContain('You can try 2 times more');
  expect(screen.field('dob').value).toBe('1990-02-03');
  answer = { state: 'wrong', left: 1 };
  await screen.press('Continue');
  expect(screen.alert()).toContain('You can try once more');
  answer = null;
  await screen.press('Continue');
  expect(screen.alert()).toContain('There is no connection');
  answer = { state: 'open' };
  await screen.press('Continue');
  expect(asked.at(-1)).toEqual({ invite: 'i1', dob: '1990-02-03' });
  expect(screen.text()).toContain('That is right.');
});

test('where the clinician is asked now, the date is not called right', async () => {
  answer = { state: 'asks_clinician' };
  await screen.draw(<JoiningStep joining={joining('birth_date')} />);
  await screen.type('dob', '1990-02-03');
  await screen.press('Continue');
  expect(screen.text()).not.toContain('That is right.');
});

test('who waits to be let in is asked for nothing', async () => {
  await screen.draw(<JoiningStep joining={joining('clinician')} />);
  expect([screen.text().includes('Dr. Bell lets you in next'), screen.buttons()]).toEqual([true, []]);
});

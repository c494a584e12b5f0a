// @vitest-environment happy-dom
import { act, type ComponentType } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failedWords, notHereWords } from '../lib/load-failure.ts';
import { DrawnScreen } from '../testing/drawn-screen.tsx';
import { lazySheet } from './lazy-sheet.tsx';

interface Props {
  readonly name: string;
  readonly onClose: () => void;
}

let screen: DrawnScreen;
beforeEach(() => {
  screen = new DrawnScreen();
});
afterEach(() => screen.leave());

/** A sheet whose fetches are answered by hand. */
async function world() {
  const answers: { readonly give: () => void; readonly fail: (error: Error) => void }[] = [];
  let closed = 0;
  const LateSheet = lazySheet<Props>(
    'Book a session',
    () =>
      new Promise<ComponentType<Props>>((resolve, reject) => {
        answers.push({ give: () => resolve(({ name }) => <p>For {name}</p>), fail: reject });
      }),
  );
  await screen.draw(<LateSheet name="Ana" onClose={() => void (closed += 1)} />);
  const settle = (how: (answer: (typeof answers)[number]) => void): Promise<void> =>
    act(async () => {
      const last = answers.at(-1);
      if (last) how(last);
    });
  return { answers, settle, closed: () => closed };
}

test.each([
  [
    'that could not be fetched',
    new TypeError('Failed to fetch dynamically imported module: /assets/a.js'),
    notHereWords,
  ],
  ['that failed by a bug of ours', new ReferenceError('x is not defined'), failedWords],
])('a sheet %s says so under its own title, is closed, or tried again', async (_, error, words) => {
  const { answers, settle, closed } = await world();
  await settle(({ fail }) => fail(error));
  expect([screen.sheet(), screen.text().includes(words)]).toEqual(['Book a session', true]);
  await screen.press('Close');
  expect(closed()).toBe(1);
  await screen.press('Try again');
  expect([answers.length, screen.sheet()]).toEqual([2, null]);
  await settle(({ give }) => give());
  expect(screen.text()).toBe('For Ana');
});

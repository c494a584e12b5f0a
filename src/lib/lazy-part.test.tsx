// @vitest-environment happy-dom
import { act, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

interface Said {
  readonly words: string;
}
const Shown = ({ words }: Said): ReactNode => <p>{words}</p>;

/** A part whose fetches are answered by hand, and what the page says of it. */
function world() {
  const answers: { readonly give: () => void; readonly fail: () => void }[] = [];
  const Part = lazyPart<Said>(
    () =>
      new Promise<ComponentType<Said>>((resolve, reject) => {
        answers.push({ give: () => resolve(Shown), fail: () => reject(new Error('not here')) });
      }),
  );
  const page = document.createElement('div');
  let retry = (): void => undefined;
  const draw = (): void => {
    const root = createRoot(page);
    onTestFinished(() => act(() => root.unmount()));
    const failed = (again: () => void): string => {
      retry = again;
      return 'failed';
    };
    act(() => root.render(<Part part={{ loading: 'loading', failed }} props={{ words: 'here' }} />));
  };
  const settle = (how: 'give' | 'fail'): Promise<void> => act(async () => answers.at(-1)?.[how]());
  return { Part, page, answers, draw, settle, retry: () => act(() => retry()) };
}

test('a part comes when it is first shown; one that does not come is asked for again by hand', async () => {
  const { page, answers, draw, settle, retry } = world();
  expect(answers).toHaveLength(0);
  draw();
  expect(page.textContent).toBe('loading');
  await settle('fail');
  expect(page.textContent).toBe('failed');
  retry();
  expect([page.textContent, answers.length]).toEqual(['loading', 2]);
  await settle('give');
  expect(page.textContent).toBe('here');
});

test('what was asked for ahead is there with the first drawing', async () => {
  const { Part, page, answers, draw, settle } = world();
  const ahead = Part.preload();
  await settle('give');
  await ahead;
  draw();
  expect(page.textContent).toBe('here');
  expect(answers).toHaveLength(1);
});

test('a failure ahead of its time is said to nobody: it is asked for again when it is shown', async () => {
  const { Part, page, answers, draw, settle } = world();
  const ahead = Part.preload();
  await settle('fail');
  await expect(ahead).resolves.toBeUndefined();
  draw();
  expect([page.textContent, answers.length]).toEqual(['loading', 2]);
  await settle('give');
  expect(page.textContent).toBe('here');
});

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
  const errors: unknown[] = [];
  const draw = (): void => {
    const root = createRoot(page);
    onTestFinished(() => act(() => root.unmount()));
    const failed = (again: () => void, error: unknown): string => {
      retry = again;
      errors.push(error);
      return 'failed';
    };
    act(() => root.render(<Part part={{ loading: 'loading', failed }} props={{ words: 'here' }} />));
  };
  const settle = (how: 'give' | 'fail'): Promise<void> => act(async () => answers.at(-1)?.[how]());
  return { Part, page, answers, errors, draw, settle, retry: () => act(() => retry()) };
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

test('one that did not come is asked for again when the network is back, and says until then why it is not here', async () => {
  const { page, answers, errors, draw, settle } = world();
  draw();
  await settle('fail');
  expect(errors.at(-1)).toEqual(new Error('not here'));
  act(() => void dispatchEvent(new Event('online')));
  await settle('fail');
  expect([page.textContent, answers.length]).toEqual(['failed', 2]);
  act(() => void dispatchEvent(new Event('online')));
  await settle('give');
  expect([page.textContent, answers.length]).toEqual(['here', 3]);
  act(() => void dispatchEvent(new Event('online')));
  expect(answers).toHaveLength(3);
});

test('a failure on screen gives way to a part that came by another way', async () => {
  const { Part, page, draw, settle } = world();
  draw();
  await settle('fail');
  const ahead = Part.preload();
  await settle('give');
  await ahead;
  expect(page.textContent).toBe('here');
});

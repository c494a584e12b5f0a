// @vitest-environment happy-dom
import { act, Component, type ComponentType, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { notHereWords } from '../../../lib/load-failure.ts';
import { DrawnScreen } from '../../../testing/drawn-screen.tsx';
import { viewOf } from './lazy-views.tsx';

const away = (): Error => new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

/** A view in the calendar, whose fetches are answered by hand; and what lies around both, where a screen says of a bug. */
async function world() {
  const answers: { readonly give: () => void; readonly fail: (error: Error) => void }[] = [];
  const View = viewOf(
    lazyPart<{ readonly date: string }>(
      () =>
        new Promise<ComponentType<{ readonly date: string }>>((resolve, reject) => {
          answers.push({ give: () => resolve(({ date }) => <p>Hours of {date}</p>), fail: reject });
        }),
    ),
  );
  const screen = new DrawnScreen();
  await screen.draw(
    <Bounds>
      <div id="calendar" tabIndex={-1}>
        <View date="Tuesday" />
      </div>
    </Bounds>,
  );
  const settle = (how: (answer: (typeof answers)[number]) => void): Promise<void> =>
    act(async () => {
      const last = answers.at(-1);
      if (last) how(last);
    });
  return { screen, answers, settle };
}

class Bounds extends Component<{ readonly children: ReactNode }> {
  override state = { words: '' };
  static getDerivedStateFromError = (error: Error) => ({ words: error.message });
  override render(): ReactNode {
    return this.state.words === '' ? this.props.children : this.state.words;
  }
}

test('a view that could not be fetched says so in its place; tried again it comes, and the calendar has its keys', async () => {
  const { screen, answers, settle } = await world();
  await settle(({ fail }) => fail(away()));
  expect(document.querySelector('[role="alert"]')?.textContent).toContain(notHereWords);
  expect([...document.querySelectorAll('button')].map((button) => button.textContent)).toEqual([
    'Try again',
    'Reload this page',
  ]);
  await screen.press('Try again');
  expect(document.activeElement?.id).toBe('calendar');
  expect([document.querySelector('[role="alert"]'), answers.length]).toEqual([null, 2]);
  await settle(({ give }) => give());
  expect(screen.text()).toBe('Hours of Tuesday');
});

test('a bug of ours is no missing part: the screen says so', async () => {
  const { screen, settle } = await world();
  await settle(({ fail }) => fail(new ReferenceError('x is not defined')));
  expect(screen.text()).toBe('x is not defined');
});

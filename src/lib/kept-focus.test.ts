// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus, takeFreeFocus } from './kept-focus.ts';

let stop: () => void;
let heading: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<main><h1 tabindex="-1">Title</h1><button>Gone</button><button>Stays</button></main>';
  heading = find('h1');
  stop = keepFocus(() => heading);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

/** What was changed is seen, and the moment has passed that is left to whoever puts the focus somewhere. */
async function settle(): Promise<void> {
  await Promise.resolve();
  await vi.advanceTimersByTimeAsync(200);
}

test('what had the focus goes from the page: the screen’s heading takes it', async () => {
  const button = find('button');
  button.focus();
  button.remove();
  await settle();
  expect(document.activeElement).toBe(heading);
});

test('a focus that was put down on purpose, or went elsewhere, is left alone', async () => {
  const button = find('button');
  button.focus();
  button.blur();
  document.body.append(document.createElement('p'));
  await settle();
  expect(document.activeElement).toBe(document.body);
  button.focus();
  find('button + button').focus();
  button.remove();
  await settle();
  expect(document.activeElement?.textContent).toBe('Stays');
});

test('an open menu looks after it by itself; once that is gone it is asked again', async () => {
  const menu = document.createElement('div');
  menu.setAttribute('role', 'menu');
  document.body.append(menu);
  const button = find('button');
  button.focus();
  button.remove();
  await settle();
  expect(document.activeElement).toBe(document.body);
  menu.remove();
  await settle();
  expect(document.activeElement).toBe(heading);
});

test('once it is stopped it takes no focus any more, also for what fell just before', async () => {
  const button = find('button');
  button.focus();
  button.remove();
  await Promise.resolve();
  stop();
  await settle();
  expect(document.activeElement).toBe(document.body);
});

test('a screen that opens takes the focus where nothing has it', () => {
  takeFreeFocus(heading);
  expect(document.activeElement).toBe(heading);
  const button = find('button');
  button.focus();
  takeFreeFocus(heading);
  expect(document.activeElement).toBe(button);
});

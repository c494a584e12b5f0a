// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeOver } from './take-over.ts';

const fields = `
  <input name="email" value="as painted">
  <input name="untouched" value="as painted">
  <input type="checkbox" name="agree">
  <input type="checkbox" name="news" checked>
  <input name="" value="">`;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

/** A page that was painted, and the place where the app will draw its own. */
function paint(html = `<main>${fields}</main>`): { root: HTMLElement; painted: HTMLElement } {
  document.body.innerHTML = `<div id="root"></div><div id="painted">${html}</div>`;
  const [root, painted] = ['root', 'painted'].map((id) => document.getElementById(id));
  if (!root || !painted) throw new Error('not there');
  return { root, painted };
}

function inputIn(place: HTMLElement, name: string): HTMLInputElement {
  const found = [...place.querySelectorAll('input')].find((field) => field.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

/** Lets whoever watches the document hear of what was drawn. */
const drawn = () => vi.advanceTimersByTimeAsync(1);

test('what was painted stands, and the app’s own is hidden, until the app has drawn a whole page; then it goes in one step', async () => {
  const { root, painted } = paint();
  takeOver(root, painted);
  expect(root.hidden).toBe(true);
  root.innerHTML = '<header>Orchid</header>';
  await drawn();
  expect([root.hidden, painted.isConnected]).toEqual([true, true]);
  root.innerHTML = '<header>Orchid</header><div><main></main></div>';
  await drawn();
  expect([root.hidden, painted.isConnected]).toEqual([false, false]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a page that never comes hides nothing for longer than ten seconds', async () => {
  const { root, painted } = paint();
  takeOver(root, painted);
  await vi.advanceTimersByTimeAsync(9999);
  expect(root.hidden).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect([root.hidden, painted.isConnected]).toEqual([false, false]);
});

test('where nothing was painted nothing is hidden, and nothing waited for', () => {
  const { root } = paint();
  takeOver(root, null);
  expect([root.hidden, vi.getTimerCount()]).toEqual([false, 0]);
});

test('what was typed meanwhile stands in the app’s fields, and the app hears of it; what nobody touched is no news', async () => {
  const { root, painted } = paint();
  takeOver(root, painted);
  inputIn(painted, 'email').value = 'one@test.invalid';
  inputIn(painted, 'agree').checked = true;
  inputIn(painted, 'news').checked = false;
  inputIn(painted, '').value = 'of no name';
  root.innerHTML = `<main>${fields}</main>`;
  inputIn(root, 'untouched').value = 'as the app has it';
  const heard: string[] = [];
  for (const type of ['input', 'click'])
    root.addEventListener(type, ({ target }) => heard.push(`${type} ${(target as HTMLInputElement).name}`));
  await drawn();
  expect(['email', 'untouched', ''].map((name) => inputIn(root, name).value)).toEqual([
    'one@test.invalid',
    'as the app has it',
    '',
  ]);
  expect(['agree', 'news'].map((name) => inputIn(root, name).checked)).toEqual([true, false]);
  for (const name of ['input email', 'click agree', 'click news']) expect(heard).toContain(name);
  expect(heard.filter((name) => name.endsWith('untouched'))).toEqual([]);
});

test('a box that the app has ticked already is not ticked back', async () => {
  const { root, painted } = paint('<input type="checkbox" name="agree">');
  takeOver(root, painted);
  inputIn(painted, 'agree').checked = true;
  root.innerHTML = '<main><input type="checkbox" name="agree" checked></main>';
  await drawn();
  expect(inputIn(root, 'agree').checked).toBe(true);
});

test('a framework that keeps a value of its own on a field hears the new one', async () => {
  const { root, painted } = paint();
  takeOver(root, painted);
  inputIn(painted, 'email').value = 'typed';
  root.innerHTML = '<main><input name="email"></main>';
  const field = inputIn(root, 'email');
  const kept = vi.fn();
  // As React does: a setter on the element itself remembers what was set there, and takes it for old news.
  Object.defineProperty(field, 'value', { set: kept, get: () => 'what React keeps', configurable: true });
  await drawn();
  expect(kept).not.toHaveBeenCalled();
  Reflect.deleteProperty(field, 'value');
  expect(field.value).toBe('typed');
});

test('the caret stands where it stood', async () => {
  const { root, painted } = paint('<input name="email"><input name="code">');
  takeOver(root, painted);
  const field = inputIn(painted, 'code');
  field.value = 'ABCDEF';
  field.focus();
  field.setSelectionRange(2, 4);
  root.innerHTML = '<main><input name="email" data-first><input name="code"></main>';
  await drawn();
  const own = inputIn(root, 'code');
  expect(document.activeElement).toBe(own);
  expect([own.selectionStart, own.selectionEnd]).toEqual([2, 4]);
});

test('with the caret nowhere, or in a field that the app does not have, it goes to the app’s first field', async () => {
  for (const focusOn of [null, 'gone']) {
    const { root, painted } = paint('<input name="gone"><input name="email">');
    takeOver(root, painted);
    if (focusOn) inputIn(painted, focusOn).focus();
    root.innerHTML = '<main><input name="other"><input name="email" data-first></main>';
    await drawn();
    expect(document.activeElement).toBe(inputIn(root, 'email'));
  }
});

test('what is typed into the app’s own page is nobody else’s any more, however often it is drawn', async () => {
  const { root, painted } = paint('<input name="email">');
  takeOver(root, painted);
  inputIn(painted, 'email').value = 'early';
  root.innerHTML = '<main><input name="email"></main>';
  await drawn();
  const field = inputIn(root, 'email');
  field.value = 'later';
  root.append(document.createElement('p'));
  await drawn();
  expect(field.value).toBe('later');
});

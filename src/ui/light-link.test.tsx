// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { LightLink } from './light-link.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function pressed(init: MouseEventInit, taken = false): { readonly gone: number; readonly isLeft: boolean } {
  let gone = 0;
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  act(() => root.render(<LightLink href="/there?date=2026-11-26" onGo={() => (gone += 1)} />));
  const link = box.querySelector('a');
  if (taken) link?.addEventListener('click', (event) => event.preventDefault(), true);
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  // What nobody took is the browser's; the page of the test stays.
  let isLeft = false;
  document.body.addEventListener(
    'click',
    (late) => {
      isLeft = !late.defaultPrevented;
      late.preventDefault();
    },
    { once: true },
  );
  act(() => void link?.dispatchEvent(event));
  expect(link?.getAttribute('href')).toBe('/there?date=2026-11-26');
  act(() => root.unmount());
  box.remove();
  return { gone, isLeft };
}

test('a plain click goes there within the app', () => {
  expect(pressed({ button: 0 })).toEqual({ gone: 1, isLeft: false });
});

test.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'] as const)('with %s it is the browser’s', (key) => {
  expect(pressed({ button: 0, [key]: true })).toEqual({ gone: 0, isLeft: true });
});

test('another button is the browser’s; a click that ended a drag goes nowhere', () => {
  expect(pressed({ button: 1 })).toEqual({ gone: 0, isLeft: true });
  expect(pressed({ button: 0 }, true)).toEqual({ gone: 0, isLeft: false });
});

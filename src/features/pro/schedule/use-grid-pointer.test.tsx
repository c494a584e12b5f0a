// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderHook } from '../../../testing/render-hook.tsx';
import { ScreenClient } from '../../../testing/screen-client.ts';
import type { GridSpan } from './grid-moves.ts';
import type { GridHand } from './grid-drag.ts';
import { useGridPointer } from './use-grid-pointer.ts';

const drawn: GridSpan[] = [];
const escapes: boolean[] = [];
let grid: HTMLElement;
let leave: () => void;
const hear = (event: KeyboardEvent): void => void escapes.push(event.defaultPrevented);

/** happy-dom takes a listener away whatever phase is named; a browser one of that phase alone. Here as a browser does. */
const { addEventListener, removeEventListener } = document;
const captured = new Set<unknown>();
const isCapture = (how: unknown): boolean => typeof how === 'object' && Reflect.get(how ?? {}, 'capture') === true;
document.addEventListener = (...[type, listener, how]: Parameters<typeof addEventListener>) => {
  if (isCapture(how)) captured.add(listener);
  addEventListener.call(document, type, listener, how);
};
document.removeEventListener = (...[type, listener, how]: Parameters<typeof removeEventListener>) => {
  if (captured.has(listener) !== isCapture(how)) return;
  captured.delete(listener);
  removeEventListener.call(document, type, listener, how);
};

beforeEach(() => {
  drawn.length = escapes.length = 0;
  grid = document.body.appendChild(document.createElement('div'));
  const column = grid.appendChild(document.createElement('div'));
  column.dataset['column'] = '2026-11-24';
  // Ten hours of one day, a pixel a minute.
  column.getBoundingClientRect = () => new DOMRect(0, 0, 100, 600);
  const hand: GridHand = {
    take: () => null,
    onPlaced: () => undefined,
    onDrawn: (span) => void drawn.push(span),
    onTouched: () => undefined,
    usualMinutes: 50,
  };
  const frame = { dates: ['2026-11-24'], firstHour: 8, lastHour: 18 };
  const refs = { grid: { current: grid }, outline: { current: null } };
  const client = new ScreenClient().client;
  ({ leave } = renderHook(() => useGridPointer(refs.grid, refs.outline, { frame, hand }), {
    client,
    props: undefined,
  }));
  document.addEventListener('keydown', hear);
});
afterEach(() => {
  document.removeEventListener('keydown', hear);
  leave();
  grid.remove();
});

const pointer = (type: string, y: number): boolean =>
  grid.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: 50, clientY: y }));
const escape = (): boolean =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));

test('Escape gives up what is being drawn, and nobody else hears of it', () => {
  pointer('pointerdown', 60);
  pointer('pointermove', 119);
  escape();
  pointer('pointerup', 119);
  expect([drawn, escapes]).toEqual([[], []]);
});

test.each([
  ['after something was drawn', () => pointer('pointerup', 119), 1],
  ['after it was given up', escape, 0],
  ['after the pointer was taken away', () => pointer('pointercancel', 119), 0],
])('Escape is everybody else’s again %s', (_when, end, count) => {
  pointer('pointerdown', 60);
  pointer('pointermove', 119);
  end();
  expect(drawn).toHaveLength(count);
  escape();
  expect(escapes).toEqual([false]);
});

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../testing/render-hook.tsx';
import { ScreenClient } from '../../../testing/screen-client.ts';
import type { GridSpan } from './grid-moves.ts';
import { useGridPointer } from './use-grid-pointer.ts';

const date = '2026-11-24';
const frame = { dates: [date], firstHour: 8, lastHour: 18 };
const span = { date, minute: 600, minutes: 50 };
let placed: [string, GridSpan, string][] = [];
/** The version of the session that is on the grid. */
let stamp = 's1';
let drawn: GridSpan[] = [];
let leave: () => void;
let grid: HTMLElement;

/** One day of ten hours, a pixel a minute and 100 wide, with a session in it from 10:00 and a link that nobody can move. */
beforeEach(() => {
  vi.useFakeTimers();
  placed = [];
  stamp = 's1';
  drawn = [];
  grid = document.body.appendChild(document.createElement('div'));
  grid.innerHTML = `<div data-column="${date}"><a data-movable="a1" href="#a"></a><a id="still" href="#b"></a></div>`;
  for (const one of [grid, ...grid.querySelectorAll<HTMLElement>('[data-column]')])
    one.getBoundingClientRect = () => new DOMRect(0, 100, 100, 600);
  const refs = { grid: { current: grid }, outline: { current: null } };
  const hand = {
    take: () => ({ span, stamp, longest: 480 }),
    onPlaced: (...said: [string, GridSpan, string]) => void placed.push(said),
    onDrawn: (one: GridSpan) => void drawn.push(one),
    onTouched: () => undefined,
    usualMinutes: 50,
  };
  ({ leave } = renderHook(() => useGridPointer(refs.grid, refs.outline, { frame, hand }), {
    client: new ScreenClient().client,
    props: undefined,
  }));
});
afterEach(() => {
  leave();
  grid.remove();
  vi.useRealTimers();
});

const session = () => grid.querySelector<HTMLElement>('a') ?? grid;
const column = () => grid.querySelector<HTMLElement>('[data-column]') ?? grid;
const finger = (type: string, at: HTMLElement, clientY: number, more: PointerEventInit = {}): boolean =>
  at.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      clientX: 50,
      clientY,
      pointerType: 'touch',
      pointerId: 7,
      isPrimary: true,
      ...more,
    }),
  );
const rest = (): void => void vi.advanceTimersByTime(400);
/** Whether the page may scroll for a touch that moves. */
const scrolls = (): boolean => {
  const event = new Event('touchmove', { bubbles: true, cancelable: true });
  return session().dispatchEvent(event);
};
const escape = (): boolean =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));

test('a finger that rests on a session lifts it, nothing scrolls from then on, and it is put down where it lets go', () => {
  finger('pointerdown', session(), 230);
  expect(scrolls()).toBe(true);
  rest();
  expect(session().dataset['lifted']).toBe('');
  expect(scrolls()).toBe(false);
  finger('pointermove', session(), 290);
  finger('pointerup', session(), 290);
  expect(placed).toEqual([['a1', { ...span, minute: 660 }, 's1']]);
  expect(session().dataset['lifted']).toBeUndefined();
});

test('a finger that moves before it has rested scrolls, and changes nothing', () => {
  finger('pointerdown', session(), 230);
  finger('pointermove', session(), 245);
  rest();
  expect(scrolls()).toBe(true);
  finger('pointermove', session(), 290);
  finger('pointerup', session(), 290);
  expect([placed, drawn]).toEqual([[], []]);
});

test('a finger that only trembles while it rests takes what is below it; let go where it was, nothing is changed', () => {
  finger('pointerdown', session(), 230);
  finger('pointermove', session(), 236);
  rest();
  expect(session().dataset['lifted']).toBe('');
  finger('pointerup', session(), 236);
  expect([placed, drawn]).toEqual([[], []]);
});

test.each<[string, () => unknown]>([
  ['a second finger', () => finger('pointerdown', column(), 400, { pointerId: 8, isPrimary: false })],
  ['pointercancel', () => finger('pointercancel', session(), 290)],
  ['Escape', escape],
  ['leaving the grid', () => finger('pointermove', session(), 290, { clientX: 140 })],
  ['leaving the screen', () => leave()],
])('%s gives up what was lifted, and nothing scrolls until the finger is away', (what, giveUp) => {
  finger('pointerdown', session(), 230);
  rest();
  finger('pointermove', session(), 290);
  giveUp();
  expect(session().dataset['lifted']).toBeUndefined();
  if (what !== 'leaving the screen') expect(scrolls()).toBe(false);
  finger('pointermove', session(), 320);
  finger('pointerup', session(), 320);
  expect([placed, drawn]).toEqual([[], []]);
});

test('a finger that rests on an empty hour draws a session as long as they usually are', () => {
  finger('pointerdown', column(), 220);
  rest();
  finger('pointerup', column(), 224);
  expect(drawn).toEqual([{ date, minute: 600, minutes: 50 }]);
});

test('drawn out it is as long as it was drawn', () => {
  finger('pointerdown', column(), 220);
  rest();
  finger('pointermove', column(), 320);
  finger('pointerup', column(), 320);
  expect(drawn).toEqual([{ date, minute: 600, minutes: 105 }]);
});

test('a tap is a tap, and a second finger before anything was lifted is no gesture of the grid', () => {
  finger('pointerdown', session(), 230);
  finger('pointerup', session(), 230);
  rest();
  finger('pointerdown', session(), 230);
  finger('pointerdown', column(), 400, { pointerId: 8, isPrimary: false });
  rest();
  expect(session().dataset['lifted']).toBeUndefined();
  expect(scrolls()).toBe(true);
  expect([placed, drawn]).toEqual([[], []]);
});

test('the menu of the browser opens for a mouse, and for no finger on the days', () => {
  const menu = (at: Element | null, pointerType: string): boolean =>
    at?.dispatchEvent(new PointerEvent('contextmenu', { bubbles: true, cancelable: true, pointerType })) ?? false;
  expect(menu(session(), 'mouse')).toBe(true);
  expect(menu(session(), 'touch')).toBe(false);
  expect(menu(grid.querySelector('#still'), 'touch')).toBe(false);
  expect(menu(grid, 'touch')).toBe(true);
});

test('it is put down over the version that was lifted, though it changes under the finger', () => {
  finger('pointerdown', session(), 230);
  rest();
  stamp = 's2';
  finger('pointermove', session(), 290);
  finger('pointerup', session(), 290);
  expect(placed).toEqual([['a1', { ...span, minute: 660 }, 's1']]);
});

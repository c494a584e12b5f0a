// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { renderHook } from '../../../testing/render-hook.tsx';
import { ScreenClient } from '../../../testing/screen-client.ts';
import type { GridSpan } from './grid-moves.ts';
import { useGridPointer } from './use-grid-pointer.ts';

const frame = { dates: ['2026-11-24'], firstHour: 8, lastHour: 18 };
const date = '2026-11-24';

/** One day of ten hours, a pixel a minute, with a session or block in it. */
function day(span: GridSpan, longest: number) {
  const grid = document.body.appendChild(document.createElement('div'));
  grid.innerHTML = `<div data-column="${date}"><a data-movable="a1"><span data-edge></span></a></div>`;
  const column = grid.querySelector<HTMLElement>('[data-column]');
  if (column) column.getBoundingClientRect = () => new DOMRect(0, 0, 100, 600);
  const placed: [string, GridSpan, string][] = [];
  const gridRef = { current: grid };
  const outlineRef = { current: null };
  const page = renderHook(
    (stamp: string) =>
      useGridPointer(gridRef, outlineRef, {
        frame,
        hand: {
          take: () => ({ span, stamp, longest }),
          onPlaced: (...said) => placed.push(said),
          onDrawn: null,
          onTouched: () => undefined,
          usualMinutes: 50,
        },
      }),
    { client: new ScreenClient().client, props: 's1' },
  );
  const point = (which: string, type: string, clientY: number): void =>
    void grid
      .querySelector(which)
      ?.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: 50, clientY, button: 0, pointerType: 'mouse' }));
  return { page, placed, point };
}

test('what was taken by the pointer is put down over the version that was taken, whatever came meanwhile', () => {
  const { page, placed, point } = day({ date, minute: 600, minutes: 50 }, 480);
  point('a', 'pointerdown', 130);
  page.draw('s2');
  point('a', 'pointermove', 190);
  point('a', 'pointerup', 190);
  expect(placed).toEqual([['a1', { date, minute: 660, minutes: 50 }, 's1']]);
  page.leave();
});

test('a block is drawn longer than a session may be', () => {
  const { page, placed, point } = day({ date, minute: 480, minutes: 500 }, 20_160);
  point('span', 'pointerdown', 500);
  point('span', 'pointermove', 570);
  point('span', 'pointerup', 570);
  expect(placed.map(([, span]) => span.minutes)).toEqual([570]);
  page.leave();
});

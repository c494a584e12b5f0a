import { useEffect, useRef, type RefObject } from 'react';
import { gripAt, placeOf, spanAt, swallowClick, type GridHand, type Grip } from './grid-drag.ts';
import type { GridSpan } from './grid-moves.ts';
import type { GridFrame, GridOutline } from './grid-outline.ts';
import { GridPress } from './grid-press.ts';

/** So far the pointer may slip while it is only a click. */
const slipPx = 5;

interface Drag {
  readonly grip: Grip;
  readonly x: number;
  readonly y: number;
  isOn: boolean;
  now: GridSpan | null;
}

/**
 * Draws, moves and resizes by pointer. Every step reads one rectangle and sets three custom properties; React hears of it when the pointer
 * lets go, and nothing at all where Escape was pressed. A finger scrolls, and draws and moves once it has rested (`GridPress`).
 */
export function useGridPointer(
  gridRef: RefObject<HTMLElement | null>,
  outlineRef: RefObject<GridOutline | null>,
  { frame, hand }: { readonly frame: GridFrame; readonly hand: GridHand },
): void {
  // What arrives while somebody drags takes nothing out of the hand.
  const latest = useRef({ frame, hand });
  useEffect(() => {
    latest.current = { frame, hand };
  });
  useEffect(() => {
    const grid = gridRef.current;
    if (!grid) return undefined;
    let drag: Drag | null = null;
    const end = (): void => {
      drag = null;
      outlineRef.current?.hide();
      document.body.style.removeProperty('user-select');
      document.removeEventListener('pointermove', onMove);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', end);
      document.removeEventListener('keydown', onKey, { capture: true });
    };
    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0 || event.pointerType === 'touch') return;
      const grip = gripAt(grid, event, latest.current);
      if (!grip) return;
      drag = { grip, x: event.clientX, y: event.clientY, isOn: false, now: null };
      document.addEventListener('pointermove', onMove);
      document.addEventListener('pointerup', onUp);
      document.addEventListener('pointercancel', end);
      document.addEventListener('keydown', onKey, { capture: true });
    };
    const onMove = (event: PointerEvent): void => {
      if (!drag) return;
      if (!drag.isOn && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < slipPx) return;
      if (!drag.isOn) document.body.style.setProperty('user-select', 'none');
      drag.isOn = true;
      const at = placeOf(grid, event, { frame: latest.current.frame, isBeside: true });
      if (!at) return;
      drag.now = spanAt(drag.grip, at);
      outlineRef.current?.show(drag.now);
    };
    const onUp = (): void => {
      const was = drag;
      const { hand } = latest.current;
      end();
      if (!was) return;
      if (was.isOn) swallowClick();
      const { id, from, taken } = was.grip;
      if (!taken) {
        if (was.now) hand.onDrawn?.(was.now);
        else hand.onTouched(from);
      } else if (was.now) hand.onPlaced(id, was.now, taken.stamp);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (drag?.isOn) swallowClick();
      end();
    };
    grid.addEventListener('pointerdown', onDown);
    const press = new GridPress(grid, { latest: () => latest.current, outline: () => outlineRef.current });
    press.start();
    return () => {
      grid.removeEventListener('pointerdown', onDown);
      end();
      press.stop();
    };
  }, [gridRef, outlineRef]);
}

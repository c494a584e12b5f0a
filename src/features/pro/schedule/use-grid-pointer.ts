import { useEffect, useRef, type RefObject } from 'react';
import { movedTo, resizedTo, snapped, spanBetween, type GridPlace, type GridSpan, type Taken } from './grid-moves.ts';
import type { GridFrame, GridOutline } from './grid-outline.ts';

/** What the pointer does on a grid, once it lets go. */
export interface GridHand {
  /** Where a session or a block lies that can be moved; null: it cannot. */
  readonly take: (id: string) => Taken | null;
  /** `stamp`: the version that was taken. */
  readonly onPlaced: (id: string, span: GridSpan, stamp: string) => void;
  readonly onDrawn: ((span: GridSpan) => void) | null;
  readonly onTouched: (place: GridPlace) => void;
}

/** So far the pointer may slip while it is only a click. */
const slipPx = 5;

interface Drag {
  readonly isResize: boolean;
  readonly id: string;
  readonly from: GridPlace;
  /** Null: it is drawn. */
  readonly taken: Taken | null;
  readonly x: number;
  readonly y: number;
  isOn: boolean;
  now: GridSpan | null;
}

/**
 * Draws, moves and resizes by pointer. Every step reads one rectangle and sets three custom properties; React hears of it when the pointer
 * lets go, and nothing at all where Escape was pressed. A finger scrolls: it does none of this.
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
    const placeAt = (event: PointerEvent, isBeside: boolean): GridPlace | null =>
      placeOf(grid, event, { frame: latest.current.frame, isBeside });
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
      const { hand } = latest.current;
      if (event.button !== 0 || event.pointerType === 'touch' || !(event.target instanceof Element)) return;
      const from = placeAt(event, false);
      const held = event.target.closest<HTMLElement>('[data-movable]');
      const id = held?.dataset['movable'] ?? '';
      const taken = held ? hand.take(id) : null;
      if (!from || (held && !taken) || (!held && event.target.closest('a, button'))) return;
      if (!held && !hand.onDrawn) return;
      drag = {
        isResize: event.target.closest('[data-edge]') !== null,
        id,
        from,
        taken,
        x: event.clientX,
        y: event.clientY,
        isOn: false,
        now: null,
      };
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
      const at = placeAt(event, true);
      if (!at) return;
      drag.now = spanAt(drag, at);
      outlineRef.current?.show(drag.now);
    };
    const onUp = (): void => {
      const was = drag;
      const { hand } = latest.current;
      end();
      if (!was) return;
      if (was.isOn) swallowClick();
      if (!was.taken) {
        if (was.now) hand.onDrawn?.(was.now);
        else hand.onTouched(was.from);
      } else if (was.now) hand.onPlaced(was.id, was.now, was.taken.stamp);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (drag?.isOn) swallowClick();
      end();
    };
    grid.addEventListener('pointerdown', onDown);
    return () => {
      grid.removeEventListener('pointerdown', onDown);
      end();
    };
  }, [gridRef, outlineRef]);
}

function spanAt({ isResize, from, taken }: Drag, at: GridPlace): GridSpan {
  if (!taken) return spanBetween(from, at.minute);
  const { span, longest } = taken;
  if (isResize) return resizedTo(span, at.minute, longest);
  // It hangs where it was taken.
  return movedTo(span, { date: at.date, minute: snapped(span.minute + at.minute - from.minute) });
}

/** The place under the pointer; `isBeside`: the nearest one where the pointer has left the grid. */
function placeOf(
  grid: HTMLElement,
  { clientX, clientY }: PointerEvent,
  { frame, isBeside }: { readonly frame: GridFrame; readonly isBeside: boolean },
): GridPlace | null {
  const columns = [...grid.querySelectorAll<HTMLElement>('[data-column]')].map((column) => ({
    date: column.dataset['column'] ?? '',
    box: column.getBoundingClientRect(),
  }));
  const under = columns.find(({ box }) => clientX >= box.left && clientX < box.right);
  const [first, last] = [columns[0], columns.at(-1)];
  const near = under ?? (isBeside && first && last ? (clientX < first.box.left ? first : last) : undefined);
  if (!near) return null;
  const share = (clientY - near.box.top) / near.box.height;
  if (!isBeside && (share < 0 || share >= 1)) return null;
  const minutes = (frame.lastHour - frame.firstHour) * 60;
  return { date: near.date, minute: frame.firstHour * 60 + Math.min(1, Math.max(0, share)) * minutes };
}

/** The click that follows a drag opens nothing. */
function swallowClick(): void {
  const swallow = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', swallow, { capture: true, once: true });
  // Where none follows, the next one is somebody's own.
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }), 0);
}

import { movedTo, resizedTo, snapped, spanBetween, type GridPlace, type GridSpan, type Taken } from './grid-moves.ts';
import type { GridFrame } from './grid-outline.ts';

/** What a pointer or a finger does on a grid, once it lets go. */
export interface GridHand {
  /** Where a session or a block lies that can be moved; null: it cannot. */
  readonly take: (id: string) => Taken | null;
  /** `stamp`: the version that was taken. */
  readonly onPlaced: (id: string, span: GridSpan, stamp: string) => void;
  readonly onDrawn: ((span: GridSpan) => void) | null;
  readonly onTouched: (place: GridPlace) => void;
  /** So long is what a finger draws without moving. */
  readonly usualMinutes: number;
}

/** What lies under a pointer that comes down. */
export interface Grip {
  readonly id: string;
  readonly from: GridPlace;
  /** Null: it is an empty place, from which something can be drawn. */
  readonly taken: Taken | null;
  /** What is taken there; null as above. */
  readonly element: HTMLElement | null;
  readonly isEdge: boolean;
}

/** What can be taken or begun where a pointer comes down; null: nothing. */
export function gripAt(
  grid: HTMLElement,
  event: PointerEvent,
  { frame, hand }: { readonly frame: GridFrame; readonly hand: GridHand },
): Grip | null {
  if (!(event.target instanceof Element)) return null;
  const from = placeOf(grid, event, { frame, isBeside: false });
  const element = event.target.closest<HTMLElement>('[data-movable]');
  const id = element?.dataset['movable'] ?? '';
  const taken = element ? hand.take(id) : null;
  if (!from || (element && !taken) || (!element && event.target.closest('a, button'))) return null;
  if (!element && !hand.onDrawn) return null;
  return { id, from, taken, element, isEdge: event.target.closest('[data-edge]') !== null };
}

/** Where what was taken, or is drawn, would lie with the pointer there. */
export function spanAt({ isEdge, from, taken }: Pick<Grip, 'isEdge' | 'from' | 'taken'>, at: GridPlace): GridSpan {
  if (!taken) return spanBetween(from, at.minute);
  const { span, longest } = taken;
  if (isEdge) return resizedTo(span, at.minute, longest);
  // It hangs where it was taken.
  return movedTo(span, { date: at.date, minute: snapped(span.minute + at.minute - from.minute) });
}

/** The place under the pointer; `isBeside`: the nearest one where the pointer has left the grid. */
export function placeOf(
  grid: HTMLElement,
  { clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>,
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
export function swallowClick(): void {
  const swallow = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', swallow, { capture: true, once: true });
  // Where none follows, the next one is somebody's own.
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }), 0);
}

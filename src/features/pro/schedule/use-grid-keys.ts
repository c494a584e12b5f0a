import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { stepOf, type CursorHandle } from './grid-cursor.tsx';
import { isSameSpan, movedBy, resizedBy, type GridSpan, type Taken } from './grid-moves.ts';
import { within, type GridFrame, type GridOutline } from './grid-outline.ts';
import { spanWords } from './words.ts';

interface GridKeys {
  readonly frame: GridFrame;
  readonly gridRef: RefObject<HTMLElement | null>;
  readonly outlineRef: RefObject<GridOutline | null>;
  readonly cursorRef: RefObject<CursorHandle | null>;
  /** Where a session or block lies, and whether it can be moved. */
  readonly find: (id: string) => (Taken & { readonly isMovable: boolean }) | null;
  readonly onPlaced: (id: string, span: GridSpan, stamp: string) => void;
}

interface Hold {
  readonly id: string;
  readonly from: Taken;
  span: GridSpan;
}

/**
 * The keys on a session of the grid: arrows leave it for the places around it; `m` takes it, then arrows move it, and Shift with arrows
 * changes its length at any time; Enter puts it down, Escape lets go. Every step is said.
 */
export function useGridKeys({ frame, gridRef, outlineRef, cursorRef, find, onPlaced }: GridKeys) {
  const hold = useRef<Hold | null>(null);
  const placed = useRef<string | null>(null);
  // What was put on another day is drawn there anew: the focus goes with it.
  useEffect(() => {
    if (placed.current === null || document.activeElement !== document.body) return;
    gridRef.current?.querySelector<HTMLElement>(`[data-placed="${placed.current}"]`)?.focus({ preventScroll: true });
  });
  const letGo = (words: string): void => {
    if (!hold.current) return;
    hold.current = null;
    outlineRef.current?.hide();
    outlineRef.current?.say(words);
  };

  function take(id: string, from: Taken): Hold {
    const taken = { id, from, span: from.span };
    hold.current = taken;
    outlineRef.current?.show(from.span);
    return taken;
  }

  function step(held: Hold, next: GridSpan): void {
    const shown = within(next, frame);
    if (!shown) return;
    held.span = shown;
    outlineRef.current?.show(shown);
    outlineRef.current?.say(spanWords(shown));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-placed]') : null;
    if (!target || event.ctrlKey || event.altKey || event.metaKey) return;
    const id = target.dataset['placed'] ?? '';
    placed.current = null;
    const found = find(id);
    if (!found) return;
    const { key, shiftKey } = event;
    const held = hold.current?.id === id ? hold.current : null;
    const by = stepOf(key);
    const handled = ((): boolean => {
      if (key === 'Escape' && held) {
        letGo('Left where it was.');
        return true;
      }
      if (key === 'Enter' && held) {
        const { span, from } = held;
        const isSame = isSameSpan(span, from.span);
        letGo(isSame ? 'Left where it was.' : spanWords(span));
        if (isSame) return true;
        placed.current = id;
        onPlaced(id, span, from.stamp);
        return true;
      }
      if (key.toLowerCase() === 'm' && !shiftKey && found.isMovable) {
        take(id, found);
        outlineRef.current?.say(
          'Moving. Arrows move it by 15 minutes and by days, Shift with arrows changes how long it is. Enter saves, Escape gives up.',
        );
        return true;
      }
      if (by && shiftKey && found.isMovable && by.minutes) {
        const taken = held ?? take(id, found);
        step(taken, resizedBy(taken.span, by.minutes, taken.from.longest));
        return true;
      }
      if (by && held && !shiftKey) {
        step(held, movedBy(held.span, by));
        return true;
      }
      if (by && !shiftKey) {
        const { span } = found;
        const minute = by.days ? span.minute : (by.minutes ?? 0) > 0 ? span.minute + span.minutes : span.minute - 15;
        cursorRef.current?.goTo(movedBy({ ...span, minute }, by.days ? { days: by.days } : {}));
        return true;
      }
      return false;
    })();
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { onKeyDown, onBlur: () => letGo('') };
}

import { useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { cssVars } from '../../../ui/css-vars.ts';
import { movedBy, snapped, type GridPlace } from './grid-moves.ts';
import { within, type GridFrame } from './grid-outline.ts';
import { placeWords } from './words.ts';
import styles from './week.module.css';

/** The grid's cursor, for what else takes keys or the pointer. */
export interface CursorHandle {
  /** Puts it there and gives it the focus. */
  goTo(place: GridPlace): void;
}

interface GridCursorProps {
  readonly ref: Ref<CursorHandle>;
  readonly frame: GridFrame;
  readonly start: GridPlace;
  /** What is at a place, in words; and what of it can have the focus itself. */
  readonly at: (place: GridPlace) => { readonly words: string; readonly focus: (() => void) | null };
  /** Null: nothing can be begun here. */
  readonly onBegin: ((place: GridPlace) => void) | null;
}

const steps: Readonly<Record<string, { readonly days?: number; readonly minutes?: number }>> = {
  ArrowDown: { minutes: 15 },
  ArrowUp: { minutes: -15 },
  ArrowRight: { days: 1 },
  ArrowLeft: { days: -1 },
  PageDown: { minutes: 60 },
  PageUp: { minutes: -60 },
};

/** A step of the keys that move over the grid; null for any other key. */
export function stepOf(key: string) {
  return steps[key] ?? null;
}

/** One tab stop for all empty places of the grid: arrows move it by quarters of an hour and by days, Enter begins a session there. */
export function GridCursor({ ref, frame, start, at, onBegin }: GridCursorProps) {
  const [kept, setPlace] = useState(start);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const place = within({ ...kept, minutes: 15 }, frame) ?? { ...start, minutes: 15 };
  const goTo = (to: GridPlace): void => {
    const next = within({ ...to, minute: snapped(to.minute, 'down'), minutes: 15 }, frame);
    if (!next) return;
    const { focus } = at(next);
    flushSync(() => setPlace(next));
    if (focus) focus();
    else buttonRef.current?.focus({ preventScroll: true });
    buttonRef.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  useImperativeHandle(ref, () => ({ goTo }));

  function onKey(event: KeyboardEvent): void {
    const step = stepOf(event.key);
    if (!step || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    goTo(movedBy(place, step));
  }

  return (
    <button
      ref={buttonRef}
      type="button"
      className={styles.cursor}
      style={cssVars({
        '--day': frame.dates.indexOf(place.date) + 1,
        '--from': place.minute / 60 - frame.firstHour,
        '--long': 0.25,
      })}
      data-cursor
      aria-label={`${placeWords(place)}, ${at(place).words}${onBegin ? '. New session' : ''}`}
      aria-disabled={onBegin ? undefined : true}
      onKeyDown={onKey}
      onClick={() => onBegin?.(place)}
    />
  );
}

import type { GridSpan } from './grid-moves.ts';
import { spanWords } from './words.ts';

/** The part of the days that a grid shows. */
export interface GridFrame {
  readonly dates: readonly string[];
  readonly firstHour: number;
  readonly lastHour: number;
}

/**
 * Where something would go: one element, moved by custom properties. Nothing is drawn anew while a pointer moves, and what it shows is
 * said only where somebody asks for it.
 */
export class GridOutline {
  readonly #element: HTMLElement;
  readonly #live: HTMLElement;
  readonly #frame: GridFrame;

  constructor(element: HTMLElement, live: HTMLElement, frame: GridFrame) {
    this.#element = element;
    this.#live = live;
    this.#frame = frame;
  }

  show(span: GridSpan): void {
    const { style } = this.#element;
    style.setProperty('--day', String(this.#frame.dates.indexOf(span.date) + 1));
    style.setProperty('--from', String(span.minute / 60 - this.#frame.firstHour));
    style.setProperty('--long', String(span.minutes / 60));
    this.#element.textContent = spanWords(span);
    this.#element.hidden = false;
  }

  hide(): void {
    this.#element.hidden = true;
  }

  /** Tells who listens. */
  say(words: string): void {
    this.#live.textContent = words;
  }
}

/** A place or a span within what is shown; null where its day is not. */
export function within<Place extends GridSpan>(span: Place, { dates, firstHour, lastHour }: GridFrame): Place | null {
  if (!dates.includes(span.date)) return null;
  const latest = Math.max(firstHour * 60, lastHour * 60 - Math.min(span.minutes, 60));
  return { ...span, minute: Math.min(latest, Math.max(firstHour * 60, span.minute)) };
}

/** A place of the window, in CSS pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** So near to what covers the page, above or below, it scrolls. */
const nearPx = 32;
/** As fast as it scrolls at most, and so deep in the edge that it does. */
const fastestPxPerS = 900;
const deepestPx = 72;

/**
 * Scrolls the page while something is held near its upper or lower edge, as far as the grid reaches, and tells where the pointer then is.
 * What covers the page there is said by the grid's `scroll-margin-block`.
 */
export class EdgeScroll {
  readonly #grid: HTMLElement;
  readonly #onScrolled: (at: Point) => void;
  readonly #above: number;
  readonly #below: number;
  #at: Point | null = null;
  #frame = 0;
  #lastMs: number | null = null;
  /** Less than a pixel that is still to be scrolled. */
  #rest = 0;

  constructor(grid: HTMLElement, onScrolled: (at: Point) => void) {
    const { scrollMarginBlockStart, scrollMarginBlockEnd } = getComputedStyle(grid);
    this.#grid = grid;
    this.#onScrolled = onScrolled;
    this.#above = Number.parseFloat(scrollMarginBlockStart) || 0;
    this.#below = innerHeight - (Number.parseFloat(scrollMarginBlockEnd) || 0);
  }

  /** Where it is held: before the first move nothing scrolls, wherever it was taken. */
  moveTo(at: Point): void {
    const isFirst = this.#at === null;
    this.#at = at;
    if (isFirst) this.#frame = requestAnimationFrame((ms) => this.#step(ms));
  }

  /** Whether a pointer has left the grid; at the edges, where it scrolls, it has not for being above or below it. */
  hasLeft({ x, y }: Point): boolean {
    const { left, right, top, bottom } = this.#grid.getBoundingClientRect();
    if (x < left || x > right) return true;
    return (y < top && y > this.#above + nearPx) || (y > bottom && y < this.#below - nearPx);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #step(ms: number): void {
    const at = this.#at;
    if (!at) return;
    const passedMs = this.#lastMs === null ? 0 : Math.min(50, ms - this.#lastMs);
    this.#lastMs = ms;
    const wanted = (this.#speed(at) * passedMs) / 1000 + this.#rest;
    const by = Math.trunc(wanted < 0 ? Math.max(wanted, -this.#left('up')) : Math.min(wanted, this.#left('down')));
    this.#rest = (wanted - by) % 1;
    if (by !== 0) {
      scrollBy({ top: by, behavior: 'instant' });
      this.#onScrolled(at);
    }
    this.#frame = requestAnimationFrame((next) => this.#step(next));
  }

  #speed({ y }: Point): number {
    const over = y < this.#above + nearPx ? y - this.#above - nearPx : Math.max(0, y - this.#below + nearPx);
    return fastestPxPerS * Math.max(-1, Math.min(1, over / deepestPx));
  }

  /** How much of the grid is still out of sight. */
  #left(way: 'up' | 'down'): number {
    const { top, bottom } = this.#grid.getBoundingClientRect();
    return Math.max(0, way === 'up' ? this.#above - top : bottom - this.#below);
  }
}

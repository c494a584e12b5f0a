import { gripAt, placeOf, spanAt, swallowClick, type GridHand, type Grip } from './grid-drag.ts';
import { EdgeScroll } from './grid-edge-scroll.ts';
import { isSameSpan, snapped, type GridPlace, type GridSpan } from './grid-moves.ts';
import { within, type GridFrame, type GridOutline } from './grid-outline.ts';

/** A finger that stays so long takes what is below it. */
const restMs = 400;
/** So far a finger may tremble while it rests; further, and it scrolls. */
const tremblePx = 10;

interface Press {
  readonly grip: Grip;
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  /** Ends what listens for this press. */
  readonly over: AbortController;
  /** Where it would be put down; null: the finger has not rested yet. */
  now: GridSpan | null;
  isMoved: boolean;
}

interface Around {
  readonly latest: () => { readonly frame: GridFrame; readonly hand: GridHand };
  readonly outline: () => GridOutline | null;
}

/**
 * Fingers on a grid. One that rests lifts what lies below it, or draws where nothing does; from then on nothing scrolls but the page at its
 * edges. One that moves before that scrolls, a short one taps. A second finger, Escape, the system and leaving the grid give up: then
 * nothing is changed.
 */
export class GridPress {
  readonly #grid: HTMLElement;
  readonly #around: Around;
  readonly #life = new AbortController();
  #press: Press | null = null;
  #scroll: EdgeScroll | null = null;
  /** What the finger was for is over, and it is still there: it neither scrolls nor taps. */
  #isSpent = false;

  constructor(grid: HTMLElement, around: Around) {
    this.#grid = grid;
    this.#around = around;
  }

  start(): void {
    const { signal } = this.#life;
    const on = { signal };
    // A listener that comes after the finger is not asked whether the page scrolls.
    const asked = { signal, passive: false };
    this.#grid.addEventListener('pointerdown', (event) => this.#onDown(event), on);
    this.#grid.addEventListener('touchmove', (event) => this.#onTouch(event), asked);
    this.#grid.addEventListener('touchend', (event) => this.#onTouch(event), asked);
    this.#grid.addEventListener('touchcancel', () => (this.#isSpent = false), on);
    this.#grid.addEventListener('contextmenu', (event) => this.#onMenu(event), on);
  }

  stop(): void {
    this.#end();
    this.#life.abort();
  }

  #onDown(event: PointerEvent): void {
    if (event.pointerType !== 'touch' || !event.isPrimary || this.#press) return;
    this.#isSpent = false;
    const grip = gripAt(this.#grid, event, this.#around.latest());
    if (!grip) return;
    const over = new AbortController();
    const { pointerId, clientX: x, clientY: y } = event;
    this.#press = { grip, pointerId, x, y, over, now: null, isMoved: false };
    const { signal } = over;
    const timer = setTimeout(() => this.#lift(), restMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const caught = { signal, capture: true };
    document.addEventListener('pointerdown', (other) => other !== event && this.#giveUp(), caught);
    document.addEventListener('pointermove', (moved) => this.#onMove(moved), { signal });
    document.addEventListener('pointerup', (up) => this.#onUp(up), { signal });
    document.addEventListener('pointercancel', () => this.#giveUp(), { signal });
    document.addEventListener('keydown', (key) => this.#onKey(key), caught);
  }

  #lift(): void {
    const press = this.#press;
    if (!press) return;
    const { grip } = press;
    const { usualMinutes } = this.#around.latest().hand;
    press.now = grip.taken?.span ?? {
      ...grip.from,
      minute: snapped(grip.from.minute, 'down'),
      minutes: usualMinutes,
    };
    if (grip.element) grip.element.dataset['lifted'] = '';
    this.#around.outline()?.show(press.now);
    shake();
    this.#scroll = new EdgeScroll(this.#grid, (at) => this.#draw(at));
  }

  #onMove(event: PointerEvent): void {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointerId) return;
    const { clientX: x, clientY: y } = event;
    press.isMoved ||= Math.hypot(x - press.x, y - press.y) > tremblePx;
    if (!press.isMoved) return;
    if (!press.now) {
      this.#end();
      return;
    }
    if (this.#scroll?.hasLeft({ x, y })) {
      this.#giveUp();
      return;
    }
    this.#draw({ x, y });
    this.#scroll?.moveTo({ x, y });
  }

  #draw({ x, y }: { readonly x: number; readonly y: number }): void {
    const press = this.#press;
    const { frame, hand } = this.#around.latest();
    const at = placeOf(this.#grid, { clientX: x, clientY: y }, { frame, isBeside: true });
    if (!press?.now || !at) return;
    // It hangs where it was taken: near an edge it would hang beyond it.
    press.now = within(spanUnder(press.grip, at, hand.usualMinutes), frame) ?? press.now;
    this.#around.outline()?.show(press.now);
  }

  #onUp(event: PointerEvent): void {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointerId) return;
    const { grip, now } = press;
    const { hand } = this.#around.latest();
    this.#end();
    if (!now) return;
    this.#isSpent = true;
    swallowClick();
    if (!grip.taken) hand.onDrawn?.(now);
    else if (!isSameSpan(now, grip.taken.span)) hand.onPlaced(grip.id, now, grip.taken.stamp);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#press?.now) return;
    event.preventDefault();
    event.stopPropagation();
    this.#giveUp();
  }

  #onTouch(event: TouchEvent): void {
    if ((this.#press?.now || this.#isSpent) && event.cancelable) event.preventDefault();
    if (event.type === 'touchend' && event.touches.length === 0) this.#isSpent = false;
  }

  /** Where a finger rests on something it means that, and no menu of the browser. */
  #onMenu(event: MouseEvent): void {
    const isFinger = this.#press !== null || this.#isSpent || Reflect.get(event, 'pointerType') === 'touch';
    if (isFinger && event.target instanceof Element && event.target.closest('[data-column]')) event.preventDefault();
  }

  #giveUp(): void {
    // Before it has rested it is a finger like any other.
    if (this.#press?.now) this.#isSpent = true;
    this.#end();
  }

  #end(): void {
    const press = this.#press;
    this.#press = null;
    this.#scroll?.stop();
    this.#scroll = null;
    if (!press) return;
    press.over.abort();
    delete press.grip.element?.dataset['lifted'];
    if (press.now) this.#around.outline()?.hide();
  }
}

/** Drawn by a finger that has not moved it is as long as a session usually is. */
function spanUnder(grip: Grip, at: GridPlace, usualMinutes: number): GridSpan {
  const minute = snapped(grip.from.minute, 'down');
  if (!grip.taken && snapped(at.minute, 'down') === minute)
    return { date: grip.from.date, minute, minutes: usualMinutes };
  return spanAt({ ...grip, isEdge: false }, at);
}

/** Said to the finger, where the device can; a page that nobody has touched yet may not. */
function shake(): void {
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(10);
}

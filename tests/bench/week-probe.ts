/** What the calendar's probe can be asked; times are milliseconds of the page's own clock. */
export interface WeekProbe {
  /** Resolves once the week that a key turned to is painted with its sessions, asked before or after the key: how long after it. */
  readonly turned: () => Promise<number>;
  /** Resolves after the key F8, once a copy of the week that is shown is painted in its place; then the week is back. */
  readonly copied: () => Promise<number>;
  /** Moves a bare box with the pointer, until it is called again. */
  readonly followBare: (isOn: boolean) => void;
}

declare global {
  // oxlint-disable-next-line no-var -- a global of the page can be declared in no other way
  var weekProbe: WeekProbe;
}

/** Runs in the page before the app. Self-contained: it is sent as text. */
export function installWeekProbe(): void {
  // As many as a week of every practice has that is measured.
  const sessions = 30;
  let pressed: { readonly at: number; readonly shown: string } | null = null;
  /** One figure that is asked for before or after it comes: on a slow processor a key may overtake the question. */
  const figure = (otherwise: string) => {
    let come = Promise.withResolvers<number>();
    return {
      give: (ms: number): void => come.resolve(ms),
      taken: (): Promise<number> =>
        new Promise((resolve, reject) => {
          setTimeout(() => reject(new Error(otherwise)), 30_000);
          void come.promise.then((ms) => {
            come = Promise.withResolvers();
            resolve(ms);
          });
        }),
    };
  };
  const turned = figure('no full week came');
  const copied = figure('no copy was painted');
  const firstDate = (): string => document.querySelector<HTMLElement>('[data-column]')?.dataset['column'] ?? '';
  const afterPaint = (run: () => void): void => {
    // What is posted in the callback of a frame comes after it was drawn.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', run);
      port1.start();
      port2.postMessage(null);
    });
  };
  const look = (): void => {
    if (!pressed || firstDate() === '' || firstDate() === pressed.shown) return;
    if (document.querySelectorAll('[data-column] [data-placed]').length < sessions) return;
    const { at } = pressed;
    pressed = null;
    afterPaint(() => turned.give(performance.now() - at));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  const copy = (at: number): void => {
    const grid = document.querySelector('[data-grid]');
    if (!grid) throw new Error('no week is shown');
    const same = grid.cloneNode(true);
    grid.replaceWith(same);
    afterPaint(() => {
      const ms = performance.now() - at;
      if (same instanceof Element) same.replaceWith(grid);
      afterPaint(() => copied.give(ms));
    });
  };
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'ArrowRight') pressed = { at: event.timeStamp, shown: firstDate() };
      if (event.key === 'F8') copy(event.timeStamp);
    },
    true,
  );
  let box: HTMLElement | null = null;
  const follow = ({ clientX, clientY }: PointerEvent): void => {
    if (box) box.style.transform = `translate(${clientX}px, ${clientY}px)`;
  };
  globalThis.weekProbe = {
    turned: turned.taken,
    copied: copied.taken,
    followBare: (isOn) => {
      if (!isOn) {
        document.removeEventListener('pointermove', follow);
        box?.remove();
        box = null;
        return;
      }
      box = document.createElement('div');
      box.style.cssText = 'position:fixed;inset:0 auto auto 0;inline-size:9rem;block-size:3rem;pointer-events:none';
      document.body.append(box);
      document.addEventListener('pointermove', follow);
    },
  };
}

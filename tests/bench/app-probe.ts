/** What the probe in a page has seen; times are of the page's own clock. */
export interface ProbeState {
  clickedMs: number;
  /** Milliseconds that workers for key derivation took since the click. */
  derivingMs: number;
  shownMs: number;
}

declare global {
  // oxlint-disable-next-line no-var -- a global of the page can be declared in no other way
  var probe: ProbeState;
}

/**
 * Runs in the page before the app: notes the click on Unlock, the time of key derivation, the first frame with a
 * session in the agenda. Self-contained: it is sent as text.
 */
export function installProbe(): void {
  const state: ProbeState = { clickedMs: 0, derivingMs: 0, shownMs: 0 };
  globalThis.probe = state;
  addEventListener(
    'click',
    () => {
      state.clickedMs = performance.now();
      state.shownMs = 0;
      state.derivingMs = 0;
    },
    true,
  );
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      if (!String(url).includes('argon2')) return;
      const from = performance.now();
      this.addEventListener('message', () => {
        state.derivingMs += performance.now() - from;
      });
    }
  };
  const look = (): void => {
    if (state.clickedMs > 0 && state.shownMs === 0 && document.querySelector('main a[href*="/schedule/"]')) {
      // The callback of this frame has run; the next one begins when it was drawn.
      requestAnimationFrame(() => (state.shownMs ||= performance.now()));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const settleMs = 150;

/**
 * Where the focus goes when what had it is gone: never to the body, where the next Tab would begin at the top of the page.
 * Started once, it watches until it is stopped. `fallback`: what takes the focus; null while there is nothing to take it.
 */
export function keepFocus(fallback: () => HTMLElement | null): () => void {
  let held: Element | null = document.activeElement;
  const onFocus = (event: FocusEvent) => {
    if (event.target instanceof Element) held = event.target;
  };
  const catchFall = () => {
    // A click on empty ground puts the focus down on purpose; what had it is then still on the page.
    const hasFallen = document.activeElement === document.body && held !== null && !held.isConnected;
    // An open menu or dialog looks after the focus itself, and closes where it is taken away: asked again when it is gone.
    if (!hasFallen || document.querySelector('[role="menu"], dialog[open]') !== null) return;
    held = null;
    fallback()?.focus({ preventScroll: true });
  };
  // A moment later: a dialog that closes gives the focus back by itself, and a menu or screen that opens takes it. Taken
  // from under a menu that is opening, it would close the menu.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(catchFall, settleMs);
  });
  document.addEventListener('focusin', onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocus);
    clearTimeout(timer);
    observer.disconnect();
  };
}

/** Gives the focus to this element where nothing on the page has it: a screen that has just been opened. */
export function takeFreeFocus(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body)
    element?.focus({ preventScroll: true });
}

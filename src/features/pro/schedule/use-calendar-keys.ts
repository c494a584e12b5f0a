import type { KeyboardEvent } from 'react';

/** What the keys of the calendar do. */
export interface CalendarKeys {
  readonly onToday: () => void;
  readonly onStep: (way: 1 | -1) => void;
  readonly onNew: (() => void) | null;
  readonly onHelp: () => void;
}

/** Where letters are written and arrows have another meaning. */
const typing = 'input:not([type="radio"]), textarea, select, [contenteditable], [role="combobox"]';

/**
 * Keys for what has the focus in the calendar, and for nothing else: whoever speaks to a computer, or rests a hand on the keys, sets off
 * nothing from anywhere else (WCAG 2.1.4). None with a modifier, none in a field, none under an open sheet.
 */
export function calendarKeys({ onToday, onStep, onNew, onHelp }: CalendarKeys) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!(target instanceof Element) || target.closest(typing) || target.closest('dialog')) return;
    const inGrid = target.closest('[data-placed], [data-cursor], fieldset') !== null;
    const calendar = event.currentTarget;
    // What has the focus goes with its days: the calendar keeps it, and the next key works too.
    const leave = (go: () => void) => () => {
      calendar.focus({ preventScroll: true });
      go();
    };
    const act = ((): (() => void) | null => {
      switch (key) {
        case 't':
          return leave(onToday);
        case 'n':
          return onNew;
        case '?':
          return onHelp;
        case 'j':
          return () => focusSession(calendar, 1);
        case 'k':
          return () => focusSession(calendar, -1);
        case 'ArrowLeft':
          return inGrid ? null : leave(() => onStep(-1));
        case 'ArrowRight':
          return inGrid ? null : leave(() => onStep(1));
        default:
          return null;
      }
    })();
    if (!act) return;
    event.preventDefault();
    act();
  };
}

/** Gives the focus to the session after or before the one that has it; from elsewhere to the first or the last. */
function focusSession(calendar: HTMLElement, way: 1 | -1): void {
  const all = [...calendar.querySelectorAll<HTMLElement>('[data-session-link]')].filter(
    (one) => one.getClientRects().length > 0,
  );
  const at = all.findIndex((one) => one === document.activeElement);
  const next = at === -1 ? (way === 1 ? all[0] : all.at(-1)) : all[at + way];
  next?.focus();
}

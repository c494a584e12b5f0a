import { useEffect, useRef, type RefObject } from 'react';

/** Moves the focus to what says what came of a tap, once it has come. */
export function useFocusOn<Element extends HTMLElement>(isThere: boolean): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useEffect(() => {
    if (isThere) ref.current?.focus();
  }, [isThere]);
  return ref;
}

import { useCallback, useEffect, useState } from 'react';
import { useStatus } from '../../lib/client-context.ts';
import { askCalendarLinks, type CalendarLink } from './calendar-link-calls.ts';

/** The links of this account as last heard; `undefined`: not known yet, null: no answer came yet. Asks again when the connection is back. */
export function useCalendarLinks(): {
  readonly links: readonly CalendarLink[] | null | undefined;
  readonly askAgain: () => void;
} {
  const { online } = useStatus();
  const [links, setLinks] = useState<readonly CalendarLink[] | null | undefined>();
  // Without an answer what is known stays.
  const askAgain = useCallback(
    () => void askCalendarLinks().then((answer) => setLinks((known) => answer ?? known ?? null)),
    [],
  );
  useEffect(askAgain, [askAgain, online]);
  return { links, askAgain };
}

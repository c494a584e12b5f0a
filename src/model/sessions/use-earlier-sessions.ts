import { useEffect, useRef, useState } from 'react';
import { indexKey } from '../../../sync/core/index-key.ts';
import { useClient } from '../../lib/client-context.ts';
import { startOfDate } from '../../lib/time.ts';
import { useMe } from '../people/use-account.ts';
import { useClinicians } from '../people/use-clinicians.ts';
import { useWorkKind } from '../people/use-work-kind.ts';
import { askBefore, noPages, withPage, type SessionPages, type SessionRange } from './session-pages.ts';
import type { Session } from './use-own-sessions.ts';

export interface EarlierSessions extends SessionPages {
  /** Sessions of more than one clinician: they lie side by side. */
  readonly isShared: boolean;
  /** Somebody has asked for them, and the device has answered. */
  readonly isBegun: boolean;
  /** The device could not be read; it can be asked again. */
  readonly hasFailed: boolean;
  /** Reads one page more. */
  readonly more: () => Promise<void>;
}

interface Held {
  readonly key: string;
  readonly pages: SessionPages;
  readonly hasFailed: boolean;
}

/**
 * The sessions before a day in the calendar of who works here, read from the device a page at a time, as far back as somebody asks.
 * What was read stays as it is on the device: a change shows at once.
 */
export function useEarlierSessions(before: string): EarlierSessions {
  const client = useClient();
  const { sub, zone } = useMe();
  const isShared = useWorkKind() === 'desk';
  const clinicians = useClinicians(isShared);
  const key = `${sub} ${zone} ${before} ${isShared}`;
  const none: Held = { key, pages: noPages, hasFailed: false };
  const [kept, setHeld] = useState(none);
  const held = kept.key === key ? kept : none;
  const isReading = useRef(false);
  const range = isShared ? everybodys(startOfDate(before, zone)) : owns(sub, startOfDate(before, zone));
  const earliest = held.pages.sessions[0];
  const from = earliest ? range.keyOf(earliest) : null;
  const { index, to } = range;

  useEffect(() => {
    if (from === null) return undefined;
    const query = { collection: 'appointment', index, from, to } as const;
    return client.watchRange(query, (sessions) =>
      // What went away or was moved out of these days is not one of them any more.
      setHeld((now) => (now.key === key ? { ...now, pages: { ...now.pages, sessions } } : now)),
    );
  }, [client, key, index, from, to]);

  async function more(): Promise<void> {
    const asked = askBefore(held.pages, range);
    if (asked === null || isReading.current) return;
    isReading.current = true;
    try {
      const page = await client.range(asked);
      setHeld((now) => {
        const { pages } = now.key === key ? now : none;
        return { key, hasFailed: false, pages: withPage(pages, page, asked.limit) };
      });
    } catch {
      // Storage did not answer: what was read stays, and the page can be asked for again.
      setHeld((now) => ({ ...(now.key === key ? now : none), hasFailed: true }));
    } finally {
      isReading.current = false;
    }
  }

  const chosen = isShared && !clinicians.loading ? clinicians.value.chosen : [];
  const { sessions, isWhole } = held.pages;
  return {
    isShared,
    isWhole,
    isBegun: isWhole || sessions.length > 0,
    hasFailed: held.hasFailed,
    more,
    sessions: isShared ? sessions.filter((session) => isShownTo(chosen, session)) : sessions,
  };
}

/** As the calendar of a front desk shows them: of those who were chosen, and nobody's sample [SD-1]. */
function isShownTo(chosen: readonly string[], { body }: Session): boolean {
  return body.sample === undefined && (chosen.length === 0 || chosen.includes(body.clinician));
}

const owns = (sub: string, to: string): SessionRange => ({
  collection: 'appointment',
  index: 'clinician_start',
  from: `${indexKey(sub)}|`,
  to: indexKey(sub, to),
  keyOf: ({ body }) => indexKey(sub, body.start),
});

const everybodys = (to: string): SessionRange => ({
  collection: 'appointment',
  index: 'start',
  from: '',
  to,
  keyOf: ({ body }) => body.start,
});

import { createContext, use, useMemo } from 'react';
import { idOfScope, isChartScope } from '../../../../sync/collections/classes.ts';
import { isFormer } from '../../../../sync/collections/membership.ts';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { chartIdOf } from '../../../model/clients/client-name.ts';
import { dateIn } from '../../../lib/time.ts';
import { useCalendar } from '../../../model/sessions/use-own-sessions.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { usePracticeDay } from '../../../model/people/use-practice-day.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRange, type Loaded } from '../../../lib/use-records.ts';
import { clientRows, type ClientRow, type ClientStatus } from './client-rows.ts';

export type { ClientRow, ClientStatus } from './client-rows.ts';

export const statusWords: Record<ClientStatus, string> = {
  active: 'Active',
  waitlist: 'Waitlist',
  inactive: 'Inactive',
  discharged: 'Discharged',
};

/** What the list knows, for the chart that is open beside it: it is read once. */
export interface ListedClients {
  readonly clients: readonly ClientRow[];
  /** Charts that are likely of one person, by chart. */
  readonly twins: ReadonlyMap<string, readonly string[]>;
}

export const ClientsContext = createContext<ListedClients>({ clients: [], twins: new Map() });

export function useListedClients(): ListedClients {
  return use(ClientsContext);
}

const nobody = [] as const;

function valueOf<Value>(loaded: Loaded<readonly Value[]>): readonly Value[] {
  return loaded.loading ? nobody : loaded.value;
}

/**
 * Every client of the practice whose card this account reads, the archived ones too, by last name; the same list until something of it
 * changes. `null` until the replica has answered.
 */
export function useClients(): readonly ClientRow[] | null {
  const { practiceId, sub } = useMe();
  const day = usePracticeDay(practiceId);
  const today = day.loading ? null : day.value;
  const practice = practiceId === '' ? null : prefixRange(practiceId);
  const cards = useRange(practice && { collection: 'client_card', index: 'practice', ...practice });
  const charts = useRange(practice && { collection: 'chart', index: 'practice', ...practice });
  // What of a couple is known of each stands in their own records.
  const people = useRange(practice && { collection: 'chart_person', index: 'chart', from: '', to: '~' });
  const roles = useRange(sub === '' ? null : { collection: 'membership', index: 'account', ...prefixRange(sub) });
  // What was read is the same until it changes; what says that it was read is another one with every drawing.
  const isRead = !cards.loading && !charts.loading;
  const [cardRows, chartRows, personRows, roleRows] = [
    valueOf(cards),
    valueOf(charts),
    valueOf(people),
    valueOf(roles),
  ];
  return useMemo(() => {
    if (!isRead || today === null) return null;
    const treated = roleRows.flatMap((role) =>
      role.body.role === 'treating' && isChartScope(role.scope) && !isFormer(role, today)
        ? [idOfScope(role.scope)]
        : [],
    );
    return clientRows({ cards: cardRows, charts: chartRows, people: personRows, treated: new Set(treated) });
  }, [isRead, cardRows, chartRows, personRows, roleRows, today]);
}

const lookAheadDays = 42;

/** When each client comes next, within six weeks; who does not is not in it. */
export function useNextStarts(): ReadonlyMap<string, string> {
  const { zone } = useMe();
  const now = useNow();
  const { sessions } = useCalendar(dateIn(now, zone), lookAheadDays);
  const ahead = valueOf(sessions);
  return useMemo(() => {
    const next = new Map<string, string>();
    for (const session of ahead) {
      const chartId = chartIdOf(session);
      if (session.body.end > now && !next.has(chartId) && !statusFlags(session.body.status).cancelled)
        next.set(chartId, session.body.start);
    }
    return next;
  }, [ahead, now]);
}

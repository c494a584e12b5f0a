import { seriesWords } from './series-words.ts';
import type { Session } from './use-own-sessions.ts';
import { useSeries } from './use-series.ts';

interface SeriesSaidProps {
  readonly session: Session;
  readonly className?: string | undefined;
}

/** How a session repeats, and which of its series it is; nothing of one that does not. */
export function SeriesSaid({ session, className }: SeriesSaidProps) {
  const found = useSeries(session);
  return found ? <p className={className}>{seriesWords(session, found.series.body, found.sessions)}</p> : null;
}

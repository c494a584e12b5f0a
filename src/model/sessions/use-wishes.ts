import { toInstant } from '../../../sync/core/instant.ts';
import { wishIdOf } from '../../../sync/collections/session-wish.ts';
import type { SeenRecordOf } from '../../lib/model.ts';
import { useNow } from '../../lib/use-now.ts';
import { useRange, useRecord, useRecords } from '../../lib/use-records.ts';
import { chartIdOf } from '../clients/client-name.ts';
import { useClientNames } from '../clients/use-client-names.ts';
import { useMe } from '../people/use-account.ts';
import { useWorkKind } from '../people/use-work-kind.ts';
import type { Session } from './use-own-sessions.ts';
import { isWishShown } from './wish-words.ts';

export type Wish = SeenRecordOf<'session_wish'>;

export interface WaitingWish {
  readonly wish: Wish;
  readonly session: Session;
  readonly name: string;
}

const from = toInstant(0);
const to = '9999-12-31T00:00:00.000Z';

/** [CA-11] Wishes for another time that wait for an answer, by when the session is: of one's own sessions, for the front desk of every one. */
export function useWishes(): readonly WaitingWish[] {
  const { sub } = useMe();
  const now = useNow();
  const isDesk = useWorkKind() === 'desk';
  const waiting = useRange({ collection: 'session_wish', index: 'waiting', from, to });
  const wishes = waiting.loading ? [] : waiting.value;
  const sessions = useRecords(
    'appointment',
    wishes.map(({ body }) => body.appointment_id),
  );
  const names = useClientNames(wishes.map(chartIdOf));
  return wishes.flatMap((wish) => {
    const session = sessions.get(wish.body.appointment_id);
    const name = names.get(chartIdOf(wish));
    if (!session || name === undefined || !isWishShown(wish.body, session.body, now)) return [];
    return isDesk || session.body.clinician === sub ? [{ wish, session, name }] : [];
  });
}

/** What was asked of this session; null where there is nothing to say of it. */
export function useWish(session: Session, now: string): Wish | null {
  // Of what has begun nothing is asked: a long list of past sessions watches nothing.
  const found = useRecord('session_wish', session.body.start > now ? wishIdOf(session.id) : null);
  const wish = found.loading ? undefined : found.value;
  return wish && isWishShown(wish.body, session.body, now) ? wish : null;
}

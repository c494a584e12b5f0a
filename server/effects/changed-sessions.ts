import { appointment } from '../../sync/collections/appointment.ts';
import type { SocketEvent } from '../../sync/protocol/socket-message.ts';
import { isSessionAlive } from '../auth/sessions.ts';
import type { Services } from '../services.ts';
import { parseBytes } from '../store/columns.ts';
import type { PageRow } from '../store/log-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { liftTo } from '../sync/lift-record.ts';

type ChangedSession = Extract<SocketEvent, { type: 'appointment' }>['appointments'][number];

/** More sessions than this are not told at once: those that were changed last are. */
const mostTold = 256;
/** Rows and bytes of the log that are read before others have their turn. */
const pieceRows = 50;
const pieceBytes = 64 * 1024;

/** Whose socket it is, and how it reads and tells. */
interface SocketOutlet {
  readonly principal: string;
  readonly familyId: string;
  readonly inTurn: <T>(read: () => Promise<T>) => Promise<T>;
  readonly send: (event: SocketEvent) => void;
}

/**
 * [C-342] Tells one socket which sessions came into its principal's log since it was opened, or since it was told before: those
 * that a commit wrote, and those that a new access shows for the first time. The log is the one audience rule, read when it is
 * told: whoever does not read a session, lost the access to it, or is signed out, hears nothing. Returns what to call after a commit.
 */
export function createSessionNews(services: Services, outlet: SocketOutlet): () => void {
  const { store } = services;
  const { principal, inTurn, send } = outlet;
  const headSeq = async (): Promise<number> => (await store.read(() => call('headOf', principal))).seq;
  // Read before the caller goes on: what is committed from here on lies behind it.
  const opened = headSeq().catch(() => null);
  let seq: number | null = null;
  let isTelling = false;
  let isWanted = false;

  async function tell(): Promise<void> {
    seq ??= (await opened) ?? (await headSeq());
    let piece: Piece | null = { seq, sessions: [], isLast: false };
    const changed = new Map<string, ChangedSession>();
    while (!piece.isLast) {
      const after: number = piece.seq;
      piece = await inTurn(() => store.read(() => readPiece(services, outlet, after)));
      if (piece === null) return;
      for (const session of piece.sessions) changed.set(session.appointment_id, session);
    }
    seq = piece.seq;
    if (changed.size > 0) send({ type: 'appointment', appointments: newest([...changed.values()]) });
  }

  async function tellAll(): Promise<void> {
    isTelling = true;
    while (isWanted) {
      isWanted = false;
      await tell().catch(async (error: unknown) => {
        services.log.error('sessions-untold', { reason: error instanceof Error ? error.name : 'unknown' });
        // The page brings them all the same. What could not be read once is not read again with each commit from here on.
        seq = await headSeq().catch(() => seq);
      });
    }
    isTelling = false;
  }

  return () => {
    isWanted = true;
    if (!isTelling) void tellAll();
  };
}

interface Piece {
  readonly seq: number;
  readonly sessions: readonly ChangedSession[];
  readonly isLast: boolean;
}

/** Null: the sign-in of the socket is over. */
function* readPiece(
  { registry, clock }: Services,
  { principal, familyId }: Pick<SocketOutlet, 'principal' | 'familyId'>,
  after: number,
): Plan<Piece | null> {
  if (!(yield* isSessionAlive(familyId, clock.now()))) return null;
  const { seq: head } = yield* call('headOf', principal);
  if (after >= head) return { seq: after, sessions: [], isLast: true };
  const rows = yield* call('pageAfter', { principal, seq: after, limit: pieceRows, bytes: pieceBytes });
  const seq = rows.at(-1)?.seq ?? head;
  const sessions = rows.flatMap((row) => (row.collection === appointment.name ? changedSession(registry, row) : []));
  return { seq, sessions, isLast: seq >= head };
}

/** Nothing of one that left the sight; one of an access that has ended comes without its record. */
function changedSession(registry: Services['registry'], row: PageRow): readonly ChangedSession[] {
  const { id, collection, gone, record } = row;
  if (gone || !record) return [];
  const stored = { collection, id, ...record, body: parseBytes(record.body), stamps: {} };
  const { start, modify_datetime } = liftTo(registry, appointment, stored).body;
  return [{ appointment_id: id, appointment_start: start, modify_datetime }];
}

function newest(sessions: readonly ChangedSession[]): ChangedSession[] {
  return sessions.toSorted((one, other) => (one.modify_datetime > other.modify_datetime ? -1 : 1)).slice(0, mostTold);
}

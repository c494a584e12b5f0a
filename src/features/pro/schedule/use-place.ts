import { endOf } from '../../../../sync/collections/appointment.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { dateIn } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { overlapping } from '../../../model/sessions/free-times.ts';
import { counted } from '../../../model/sessions/session-count.ts';
import type { Block } from '../../../model/sessions/use-blocks.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import type { Schedule } from '../../../model/sessions/use-schedule.ts';
import { useCalendarActs } from './calendar-acts.ts';
import { isSayable, timePlaced, type GridSpan, type MeantTime } from './grid-moves.ts';
import { followingToo } from './series-done.ts';
import { notTakenWords, whenWords } from './words.ts';

/**
 * Puts a session or a block somewhere else on the grid: at once, with the way back, where its time is free as far as is known; else the
 * sheet asks about it.
 */
export function usePlace(schedule: Schedule, blocks: readonly Block[]) {
  const client = useClient();
  const owner = useSub();
  const now = useNow();
  const { edit, editBlock, tell } = useCalendarActs();
  const { zone } = schedule;
  const told = (time: MeantTime): string =>
    whenWords({ start: time.start, end: endOf(time.start, time.minutes) }, zone, dateIn(now, zone));

  async function placeSession(session: Session, span: GridSpan, stamp: string): Promise<void> {
    const { body } = session;
    if (stamp !== (session.stamps['start'] ?? '')) {
      tell({ words: errorTexts.changed_meanwhile });
      return;
    }
    const time = timePlaced(span, zone, body);
    if (!time) return;
    const wanted = { start: time.start, end: endOf(time.start, time.minutes) };
    const others = counted(schedule.everybodys).filter(
      (one) => one.id !== session.id && one.body.clinician === body.clinician,
    );
    const inTheWay = overlapping(
      wanted,
      [...others, ...(body.clinician === owner ? blocks : [])].map((one) => one.body),
    );
    const name = schedule.nameOf(session);
    // What clocks do in the zone of the session is said in the sheet, before it is saved.
    if (inTheWay.length > 0 || !isSayable(time)) {
      edit(session, name, time);
      return;
    }
    const result = await client
      .mutate('appointment.edit', { appointment_id: session.id, ...time }, { owner, base: { start: stamp } })
      // What the engine threw is in its log.
      .catch(() => null);
    if (result?.kind !== 'saved') {
      tell({ words: result?.message ?? notTakenWords });
      return;
    }
    const { local_start, zone: before, minutes, start } = body;
    tell({
      words: `${name}: now ${told(time)}. Saved on this device.`,
      ...followingToo({ client, owner }, { session, name, time, uid: result.uid, zone, now }),
      undo: () =>
        client.mutate(
          'appointment.edit',
          // It was there before, whatever is blocked.
          { appointment_id: session.id, local_start, zone: before, minutes, start, force_book_over_blocked: true },
          { owner, base: { start: result.uid } },
        ),
    });
  }

  async function placeBlock(block: Block, span: GridSpan, stamp: string): Promise<void> {
    const { id, body, stamps } = block;
    if (stamp !== (stamps['start'] ?? '')) {
      tell({ words: errorTexts.changed_meanwhile });
      return;
    }
    const time = timePlaced(span, zone, body);
    if (!time) return;
    if (!isSayable(time)) {
      editBlock(block);
      return;
    }
    const at = { practice_id: body.practice_id, interval_id: id };
    const result = await client
      .mutate('blocked_interval.save', { ...at, ...time }, { owner, base: { start: stamp } })
      // What the engine threw is in its log.
      .catch(() => null);
    if (result?.kind !== 'saved') {
      tell({ words: result?.message ?? notTakenWords });
      return;
    }
    const { local_start, zone: before, minutes, start } = body;
    tell({
      words: `Blocked: now ${told(time)}.`,
      undo: () =>
        client.mutate(
          'blocked_interval.save',
          { ...at, local_start, zone: before, minutes, start },
          { owner, base: { start: result.uid } },
        ),
    });
  }

  return { placeSession, placeBlock };
}

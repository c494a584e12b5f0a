import type { AttentionItem } from '../../../../sync/client/api.ts';
import type { ArgsOf } from '../../../lib/model.ts';
import type { FreeTime } from '../../../model/sessions/free-times.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import type { MeantTime } from './grid-moves.ts';

/** The refused changes of a session itself, the oldest first. Those of its note are said on the note's page. */
export function refusedOfSession(items: readonly AttentionItem[], appointmentId: string): readonly AttentionItem[] {
  return items
    .filter(
      ({ name, args }) =>
        /^(appointment|appointment_series|session_transfer)\./.test(name) && namesSession(args, appointmentId),
    )
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

function namesSession(args: AttentionItem['args'], appointmentId: string): boolean {
  return typeof args === 'object' && args !== null && 'appointment_id' in args && args.appointment_id === appointmentId;
}

type EditArgs = ArgsOf<'appointment.edit'>;

/** A change that was refused for its time, and the time that it asked for. */
export interface RefusedMove {
  readonly item: AttentionItem;
  readonly args: EditArgs;
  readonly time: MeantTime;
}

/** Null of a change that was refused for anything else. */
export function refusedMove(item: AttentionItem, { body }: Session): RefusedMove | null {
  const { code, args } = item;
  if ((code !== 'conflicting_session' && code !== 'time_blocked') || !isMove(item, args)) return null;
  const { local_start = body.local_start, zone = body.zone, minutes = body.minutes, start = body.start } = args;
  return { item, args, time: { local_start, zone, minutes, start } };
}

/** The same change with a free time in place of the one that was taken, said over the version of the time that is there now. */
export function movedAgain(
  { item, args, time }: RefusedMove,
  { local_start, start }: Pick<FreeTime, 'local_start' | 'start'>,
  { stamps }: Session,
): { readonly args: EditArgs; readonly base: Readonly<Record<string, string>> } {
  const { force_book_over_blocked: _over, ...said } = args;
  const { zone, minutes } = time;
  return {
    args: { ...said, local_start, zone, minutes, start },
    base: { ...item.base, start: stamps['start'] ?? '' },
  };
}

/** Of a newer or older build it may say something else: then the page of what was kept says it. */
function isMove({ name }: AttentionItem, args: unknown): args is EditArgs {
  if (name !== 'appointment.edit' || typeof args !== 'object' || args === null) return false;
  const said = (part: string): unknown => Reflect.get(args, part);
  const texts = ['local_start', 'zone', 'start'].map(said).filter((text) => text !== undefined);
  const minutes = said('minutes');
  return (
    typeof said('appointment_id') === 'string' &&
    texts.every((text) => typeof text === 'string') &&
    (minutes === undefined || typeof minutes === 'number') &&
    (texts.length > 0 || minutes !== undefined)
  );
}

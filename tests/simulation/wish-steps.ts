import { getSeen } from '../../sync/client/read/reads.ts';
import { startToCome } from './oracle/expected-transfers.ts';
import { oneOf, type StepContext } from './step-context.ts';

/** A client asks for another time of a session to come, or takes that back; whoever plans it answers. A time that is taken is the one it has. */
export async function askForTime({ devices, device: any, random, index: step }: StepContext): Promise<void> {
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const [appointment_id, start] = oneOf(random, [...startToCome]);
    const own = appointment_id === 't1' ? 'member-1' : 'guardian-1';
    const isOwn = random.chance(0.6);
    const fitting = devices.filter(({ sub }) => (isOwn ? sub === own : sub.startsWith('pro-') || sub === 'desk-1'));
    const device = fitting.length > 0 && random.chance(0.9) ? oneOf(random, fitting) : any;
    const time = { local_start: start.slice(0, 16), zone: 'UTC', start };
    const { replica } = device;
    const seen = replica && (await getSeen(replica, 'session_wish', `wish.${appointment_id}`).catch(() => undefined));
    const base = { state: seen?.stamps['state'] ?? '' };
    if (!isOwn) {
      const answer = oneOf(random, ['take', 'decline']);
      const more = answer === 'take' ? { ...time, force_book_over_blocked: true } : {};
      await device.mutate('session_wish.answer', { appointment_id, answer, ...more }, { base });
    } else if (random.chance(0.7)) {
      const words = `Wish ${step * 1_000_000 + random.below(1_000_000)}`;
      const times = [random.chance(0.5) ? time : { ...time, ...inTokyo(start) }];
      await device.mutate('session_wish.ask', { appointment_id, times, words }, {}, words);
    } else {
      await device.mutate('session_wish.withdraw', { appointment_id }, {});
    }
  }
}

/** The same moment by the clock of who is elsewhere; there it is nine hours later all the year round. */
function inTokyo(start: string): { readonly local_start: string; readonly zone: string } {
  const local = new Date(Date.parse(start) + 9 * 3_600_000).toISOString().slice(0, 16);
  return { local_start: local, zone: 'Asia/Tokyo' };
}

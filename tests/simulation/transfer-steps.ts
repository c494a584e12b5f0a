import { getSeen } from '../../sync/client/read/reads.ts';
import { startToCome } from './oracle/expected-transfers.ts';
import type { SimDevice } from './sim-device.ts';
import { professionals } from './start-records.ts';
import { oneOf, type StepContext } from './step-context.ts';

/** Proposes a session to come to the other clinician, mostly after letting her see the sessions; or answers, mostly as who was asked. */
export async function handOn({ devices, device: any, random }: StepContext): Promise<void> {
  const appointment_id = oneOf(random, [...startToCome.keys()]);
  const clinicians = devices.filter(({ sub }) => professionals.has(sub));
  const device = clinicians.length > 0 && random.chance(0.9) ? oneOf(random, clinicians) : any;
  const base = await seenBase(device, appointment_id);
  if (random.chance(0.5)) {
    const answer = oneOf(random, ['take', 'decline', 'withdraw']);
    const force = random.chance(0.5) ? { force_book_over_blocked: true } : {};
    await device.mutate('session_transfer.answer', { appointment_id, answer, ...force }, { base });
    return;
  }
  const to = device.sub === 'pro-2' ? 'pro-1' : 'pro-2';
  if (random.chance(0.7)) {
    const scope = appointment_id === 't1' ? 'chart:c1' : 'chart:c2';
    const account_name = professionals.get(to) ?? '';
    await device.mutate('membership.grant', { scope, account: to, account_name, role: 'scheduler' }, {});
  }
  await device.mutate('session_transfer.propose', { appointment_id, to }, { base });
}

/** The versions on the screen of a device that is open, mostly. */
async function seenBase({ replica }: SimDevice, id: string): Promise<Readonly<Record<string, string>>> {
  if (!replica) return {};
  const seen = await getSeen<{ state: string }>(replica, 'session_transfer', `transfer.${id}`).catch(() => undefined);
  const session = await getSeen<{ start: string }>(replica, 'appointment', id).catch(() => undefined);
  return { state: seen?.stamps['state'] ?? '', start: session?.stamps['start'] ?? '' };
}

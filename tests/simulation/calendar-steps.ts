import { getSeen, rangeSeen } from '../../sync/client/read/reads.ts';
import { bookSession } from './book-step.ts';
import { startToCome } from './oracle/expected-transfers.ts';
import { startAsked } from './oracle/expected-standing.ts';
import { ownIn } from './oracle/expected-clients.ts';
import { winterInstant, winterOffsets } from './oracle/winter-offsets.ts';
import type { SimDevice } from './sim-device.ts';
import { startAppointments } from './start-records.ts';
import { oneOf, type StepContext } from './step-context.ts';

type Random = StepContext['random'];

/** A local time on a working day of that January, where clocks are known; crowded, so that many meet. */
function winterTime(random: Random) {
  const day = String(1 + random.below(5)).padStart(2, '0');
  const local_start = `2027-01-${day}T${String(8 + random.below(10)).padStart(2, '0')}:00`;
  const zone = oneOf(random, [...winterOffsets.keys()]);
  return { local_start, zone, start: winterInstant(local_start, zone) };
}

interface Time {
  readonly local_start: string;
  readonly zone: string;
  readonly start: string;
}

/** A time that this screen shows as taken or blocked, mostly; else any. */
async function wantedTime({ replica }: SimDevice, random: Random, sessions: readonly Time[]): Promise<Time> {
  const all = { collection: 'blocked_interval', index: 'start', from: '', to: '~' };
  const seen = replica ? await rangeSeen<Time>(replica, all).catch(() => []) : [];
  const taken = [...seen.map(({ body }) => body), ...sessions];
  if (taken.length === 0 || random.chance(0.4)) return winterTime(random);
  const { local_start, zone, start } = oneOf(random, taken);
  return { local_start, zone, start };
}

/**
 * Moves sessions that are on the screen, mostly under another label too, typed over the one that stands there; before there are two, books.
 * Several in one step, so that they meet.
 */
export async function planAnew(context: StepContext): Promise<void> {
  const { random } = context;
  if (random.chance(0.4)) await keepBlock(context, context.device);
  for (let left = 2 + random.below(4); left > 0; left -= 1)
    await planOne(context, random.chance(0.7) ? context.device : oneOf(random, context.devices));
}

async function planOne(context: StepContext, device: SimDevice): Promise<void> {
  const { random, index: step } = context;
  const { replica } = device;
  if (!replica) return;
  const all = { collection: 'appointment', index: 'start', from: '2026-12-31', to: '2027-03-01' };
  const found = await rangeSeen<Time & { appointment_type_label: string; series?: unknown }>(replica, all).catch(
    () => [],
  );
  // Those of series have weeks of their own.
  const known = found.filter(({ body }) => body.series === undefined);
  const seen = known.filter(({ id }) => !startToCome.has(id));
  if (seen.length < 2) return bookSession({ ...context, device });
  const one = oneOf(random, seen.slice(0, 4));
  const label = one.body.appointment_type_label;
  const word = `${label.split(':')[0]}: ${step * 1_000_000 + random.below(1_000_000)}<${ownIn(label)}`;
  const minutes = random.chance(0.3) ? { minutes: oneOf(random, [30, 50, 80]) } : {};
  const force = random.chance(0.3) ? { force_book_over_blocked: true } : {};
  const args = {
    appointment_id: one.id,
    appointment_type_label: word,
    ...(random.chance(0.9)
      ? await wantedTime(
          device,
          random,
          known.map(({ body }) => body),
        )
      : {}),
    ...minutes,
    ...force,
  };
  const base = Object.fromEntries(['start', 'appointment_type_label'].map((name) => [name, one.stamps[name] ?? '']));
  await device.mutate('appointment.edit', args, { base }, word);
}

/** Of a session of the past; now and then taken back. Or where the client was, over the word that stands on the screen. */
export async function sayWhoCame({ device, random, index: step }: StepContext): Promise<void> {
  const { replica } = device;
  if (random.chance(0.5) && replica) {
    const appointment_id = oneOf(random, startAppointments);
    const seen = await getSeen<{ license_reason?: string }>(replica, 'session_place', `place.${appointment_id}`).catch(
      () => undefined,
    );
    const license_reason = `${appointment_id}: ${step * 1_000_000 + random.below(1_000_000)}<${ownIn(seen?.body.license_reason ?? '')}`;
    const base = { client_state: seen?.stamps['client_state'] ?? '' };
    const args = { appointment_id, client_state: oneOf(random, ['OR', 'WA', 'elsewhere']), license_reason };
    await device.mutate('session_place.say', args, { base }, license_reason);
    return;
  }
  if (random.chance(0.3)) {
    const held = random.chance(0.7);
    await device.mutate('appointment.mark_held', { appointment_id: oneOf(random, startAppointments), held }, {});
    return;
  }
  const who = oneOf(random, ['client', 'clinician', 'nobody']);
  await device.mutate('appointment.mark_no_show', { appointment_id: oneOf(random, startAppointments), who }, {});
}

interface Named {
  readonly label: string;
}

/** A block or a session type of one's own: a new one, one under other words, one that goes or comes back. */
export async function keepCalendar(context: StepContext): Promise<void> {
  const clinicians = context.devices.filter(({ sub }) => sub.startsWith('pro-'));
  const device =
    clinicians.length > 0 && context.random.chance(0.9) ? oneOf(context.random, clinicians) : context.device;
  if (context.random.chance(0.6)) await keepBlock(context, device);
  else await keepType(context, device);
}

async function keepBlock({ random, index: step }: StepContext, device: SimDevice): Promise<void> {
  const { replica } = device;
  if (!replica) return;
  const index = step * 1_000_000 + random.below(1_000_000);
  const all = { collection: 'blocked_interval', index: 'start', from: '', to: '~' };
  const seen = await rangeSeen<Named>(replica, all).catch(() => []);
  const minutes = oneOf(random, [60, 240, 3000]);
  if (seen.length === 0 || random.chance(0.4)) {
    const label = `Block ${index} ${device.name.replaceAll(':', ' ')}: ${index}<0`;
    await device.mutate(
      'blocked_interval.save',
      { practice_id: 'p1', label, ...winterTime(random), minutes },
      {},
      label,
    );
    return;
  }
  const one = oneOf(random, seen);
  const label = `${one.body.label.split(':')[0]}: ${index}<${ownIn(one.body.label)}`;
  const said = random.chance(0.3) ? { removed: true } : { ...winterTime(random), minutes };
  const base = { label: one.stamps['label'] ?? '', start: one.stamps['start'] ?? '' };
  await device.mutate(
    'blocked_interval.save',
    { practice_id: 'p1', interval_id: one.id, label, ...said },
    { base },
    label,
  );
}

async function keepType({ random, index: step }: StepContext, device: SimDevice): Promise<void> {
  const { replica } = device;
  if (!replica) return;
  const index = step * 1_000_000 + random.below(1_000_000);
  const all = { collection: 'appointment_type', index: 'practice', from: '', to: '~' };
  const seen = await rangeSeen<Named>(replica, all).catch(() => []);
  const price_cents = 100 * random.below(200);
  if (seen.length === 0 || random.chance(0.3)) {
    const label = `Type ${index} ${device.name.replaceAll(':', ' ')}: ${index}<0`;
    const args = { practice_id: 'p1', label, price_cents, minutes: 50, kind: 'regular' };
    await device.mutate('appointment_type.save', args, {}, label);
    return;
  }
  const one = oneOf(random, seen);
  const label = `${one.body.label.split(':')[0]}: ${index}<${ownIn(one.body.label)}`;
  const removed = random.chance(0.2) ? { removed: true } : {};
  const args = { practice_id: 'p1', appointment_type_id: one.id, label, price_cents, ...removed };
  await device.mutate('appointment_type.save', args, { base: { label: one.stamps['label'] ?? '' } }, label);
}

export async function cancelSession({ device, random }: StepContext): Promise<void> {
  const by = random.chance(0.5) ? { by: 'client' } : {};
  await device.mutate('appointment.cancel', { appointment_id: oneOf(random, startAppointments), ...by }, {});
}

/** The client has said yes to a session, a fee is decided about, or the terms of the next ones are others. */
export async function agreeOnTerms({ device, random, index: step }: StepContext): Promise<void> {
  const appointment_id = oneOf(random, startAppointments);
  const turn = random.below(4);
  if (turn < 2) {
    const agreed = random.chance(0.5) ? { agreed: true } : {};
    const asked = random.chance(0.7) ? oneOf(random, startAsked) : appointment_id;
    await device.mutate('appointment.approve', { appointment_id: asked, ...agreed }, {});
  } else if (turn === 2) {
    await device.mutate('appointment.decide_fee', { appointment_id, state: oneOf(random, ['owed', 'waived']) }, {});
  } else {
    const fee = { kind: 'flat', cents: 1 + step * 1000 + random.below(1000) };
    const terms = random.chance(0.8) ? { hours: random.below(168), fee } : null;
    await device.mutate('cancellation_policy.save', { practice_id: 'p1', terms }, {});
  }
}

export async function restoreSession({ device, random }: StepContext): Promise<void> {
  await device.mutate('appointment.restore', { appointment_id: oneOf(random, startAppointments) }, {});
}

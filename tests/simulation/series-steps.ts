import { rangeSeen } from '../../sync/client/read/reads.ts';
import { winterInstant } from './oracle/winter-offsets.ts';
import type { SimDevice } from './sim-device.ts';
import { oneOf, type StepContext } from './step-context.ts';

interface Session {
  readonly zone: string;
  readonly local_start: string;
  readonly status: string;
  readonly series?: { readonly id: string; readonly date: string };
}

interface Unplaced {
  readonly zone: string;
}

/** Mondays of a month in which nothing else is booked, and one more where a series goes on. */
const mondays = ['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22'] as const;
const zones = ['UTC', 'UTC', 'UTC', 'America/New_York', 'Asia/Kathmandu'] as const;

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00.000Z`) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Sessions of the first clinician that repeat: booked, moved from one on or as a whole, cancelled and brought back, continued; and what could not be had gets a
 * time or is left out. Crowded, so that series meet. Several in one step.
 */
export async function repeatSessions(context: StepContext): Promise<void> {
  const { random, devices } = context;
  const planners = devices.filter(({ sub }) => sub === 'pro-1' || sub === 'desk-1');
  for (let left = 2 + random.below(5); left > 0; left -= 1) {
    await repeatOnce(context, planners.length > 0 && random.chance(0.9) ? oneOf(random, planners) : context.device);
    // What one of them did, another has on the screen, or has not.
    if (random.chance(0.4)) await context.time.pass(random.below(4000));
  }
}

async function repeatOnce(context: StepContext, device: SimDevice): Promise<void> {
  const { random } = context;
  const { replica } = device;
  if (!replica) return;
  const all = { from: '', to: '~' };
  const seen = await rangeSeen<Session>(replica, { collection: 'appointment', index: 'series', ...all }).catch(
    () => [],
  );
  const waiting = await rangeSeen<Unplaced>(replica, { collection: 'unplaced_session', index: 'series', ...all }).catch(
    () => [],
  );
  if (seen.length === 0 || random.chance(0.1)) return bookSeries(context, device);
  if (waiting.length > 0 && random.chance(0.4)) {
    const { id, stamps, body } = oneOf(random, waiting);
    const base = { state: stamps['state'] ?? '' };
    const time = timeOf(random, oneOf(random, mondays), body.zone);
    const start = winterInstant(time.local_start, body.zone);
    if (random.chance(0.6))
      await device.mutate('unplaced_session.place', { unplaced_id: id, minutes: 50, ...time, start }, { base });
    else await device.mutate('unplaced_session.drop', { unplaced_id: id, dropped: random.chance(0.6) }, { base });
    return;
  }
  const one = oneOf(random, seen);
  const { series } = one.body;
  if (!series) return;
  const of = { appointment_id: one.id, reach: oneOf(random, ['following', 'all']) };
  const turn = random.below(10);
  if (turn < 5) {
    const days = random.chance(0.4) ? oneOf(random, [-1, 1, 7]) : 0;
    const { local_start } = timeOf(random, dayAfter(series.date, days), '');
    const { zone } = one.body;
    if (random.chance(0.3)) {
      const args = { appointment_id: one.id, local_start, zone, start: winterInstant(local_start, zone) };
      await device.mutate('appointment.edit', args, { base: { start: one.stamps['start'] ?? '' } });
      return;
    }
    await device.mutate(
      'appointment_series.edit',
      { ...of, local_start },
      { base: { start: one.stamps['start'] ?? '' } },
    );
  } else if (turn < 7) {
    await device.mutate('appointment_series.cancel', of, {});
  } else if (turn < 9) {
    const off = seen.filter(({ body }) => body.status.startsWith('cancelled'));
    const from = off.length > 0 ? oneOf(random, off) : one;
    const args = { series_id: from.body.series?.id ?? series.id, cancelled: from.stamps['status'] ?? '' };
    await device.mutate('appointment_series.restore', args, {});
  } else if (random.chance(0.7)) {
    // A week later the last of them is still in the winter whose offsets the oracle knows.
    const ends = { kind: 'count', count: 5 + random.below(2) };
    await device.mutate('appointment_series.extend', { series_id: series.id, ends, through: '2027-03-01' }, {});
  } else {
    await device.mutate('appointment_series.let_end', { series_id: series.id, ends_well: random.chance(0.7) }, {});
  }
}

async function bookSeries({ random, index: step }: StepContext, device: SimDevice): Promise<void> {
  const [first, ...later] = mondays;
  const dates = [first, ...later.filter(() => random.chance(0.9))];
  const rule = { unit: 'week', every: 1, ends: { kind: 'count', count: 4 } };
  const args = {
    chart_id: oneOf(random, ['c1', 'c2']),
    clinician: 'pro-1',
    appointment_type_label: `Series ${step * 1_000_000 + random.below(1_000_000)}`,
    place: oneOf(random, ['telehealth', 'office_location']),
    minutes: 50,
    ...timeOf(random, first, oneOf(random, zones)),
    rule,
    sessions: dates.map((date) => ({ date })),
  };
  await device.mutate('appointment_series.book', args, {});
}

/** Hours are few, so that many meet. */
function timeOf(random: StepContext['random'], date: string, zone: string) {
  const local_start = `${date}T${String(9 + random.below(3)).padStart(2, '0')}:00`;
  return { local_start, ...(zone === '' ? {} : { zone }) };
}

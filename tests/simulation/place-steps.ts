import { getSeen, rangeSeen } from '../../sync/client/read/reads.ts';
import { ownIn } from './oracle/expected-clients.ts';
import { startAppointments } from './start-records.ts';
import type { Json } from '../../sync/core/record.ts';
import type { SimDevice } from './sim-device.ts';
import { oneOf, type StepContext } from './step-context.ts';

/** Where the client of a series that is on the screen is, said over the word that stands there. */
export async function sayPlaceOfSeries(context: StepContext): Promise<void> {
  const { random, devices, index: step } = context;
  const clinicians = devices.filter(({ sub }) => sub === 'pro-1');
  const device = clinicians.length > 0 && random.chance(0.9) ? oneOf(random, clinicians) : context.device;
  const { replica } = device;
  if (!replica) return;
  const all = { collection: 'appointment_series', index: 'scope', from: '', to: '~' };
  const series = await rangeSeen(replica, all).catch(() => []);
  if (series.length === 0) return;
  const { id } = oneOf(random, series);
  const seen = await getSeen<{ license_reason?: string }>(replica, 'series_place', `place.${id}`).catch(
    () => undefined,
  );
  const license_reason = `${id}: ${step * 1_000_000 + random.below(1_000_000)}<${ownIn(seen?.body.license_reason ?? '')}`;
  const base = { client_state: seen?.stamps['client_state'] ?? '' };
  const args = { series_id: id, client_state: oneOf(random, ['OR', 'WA', 'elsewhere']), license_reason };
  await device.mutate('series_place.say', args, { base }, license_reason);
}

interface Office {
  readonly office_name: string;
  readonly orchid_pro_user_id: string;
}

/** In which office a session of the past or a series is held, mostly by who plans it and of the offices on the screen; or one of one's own moves. Several in one step. */
export async function keepOffices(context: StepContext): Promise<void> {
  const { random, devices } = context;
  const planners = devices.filter(({ sub }) => sub === 'pro-1' || sub === 'desk-1');
  const device = planners.length > 0 && random.chance(0.9) ? oneOf(random, planners) : context.device;
  for (let left = 2 + random.below(3); left > 0; left -= 1) {
    await keepOffice(context, device, left);
    if (random.chance(0.4)) await context.time.pass(random.below(4000));
  }
}

async function keepOffice({ random, index }: StepContext, device: SimDevice, turn: number): Promise<void> {
  const { replica } = device;
  if (!replica) return;
  const all = { from: '', to: '~' };
  const known = { collection: 'office_location', index: 'practice', ...all };
  const offices = await rangeSeen<Office>(replica, known).catch(() => []);
  const save = (one: Json) => device.mutate('professional_record.save', { additional_office_locations: [one] }, {});
  const office_address_line1 = `Line ${index}.${turn}.${random.below(1_000_000)}`;
  if (offices.length === 0) {
    if (device.sub === 'pro-1')
      await save({ office_name: `Office ${index}.${turn}`, session_location_type: 'in-person' });
    return;
  }
  const { id: office_location_id, body } = oneOf(random, offices);
  if (random.chance(0.4)) {
    const { office_name } = body;
    await save({ office_location_id, office_name, session_location_type: 'in-person', office_address_line1 });
    return;
  }
  const listed = { collection: 'appointment_series', index: 'scope', ...all };
  const series = await rangeSeen(replica, listed).catch(() => []);
  const isOfSeries = series.length > 0 && random.chance(0.6);
  const of = isOfSeries ? oneOf(random, series).id : oneOf(random, startAppointments);
  const collection = isOfSeries ? 'series_office' : 'session_office';
  const seen = await getSeen(replica, collection, `office.${of}`).catch(() => undefined);
  const base = { office_location_id: seen?.stamps['office_location_id'] ?? '' };
  if (isOfSeries) await device.mutate('series_office.say', { series_id: of, office_location_id }, { base });
  else await device.mutate('session_office.say', { appointment_id: of, office_location_id }, { base });
}

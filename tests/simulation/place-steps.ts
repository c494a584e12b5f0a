import { getSeen, rangeSeen } from '../../sync/client/read/reads.ts';
import { ownIn } from './oracle/expected-clients.ts';
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

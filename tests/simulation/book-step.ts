import { winterInstant, winterOffsets } from './oracle/winter-offsets.ts';
import { chartsBegun } from './professional-steps.ts';
import { oneOf, type StepContext } from './step-context.ts';

/** In one of these charts; else in one of the start, or one that was begun a moment ago. */
export async function bookSession(
  { device, random, index }: StepContext,
  among: readonly string[] = [],
): Promise<void> {
  // Several may be booked in one step.
  const number = index * 1_000_000 + random.below(1_000_000);
  const hour = String(8 + random.below(10)).padStart(2, '0');
  const day = String(1 + random.below(28)).padStart(2, '0');
  const local_start = `2027-01-${day}T${hour}:00`;
  const zone = oneOf(random, [...winterOffsets.keys()]);
  const begun = random.chance(0.5) ? await chartsBegun(device) : [];
  const charts = among.length > 0 ? among : begun;
  await device.mutate(
    'appointment.book',
    {
      chart_id: oneOf(random, charts.length > 0 ? charts : ['c1', 'c2']),
      appointment_type_label: `Session ${number}`,
      local_start,
      zone,
      minutes: 50,
      // Rarely by another table of time zones: the server's derivation stands.
      start: winterInstant(random.chance(0.9) ? local_start : `2027-01-${day}T${hour}:30`, zone),
      clinician: device.sub === 'desk-1' ? oneOf(random, ['pro-1', 'pro-2']) : device.sub,
      place: 'telehealth',
    },
    {},
  );
}

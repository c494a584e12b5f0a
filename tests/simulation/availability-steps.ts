import { getSeen, rangeSeen } from '../../sync/client/read/reads.ts';
import type { Json } from '../../sync/core/record.ts';
import type { SimDevice } from './sim-device.ts';
import { oneOf, type StepContext } from './step-context.ts';

interface Kind {
  readonly collection: 'availability_period' | 'availability_opening' | 'unavailability';
  readonly index: string;
  readonly idName: string;
  /** What of it one change sets. */
  readonly made: (random: StepContext['random']) => { readonly [name: string]: Json };
  readonly stamps: readonly string[];
}

const two = (number: number): string => String(number).padStart(2, '0');

const kinds: readonly Kind[] = [
  {
    collection: 'availability_period',
    index: 'clinician',
    idName: 'period_id',
    made: (random) => {
      const from = 60 * random.below(20);
      return { weekday: random.below(7), from, to: from + 60 * (1 + random.below(4)), zone: 'UTC' };
    },
    stamps: ['from', 'place', 'appointment_type_ids'],
  },
  {
    collection: 'availability_opening',
    index: 'clinician_start',
    idName: 'opening_id',
    made: (random) => {
      const local_start = `2027-01-${two(1 + random.below(28))}T${two(8 + random.below(9))}:00`;
      return { local_start, zone: 'UTC', minutes: 60 * (1 + random.below(3)), start: `${local_start}:00.000Z` };
    },
    stamps: ['start', 'place', 'appointment_type_ids'],
  },
  {
    collection: 'unavailability',
    index: 'clinician_from',
    idName: 'unavailability_id',
    made: (random) => {
      const day = 1 + random.below(20);
      return { from_date: `2027-01-${two(day)}`, to_date: `2027-01-${two(day + random.below(7))}`, zone: 'UTC' };
    },
    stamps: ['from_date'],
  },
];

/** When a clinician can be booked: said anew, changed over what is on the screen, taken out or brought back; mostly of oneself. */
export async function keepHours(context: StepContext): Promise<void> {
  const { random, devices } = context;
  const clinicians = devices.filter(({ sub }) => sub.startsWith('pro-'));
  const device = clinicians.length > 0 && random.chance(0.9) ? oneOf(random, clinicians) : context.device;
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    if (random.chance(0.2)) {
      const args = { practice_id: 'p1', buffer_minutes: random.below(120) };
      await device.mutate('booking_rules.save', args, { base: await rulesBase(device) });
    } else await keepOne(context, device);
  }
}

async function keepOne({ random }: StepContext, device: SimDevice): Promise<void> {
  const { replica } = device;
  if (!replica) return;
  const { collection, index, idName, made, stamps: names } = oneOf(random, kinds);
  const seen = await rangeSeen(replica, { collection, index, from: '', to: '~' }).catch(() => []);
  const practice = { practice_id: 'p1' };
  if (seen.length === 0 || random.chance(0.4)) {
    await device.mutate(`${collection}.save`, { ...practice, ...made(random) }, {});
    return;
  }
  const { id, stamps } = oneOf(random, seen);
  const base = Object.fromEntries([...names, 'removed'].map((name) => [name, stamps[name] ?? '']));
  const said = random.chance(0.3) ? { removed: random.chance(0.7) } : made(random);
  await device.mutate(`${collection}.save`, { ...practice, [idName]: id, ...said }, { base });
}

async function rulesBase({ replica, sub }: SimDevice): Promise<Readonly<Record<string, string>>> {
  const seen = replica && (await getSeen(replica, 'booking_rules', `booking.${sub}`).catch(() => undefined));
  return { buffer_minutes: seen?.stamps['buffer_minutes'] ?? '' };
}

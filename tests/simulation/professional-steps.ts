import { rangeSeen } from '../../sync/client/read/reads.ts';
import { wordsOf } from './note-steps.ts';
import type { SimDevice } from './sim-device.ts';
import { oneOf, type StepContext } from './step-context.ts';

const kinds = [
  { type: 'psychologist' },
  { type: 'social worker' },
  { type: 'physician', specialty: { specialty: 'Neurology', sub_specialty: 'Epilepsy' } },
] as const;

/** Mostly a clinician does, of herself; anybody else, and of a colleague's profession, is refused and told. */
export async function sayOfPractice({ devices, device, random, index }: StepContext): Promise<void> {
  const clinicians = devices.filter(({ sub }) => sub.startsWith('pro-'));
  const by = clinicians.length > 0 && random.chance(0.85) ? oneOf(random, clinicians) : device;
  // Known to all from the start: of each clinician there is one.
  const orchid_pro_type_id = `type.${random.chance(0.85) ? by.sub : 'pro-1'}`;
  const licenses = [{ conferring_entity: 'CO', license_number: `L-${index}` }] as const;
  const additional_office_locations = [{ office_name: `Office ${index}`, session_location_type: 'in-person' }] as const;
  const kind = oneOf(random, kinds);
  const tries: readonly (() => Promise<unknown>)[] = [
    () => by.mutate('professional_record.save', { office_city: `City ${index}`, agreed_to_terms_of_use: true }, {}),
    () => by.mutate('professional_record.save', { business_entity_name: `Business ${index}` }, {}),
    () => by.mutate('professional_record.save', { licenses }, {}),
    () => by.mutate('professional_record.save', { additional_office_locations }, {}),
    () =>
      by.mutate('account.set_timezone', { timezone: oneOf(random, ['UTC', 'Asia/Kathmandu', 'America/Denver']) }, {}),
    () => by.mutate('orchid_pro_type.create', kind, {}),
    () => by.mutate('orchid_pro_type.update', { orchid_pro_type_id, ...kind }, {}),
  ];
  await oneOf(random, tries)();
}

/** Of one or of two, with a network or without; now and then by who is no clinician, or where she is none: refused, and told. */
export async function beginChart({ device, random, index }: StepContext): Promise<void> {
  const first_name = wordsOf(device, index, random);
  const first = { first_name, last_name: `One ${index}` };
  const reached = { dob: '1990-01-02', phone_number: '3035550100', email: `client${index}@example.org` };
  const second = { first_name: wordsOf(device, index, random), last_name: 'Two', email: 'other@example.org' };
  const one = random.chance(0.6) ? { ...first, ...reached } : first;
  const people = random.chance(0.4) ? [one, second] : [one];
  const practice_id = random.chance(0.95) ? 'p1' : 'p2';
  await device.mutate('chart.create', { practice_id, people, timezone: 'Asia/Kathmandu' }, {}, first_name);
}

/** Charts that were begun since the schedule was, and whose cards stand on this screen. */
export async function chartsBegun({ replica }: SimDevice): Promise<readonly string[]> {
  if (!replica) return [];
  const cards = { collection: 'client_card', index: 'practice', from: '', to: '~' };
  const seen = await rangeSeen(replica, cards).catch(() => []);
  return seen.map(({ id }) => id).filter((id) => id !== 'c1' && id !== 'c2');
}

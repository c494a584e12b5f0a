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
    () => by.mutate('orchid_pro_type.create', kind, {}),
    () => by.mutate('orchid_pro_type.update', { orchid_pro_type_id, ...kind }, {}),
  ];
  await oneOf(random, tries)();
}

/** [S-197] */
export const providerTypes = ['physician', 'psychologist', 'social worker', 'therapist'] as const;
export type ProviderType = (typeof providerTypes)[number];

interface Specialty {
  readonly specialty: string;
  readonly sub_specialties: readonly string[];
}

/**
 * [S-198] What a physician here can be certified in, and what builds on it: certificates of the American Board of Psychiatry and
 * Neurology and of the American Board of Physical Medicine and Rehabilitation, by their published lists.
 */
export const physicianSpecialties: readonly Specialty[] = [
  {
    specialty: 'Psychiatry',
    sub_specialties: [
      'Addiction Psychiatry',
      'Brain Injury Medicine',
      'Child and Adolescent Psychiatry',
      'Consultation-Liaison Psychiatry',
      'Forensic Psychiatry',
      'Geriatric Psychiatry',
      'Hospice and Palliative Medicine',
      'Pain Medicine',
      'Sleep Medicine',
    ],
  },
  {
    specialty: 'Neurology',
    sub_specialties: [
      'Brain Injury Medicine',
      'Child Neurology',
      'Clinical Neurophysiology',
      'Epilepsy',
      'Hospice and Palliative Medicine',
      'Neurocritical Care',
      'Neurodevelopmental Disabilities',
      'Neuromuscular Medicine',
      'Pain Medicine',
      'Sleep Medicine',
      'Vascular Neurology',
    ],
  },
  {
    specialty: 'Physical Medicine and Rehabilitation',
    sub_specialties: [
      'Brain Injury Medicine',
      'Hospice and Palliative Medicine',
      'Neuromuscular Medicine',
      'Pain Medicine',
      'Pediatric Rehabilitation Medicine',
      'Spinal Cord Injury Medicine',
      'Sports Medicine',
    ],
  },
];

/** [S-297] Whether a type goes with what is said of a specialty: a physician names one of the list, anybody else none. */
export function isSpecialtyOf(type: ProviderType, { specialty, sub_specialty }: SpecialtyChoice): boolean {
  if (type !== 'physician') return specialty === '' && sub_specialty === '';
  const named = physicianSpecialties.find((one) => one.specialty === specialty);
  return named !== undefined && (sub_specialty === '' || named.sub_specialties.includes(sub_specialty));
}

export interface SpecialtyChoice {
  readonly specialty: string;
  readonly sub_specialty: string;
}

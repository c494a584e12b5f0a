/** [C-326 to C-332] How a professional is called, in thirteen ways. `MD/DO` stands for whatever degree she has. */
export const nameSchemas = [
  'First Name Last Name',
  'First Name',
  'Preferred First Name Last Name',
  'Preferred First Name',
  'Dr. First Name Last Name',
  'Dr. First Name',
  'Dr. Last Name',
  'Dr. Preferred First Name Last Name',
  'Dr. Preferred First Name',
  'First Name Last Name, MD/DO',
  'First Name, MD/DO',
  'Preferred First Name Last Name, MD/DO',
  'Preferred First Name, MD/DO',
] as const;
export type NameSchema = (typeof nameSchemas)[number];

/** Degrees that title laws let somebody be called "Dr." for. */
export const doctoralDegrees = ['MD', 'DO', 'PhD', 'PsyD', 'EdD', 'DSW', 'DNP', 'DMFT'] as const;

const suffix = ', MD/DO';

/** [D-29] Whether this way of being called says that somebody has a doctoral degree. */
export function asksForDoctorate(schema: NameSchema): boolean {
  return schema.startsWith('Dr. ') || schema.endsWith(suffix);
}

export function isDoctoral(degree: string): boolean {
  return doctoralDegrees.some((one) => one === degree);
}

export interface NameParts {
  readonly first_name: string;
  readonly last_name: string;
  /** Empty: the first name. */
  readonly preferred_first_name: string;
  /** Empty: a format with a degree leaves it out. */
  readonly medical_degree: string;
}

/** What a professional is called by this format. */
export function displayName(schema: NameSchema, parts: NameParts): string {
  const preferred = parts.preferred_first_name === '' ? parts.first_name : parts.preferred_first_name;
  const plain = schema.endsWith(suffix) ? schema.slice(0, -suffix.length) : schema;
  const words: Readonly<Record<string, string>> = {
    'Preferred First Name': preferred,
    'First Name': parts.first_name,
    'Last Name': parts.last_name,
  };
  const name = plain.replaceAll(/Preferred First Name|First Name|Last Name/g, (part) => words[part] ?? '').trim();
  return plain === schema || parts.medical_degree === '' ? name : `${name}, ${parts.medical_degree}`;
}

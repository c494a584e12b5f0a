import { describe, expect, test } from 'vitest';
import { asksForDoctorate, displayName, isDoctoral, nameSchemas, type NameSchema } from './display-name.ts';

const parts = { first_name: 'Elizabeth', last_name: 'Lind', preferred_first_name: 'Liz', medical_degree: 'MD' };

/** Written by hand, format by format. */
const table: readonly (readonly [NameSchema, string])[] = [
  ['First Name Last Name', 'Elizabeth Lind'],
  ['First Name', 'Elizabeth'],
  ['Preferred First Name Last Name', 'Liz Lind'],
  ['Preferred First Name', 'Liz'],
  ['Dr. First Name Last Name', 'Dr. Elizabeth Lind'],
  ['Dr. First Name', 'Dr. Elizabeth'],
  ['Dr. Last Name', 'Dr. Lind'],
  ['Dr. Preferred First Name Last Name', 'Dr. Liz Lind'],
  ['Dr. Preferred First Name', 'Dr. Liz'],
  ['First Name Last Name, MD/DO', 'Elizabeth Lind, MD'],
  ['First Name, MD/DO', 'Elizabeth, MD'],
  ['Preferred First Name Last Name, MD/DO', 'Liz Lind, MD'],
  ['Preferred First Name, MD/DO', 'Liz, MD'],
];

describe('how a professional is called', () => {
  test.each(table)('[C-326, C-327, C-328, C-329, C-330, C-331, S-167] “%s” gives “%s”', (schema, name) => {
    expect(displayName(schema, parts)).toBe(name);
  });

  test('[C-332] there are 13 formats, each of them once', () => {
    expect(nameSchemas).toHaveLength(13);
    expect(new Set(nameSchemas)).toEqual(new Set(table.map(([schema]) => schema)));
  });

  test('without a preferred name the first name stands there, without a degree nothing stands behind the name', () => {
    const bare = { ...parts, preferred_first_name: '', medical_degree: '' };
    expect(displayName('Dr. Preferred First Name Last Name', bare)).toBe('Dr. Elizabeth Lind');
    expect(displayName('Preferred First Name, MD/DO', bare)).toBe('Elizabeth');
    expect(displayName('First Name Last Name', { ...bare, last_name: '' })).toBe('Elizabeth');
  });

  test('a name that looks like a part of a format stays as it is', () => {
    const odd = { ...parts, first_name: 'Last Name', last_name: '$& First Name' };
    expect(displayName('First Name Last Name, MD/DO', odd)).toBe('Last Name $& First Name, MD');
  });
});

test('a doctorate is asked for by every format with a title or a degree, and had by who has one of those degrees', () => {
  const asking = table.filter(([, name]) => /^Dr\. |, MD$/.test(name)).map(([schema]) => schema);
  expect(nameSchemas.filter((schema) => asksForDoctorate(schema))).toEqual(asking);
  for (const degree of ['MD', 'DO', 'PhD', 'PsyD', 'DNP']) expect([degree, isDoctoral(degree)]).toEqual([degree, true]);
  for (const degree of ['', 'LCSW', 'MA', 'md', 'MSW']) expect([degree, isDoctoral(degree)]).toEqual([degree, false]);
});

import * as v from 'valibot';
import { expect, test } from 'vitest';
import { memberSchema, professionalSchema } from './register-schema.ts';

const professional = {
  firstName: 'Vera',
  lastName: 'Lind',
  email: 'vera@practice.test',
  password: 'Tall-grass-42',
  repeated: 'Tall-grass-42',
  agreed: true,
};
const tooLong = 'x'.repeat(101);

test.each([
  [professionalSchema, { ...professional, firstName: tooLong }, 'At most 100 characters'],
  [professionalSchema, { ...professional, lastName: tooLong }, 'At most 100 characters'],
  [professionalSchema, { ...professional, firstName: ' ' }, 'Please enter your first name'],
  [memberSchema, { ...professional, firstName: tooLong }, 'At most 100 characters'],
])('a name that is too long is not called missing: %#', (schema, values, words) => {
  expect(v.safeParse(schema, values).issues?.map(({ message }) => message)).toEqual([words]);
});

const agreement = 'Please confirm that you are over 18 and agree';

test.each([
  [professionalSchema, { ...professional, repeated: 'Tall-grass-43' }, 'repeated', 'Passwords do not match'],
  [professionalSchema, { ...professional, repeated: '' }, 'repeated', 'Please confirm your password'],
  [professionalSchema, { ...professional, agreed: false }, 'agreed', agreement],
  [memberSchema, { ...professional, agreed: false }, 'agreed', agreement],
  [professionalSchema, { ...professional, email: 'vera' }, 'email', 'Please enter a valid email'],
])('what is not right is said under its field: %#', (schema, values, field, words) => {
  const { issues = [] } = v.safeParse(schema, values);
  expect(issues.map(({ path, message }) => [path?.[0].key, message])).toEqual([[field, words]]);
});

test('what is right is taken', () => {
  expect(v.is(professionalSchema, professional)).toBe(true);
  expect(v.is(memberSchema, professional)).toBe(true);
});

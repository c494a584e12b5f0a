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

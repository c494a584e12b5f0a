import * as v from 'valibot';
import { expect, test } from 'vitest';
import { defineCollection } from './define.ts';
import { faceOf, type PublicFace } from './public-face.ts';

const person = defineCollection({
  name: 'person',
  shape: 1,
  body: v.object({ name: v.string(), dob: v.string(), is_open: v.boolean() }),
  readers: {},
  indexes: {},
  at: () => '',
  clinical: false,
});
type Body = v.InferOutput<typeof person.body>;
const face = v.strictObject({ name: v.string() });
const open: PublicFace<Body, { name: string }> = {
  collection: person,
  face,
  of: ({ is_open, name }) => (is_open ? { name } : null),
};
const ada: Body = { name: 'Ada', dob: '1815-12-10', is_open: true };

test('[AC-8] an open record shows what its face names, a closed one nothing', () => {
  expect(faceOf(open, ada)).toEqual({ name: 'Ada' });
  expect(faceOf(open, { ...ada, is_open: false })).toBeNull();
});

test('[AC-8] what would say more than the face says nothing at all', () => {
  const leaky: PublicFace<Body, { name: string }> = { ...open, of: ({ name, dob }) => ({ name, dob }) };
  expect(() => faceOf(leaky, ada)).toThrow();
});

import * as v from 'valibot';
import { expect, test } from 'vitest';
import { changesOf, contactSchema, differing, nobody, seenOf, type ContactValues } from './contact-form.ts';

const body = { kind: 'referrer', name: 'Zoë Marsh', phone_number: '303 555 0100', modify_datetime: '' } as const;
const begun = seenOf({ body, stamps: { kind: 'k1', name: 'n1', phone_number: 'p1' } });
const saying = (facts: Partial<ContactValues>) => v.parse(contactSchema, { ...begun.texts, seen: begun, ...facts });

test('only what was typed anew is sent, each fact over the version that was on screen', () => {
  expect(changesOf(saying({ phone_number: ' 303 555 0199 ', email: 'zoe@harbor.test' }))).toEqual({
    changed: { phone_number: '303 555 0199', email: 'zoe@harbor.test' },
    base: { phone_number: 'p1', email: '' },
  });
  expect(changesOf(saying({}))).toEqual({ changed: {}, base: {} });
});

test('after a look at what another device said, only one’s own facts go over it; what both said the same is said', () => {
  const now = seenOf({
    body: { ...body, phone_number: '303 555 0777', organization: 'Harbor Clinic', email: 'zoe@harbor.test' },
    stamps: { kind: 'k1', name: 'n1', phone_number: 'p2', organization: 'o2', email: 'e2' },
  });
  const said = saying({ phone_number: '303 555 0199', email: 'zoe@harbor.test' });
  expect(changesOf(said, now)).toEqual({
    changed: { phone_number: '303 555 0199' },
    base: { phone_number: 'p2' },
  });
  expect(differing(begun.texts, now.texts)).toEqual(['organization', 'phone_number', 'email']);
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ kind: '' }, 'kind'],
  [{ email: 'zoe at harbor' }, 'email'],
  [{ phone_number: 'abc' }, 'phone_number'],
  [{ phone_number: '000-000-0000' }, 'phone_number'],
  [{ remark: 'x'.repeat(1001) }, 'remark'],
] as const)('%o is said by its field', (wrong, field) => {
  const parsed = v.safeParse(contactSchema, { ...begun.texts, seen: begun, ...wrong });
  expect(parsed.issues?.map((issue) => v.getDotPath(issue))).toEqual([field]);
});

test('a number that stood there before numbers were looked at may stay', () => {
  const old = seenOf({ body: { ...body, phone_number: 'by his desk' }, stamps: {} });
  expect(v.is(contactSchema, { ...old.texts, seen: old, email: 'zoe@harbor.test' })).toBe(true);
});

test('a new one says everything, and names no version', () => {
  const said = v.parse(contactSchema, { ...nobody.texts, kind: 'other', name: 'Ida', seen: nobody });
  expect(changesOf(said).changed).toEqual({ kind: 'other', name: 'Ida' });
});

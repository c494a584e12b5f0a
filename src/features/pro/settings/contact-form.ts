import * as v from 'valibot';
import { contactKinds, type Contact } from '../../../../sync/collections/contact.ts';
import { emailLine } from '../../../../sync/collections/values.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { atMost } from '../../../forms/field-rules.ts';
import { isPhone, noPhone } from '../../../forms/phone.ts';
import { factNames, factWords, type Fact } from './contact-words.ts';

const missing = errorTexts.invalid_arguments;
const line = v.pipe(v.string(), v.trim(), atMost(300));
const texts = v.object({
  kind: v.string(),
  name: v.string(),
  organization: v.string(),
  phone_number: v.string(),
  email: v.string(),
  remark: v.string(),
});
export type ContactTexts = v.InferOutput<typeof texts>;

/** A contact as somebody saw it: what it said, and the version of each fact. */
const seen = v.object({ texts, stamps: v.record(v.string(), v.string()) });
export type SeenContact = v.InferOutput<typeof seen>;

const contactFields = v.object({
  kind: v.pipe(v.string(), v.picklist(contactKinds, missing)),
  name: v.pipe(v.string(), v.trim(), v.minLength(1, missing), atMost(100)),
  organization: line,
  phone_number: line,
  email: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || v.is(emailLine, text), 'Please enter a valid email'),
  ),
  remark: v.pipe(v.string(), v.trim(), atMost(1000)),
  /** Kept with what is typed: what is taken up again later is still said over what was on screen when it was begun. */
  seen,
});

/** What stood there may stay, however it was written. */
export const contactSchema = v.pipe(
  contactFields,
  v.forward(
    v.partialCheck(
      [['phone_number'], ['seen']],
      ({ phone_number, seen }) =>
        phone_number === '' || phone_number === seen.texts.phone_number || isPhone(phone_number),
      noPhone,
    ),
    ['phone_number'],
  ),
);
export type ContactValues = v.InferInput<typeof contactSchema>;
export type ContactSaid = v.InferOutput<typeof contactSchema>;

export const contactFormWords = { ...factWords, seen: '' } as const;

export const nobody: SeenContact = {
  texts: { kind: '', name: '', organization: '', phone_number: '', email: '', remark: '' },
  stamps: {},
};

/** A contact as a form shows it. */
export function seenOf(record: {
  readonly body: Contact;
  readonly stamps: Readonly<Record<string, string>>;
}): SeenContact {
  const { body, stamps } = record;
  return {
    texts: {
      kind: body.kind,
      name: body.name,
      organization: body.organization ?? '',
      phone_number: body.phone_number ?? '',
      email: body.email ?? '',
      remark: body.remark ?? '',
    },
    stamps,
  };
}

/** The facts of which two sayings differ. */
export function differing(one: Partial<ContactTexts>, other: ContactTexts): readonly Fact[] {
  return factNames.filter((name) => one[name] !== undefined && one[name] !== other[name]);
}

/**
 * What somebody changes, and over which versions: the facts that she typed anew since she began, but for those that say so already.
 * `now`: what she has looked at since; else what she began with.
 */
export function changesOf(said: ContactSaid, now: SeenContact = said.seen) {
  const { seen: begun, ...facts } = said;
  const names = differing(facts, begun.texts).filter((name) => facts[name] !== now.texts[name]);
  const changed: Partial<Omit<ContactSaid, 'seen'>> = { ...facts };
  for (const name of factNames) if (!names.includes(name)) Reflect.deleteProperty(changed, name);
  return { changed, base: Object.fromEntries(names.map((name) => [name, now.stamps[name] ?? ''])) };
}

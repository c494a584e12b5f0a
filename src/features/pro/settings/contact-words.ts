import { contactKinds } from '../../../../sync/collections/contact.ts';

export type ContactKind = (typeof contactKinds)[number];

/** What somebody is to the practice. */
export const kindWords: Readonly<Record<ContactKind, string>> = {
  referrer: 'Referrer',
  clinician: 'Other clinician',
  emergency: 'Emergency',
  other: 'Other',
};

/** All of a kind. */
export const kindsWords: Readonly<Record<ContactKind, string>> = {
  referrer: 'Referrers',
  clinician: 'Other clinicians',
  emergency: 'Emergency',
  other: 'Others',
};

/** What is said of a contact, in the order in which it is asked, and what each fact is called. */
export const factWords = {
  kind: 'Kind',
  name: 'Name',
  organization: 'Organization',
  phone_number: 'Phone',
  email: 'Email',
  remark: 'Remark',
} as const;
export type Fact = keyof typeof factWords;
export const factNames = Object.keys(factWords) as readonly Fact[];

/** Whether a text, of a form or of an earlier change, is one of the kinds. */
export function isKind(text: string): text is ContactKind {
  return contactKinds.some((kind) => kind === text);
}

import * as v from 'valibot';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import type { ContactTexts } from './contact-form.ts';
import { factNames } from './contact-words.ts';

const change = v.object({
  contact_id: v.optional(v.string()),
  kind: v.optional(v.string()),
  name: v.optional(v.string()),
  organization: v.optional(v.string()),
  phone_number: v.optional(v.string()),
  email: v.optional(v.string()),
  remark: v.optional(v.string()),
});

/** A change to a contact, or a new one, that was refused after it had been made here. */
export interface RefusedContact {
  readonly item: AttentionItem;
  /** Null: it was a new one. */
  readonly contactId: string | null;
  /** What it said of the contact; nothing where it only removed it or brought it back. */
  readonly said: Partial<ContactTexts>;
}

/** Those among refused changes that can be read. */
export function refusedContacts(items: readonly AttentionItem[]): readonly RefusedContact[] {
  return items.flatMap((item) => {
    const parsed = v.safeParse(change, item.args);
    if (item.name !== 'contact.save' || !parsed.success) return [];
    const { contact_id, ...facts } = parsed.output;
    const said: Partial<ContactTexts> = {};
    for (const name of factNames) if (facts[name] !== undefined) said[name] = facts[name];
    return [{ item, contactId: contact_id ?? null, said }];
  });
}

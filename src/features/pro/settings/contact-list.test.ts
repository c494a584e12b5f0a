import { expect, test } from 'vitest';
import type { Contact } from '../../../../sync/collections/contact.ts';
import { wantedContacts } from './contact-list.ts';

const contact = (id: string, facts: Pick<Contact, 'name' | 'kind'> & Partial<Contact>) => ({
  id,
  body: { modify_datetime: '2026-11-25T10:00:00.000Z', ...facts },
});
const all = [
  contact('1', { name: 'Zoë Marsh', kind: 'referrer', organization: 'Harbor Clinic' }),
  contact('2', { name: 'Åse Berg', kind: 'clinician' }),
  contact('3', { name: 'Crisis line', kind: 'emergency', organization: 'County of Denver' }),
];
const names = (query: string, kind: Parameters<typeof wantedContacts>[1]['kind'] = 'all') =>
  wantedContacts(all, { query, kind }).map(({ body }) => body.name);

test.each([
  ['', 'all', ['Åse Berg', 'Crisis line', 'Zoë Marsh']],
  ['zoe', 'all', ['Zoë Marsh']],
  ['harb', 'all', ['Zoë Marsh']],
  ['den cri', 'all', ['Crisis line']],
  ['arsh', 'all', []],
  ['', 'clinician', ['Åse Berg']],
  ['zoe', 'clinician', []],
] as const)('[C-158] looked for by “%s” among %s', (query, kind, found) => {
  expect(names(query, kind)).toEqual(found);
});

import { expect, test } from 'vitest';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { refusedContacts } from './refused-contacts.ts';

const item = (uid: string, args: AttentionItem['args'], name = 'contact.save'): AttentionItem => ({
  uid,
  name,
  at: '2026-11-25T10:00:00.000Z',
  kind: 'rejected',
  code: 'changed_meanwhile',
  message: 'This was changed elsewhere meanwhile.',
  args,
});

test('of what was refused, the changes to contacts: whose they are and what they said', () => {
  const phone = item('1', { practice_id: 'p1', contact_id: 'c1', phone_number: '303 555 0199' });
  const removal = item('2', { practice_id: 'p1', contact_id: 'c2', removed: true });
  const anew = item('3', { practice_id: 'p1', kind: 'other', name: 'Ida' });
  const foreign = item('4', { chart_id: 'k1' }, 'chart.view');
  const unreadable = item('5', 'nothing of the kind');
  expect(refusedContacts([phone, removal, anew, foreign, unreadable])).toEqual([
    { item: phone, contactId: 'c1', said: { phone_number: '303 555 0199' } },
    { item: removal, contactId: 'c2', said: {} },
    { item: anew, contactId: null, said: { kind: 'other', name: 'Ida' } },
  ]);
});

import { expect, test } from 'vitest';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import type { Json } from '../../../../sync/core/record.ts';
import { refusedInvites } from './refused-invites.ts';

const item = (uid: string, name: string, args: Json): AttentionItem => ({
  uid,
  name,
  at: '2026-11-24T09:00:00.000Z',
  kind: 'rejected',
  code: 'no_email',
  message: '',
  args,
});

test('invites of this chart that were refused, and where to', () => {
  const all = [
    item('a', 'chart.invite', { chart_id: 'c1', email: 'ada@home.invalid', way: 'mail', person_id: 'p' }),
    item('b', 'chart.invite', { chart_id: 'c2', email: 'ada@home.invalid', way: 'mail', person_id: 'p' }),
    item('c', 'chart.withdraw_invite', { chart_id: 'c1', invite_id: 'i' }),
    item('d', 'chart.invite', { chart_id: 'c1', way: 'paper', person_id: 'p' }),
    item('e', 'chart.invite', null),
  ];
  expect(refusedInvites(all, 'c1').map(({ item: { uid }, email }) => [uid, email])).toEqual([
    ['a', 'ada@home.invalid'],
    ['d', null],
  ]);
});

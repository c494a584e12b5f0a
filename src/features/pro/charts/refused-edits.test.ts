import { expect, test } from 'vitest';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { refusedEdits } from './refused-edits.ts';

const edit = (uid: string, at: string, chart_id = 'c1') =>
  ({
    uid,
    at,
    name: 'chart_person.edit',
    args: { chart_id, person_id: 'c1.1', email: uid },
  }) as unknown as AttentionItem;

test('[CH-2] the refused changes of a chart, the newest last, in whatever order the device hands them over', () => {
  const all = [
    edit('a', '2026-11-25T10:00:00.000Z'),
    edit('d', '2026-11-25T09:00:00.000Z'),
    edit('c', '2026-11-25T09:00:00.000Z'),
    edit('b', '2026-11-25T08:00:00.000Z'),
    edit('e', '2026-11-25T11:00:00.000Z', 'c2'),
  ];
  expect(refusedEdits(all, 'c1').map(({ item }) => item.uid)).toEqual(['b', 'c', 'd', 'a']);
});

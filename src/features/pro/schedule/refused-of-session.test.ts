import { expect, test } from 'vitest';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import type { Json } from '../../../../sync/core/record.ts';
import { refusedOfSession } from './refused-of-session.ts';

function refused(uid: string, name: string, args: Json, hour = 9): AttentionItem {
  const at = `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`;
  return { uid, name, at, kind: 'rejected', code: 'conflicting_session', message: 'Taken.', args };
}

test('a session tells its own refused changes, oldest first: not another one’s, and not those of its note', () => {
  const items = [
    refused('late', 'appointment.restore', { appointment_id: 'a1' }, 15),
    refused('early', 'appointment.cancel', { appointment_id: 'a1' }, 8),
    refused('other', 'appointment.restore', { appointment_id: 'a2' }),
    refused('note', 'note.edit', { appointment_id: 'a1' }),
    refused('lost', 'appointment.restore', null),
    refused('list', 'appointment.restore', ['a1']),
  ];
  expect(refusedOfSession(items, 'a1').map(({ uid }) => uid)).toEqual(['early', 'late']);
});

import { expect, test } from 'vitest';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import type { Json } from '../../../../sync/core/record.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { movedAgain, refusedMove, refusedOfSession } from './refused-of-session.ts';

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

test('who did not come to a session whose note is signed is refused on the page of that session', () => {
  const signed = {
    ...refused('n', 'appointment.mark_no_show', { appointment_id: 'a1', who: 'client' }),
    code: 'session_signed',
  };
  expect(refusedOfSession([signed], 'a1')).toEqual([signed]);
  expect(refusedMove(signed, sessionOf('a1', {}))).toBeNull();
});

test('a free time takes the place of the one that was refused, and all else that was said is said again', () => {
  const session = { ...sessionOf('a1', {}), stamps: { start: 's9', price_cents: 's7' } };
  const args = {
    appointment_id: 'a1',
    price_cents: 12_000,
    appointment_type_label: 'Couple',
    kind: null,
    billing_type: 'self pay',
    place: 'outside',
    local_start: '2026-11-22T09:00',
    zone: 'UTC',
    minutes: 80,
    start: '2026-11-22T09:00:00.000Z',
    force_book_over_blocked: true,
  };
  const item = { ...refused('u', 'appointment.edit', args), base: { start: 's1', price_cents: 'p1', place: 'p2' } };
  const move = refusedMove(item, session);
  const free = { local_start: '2026-11-22T11:00', start: '2026-11-22T11:00:00.000Z' };
  const { force_book_over_blocked: _over, ...said } = args;
  expect(move && movedAgain(move, free, session)).toEqual({
    args: { ...said, ...free },
    base: { start: 's9', price_cents: 'p1', place: 'p2' },
  });
});

test('a length alone that was refused is asked for at the time that the session has', () => {
  const session = sessionOf('a1', {});
  const move = refusedMove(refused('u', 'appointment.edit', { appointment_id: 'a1', minutes: 90 }), session);
  expect(move?.time).toEqual({
    local_start: '2026-11-21T09:00',
    zone: 'UTC',
    minutes: 90,
    start: '2026-11-21T09:00:00.000Z',
  });
  for (const args of [{ appointment_id: 'a1', place: 'outside' }, { appointment_id: 'a1', minutes: 'long' }, null])
    expect(refusedMove(refused('u', 'appointment.edit', args), session)).toBeNull();
});

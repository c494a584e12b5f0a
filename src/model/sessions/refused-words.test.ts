import { expect, test } from 'vitest';
import type { AttentionItem } from '../../../sync/client/api.ts';
import { saidBeside, withoutWords, wordsBeside } from './refused-words.ts';

const item = (uid: string, more: Partial<AttentionItem>): AttentionItem => ({
  uid,
  name: 'session_place.say',
  at: '2026-11-24T15:00:00.000Z',
  kind: 'rejected',
  code: 'depends_on_refused',
  message: '',
  args: { appointment_id: 'a1', client_state: 'WA' },
  base: { client_state: '', start: 'b1' },
  ...more,
});
const booking = item('b1', { name: 'appointment.book', code: 'conflicting_session', args: {}, base: {} });
const uids = (items: readonly AttentionItem[]) => items.map(({ uid }) => uid);
const besides = (items: readonly AttentionItem[]) => uids(wordsBeside('b1', items).map((word) => word.item));

test('[CA-13] what was said with a refused booking waits beside it, and is nothing by itself', () => {
  const office = item('office', {
    name: 'session_office.say',
    at: '2026-11-24T14:00:00.000Z',
    args: { appointment_id: 'a1', office_location_id: 'oak' },
  });
  const all = [booking, item('place', { args: { client_state: 'WA', license_reason: 'PSYPACT' } }), office];
  expect(uids(withoutWords(all))).toEqual(['b1']);
  expect(besides(all)).toEqual(['office', 'place']);
  expect(saidBeside(wordsBeside('b1', all))).toEqual({
    office_location_id: 'oak',
    client_state: 'WA',
    license_reason: 'PSYPACT',
  });
  expect(wordsBeside('another', all)).toEqual([]);
});

test('[CA-12] of a series likewise, and also where it was refused long after its booking', () => {
  const series = item('b1', { name: 'appointment_series.book', args: {}, base: {} });
  const place = item('place', { name: 'series_place.say', args: { series_id: 's1', client_state: 'WA' } });
  const office = item('office', {
    name: 'series_office.say',
    code: 'not_found',
    args: { series_id: 's1', office_location_id: 'elm' },
  });
  expect(besides([series, place, office])).toEqual(['place', 'office']);
});

test.each([
  ['whose booking stands, and that followed something else that was refused', {}, []],
  ['whose booking stands, of which there is no session any more', { code: 'not_found' }, []],
  ['that follows another change than a booking', {}, [item('b1', { name: 'appointment.edit', base: {} })]],
  ['that was said at the check-in', { base: { client_state: 's1' } }, [booking]],
  ['that names no version', { base: {} }, [booking]],
  ['that was refused for another reason', { code: 'changed_meanwhile' }, [booking]],
  ['of another kind', { name: 'appointment.edit' }, [booking]],
  ['that only a newer build reads', { args: { client_state: 'XX' } }, [booking]],
] as const)('what waits for the person by itself: one %s', (_which, more, others) => {
  const all = [...others, item('one', more)];
  expect(uids(withoutWords(all))).toContain('one');
  expect(besides(all)).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import type { AttentionItem, MutateOptions, MutateResult } from '../../../sync/client/api.ts';
import type { OrchidClient } from '../../lib/model.ts';
import { bookAgain, letGoOf, sayBooked, sayBookedOffice, sayBookedPlace, wordsOfRefused } from './booked-place.ts';

const said = { client_state: 'WA', license_reason: 'PSYPACT' } as const;

function refused(uid: string, more: Partial<AttentionItem> = {}): AttentionItem {
  return {
    uid,
    name: 'session_place.say',
    at: '2026-11-24T15:00:00.000Z',
    kind: 'rejected',
    code: 'depends_on_refused',
    message: '',
    args: { appointment_id: 'a1', client_state: 'WA' },
    base: { client_state: '', start: 'b1' },
    ...more,
  };
}
const booking = refused('b1', { name: 'appointment.book', code: 'conflicting_session', args: {}, base: {} });
const typed = refused('typed', { args: { appointment_id: 'a1', ...said } });
const office = refused('office', {
  name: 'session_office.say',
  args: { appointment_id: 'a1', office_location_id: 'oak' },
});

const notSaved: MutateResult = { kind: 'not-saved', reason: 'storage', message: 'Not saved on this device' };
const rejected: MutateResult = { kind: 'rejected', code: 'not_found', message: 'It is not there' };

/** A device on which these need attention, and how it answers a change of some name; else it is saved, and what it replaces goes. */
function device(first: readonly AttentionItem[], answers: Readonly<Record<string, MutateResult>> = {}) {
  let items = first;
  const calls: unknown[] = [];
  const dismiss = async (uid: string): Promise<void> => {
    items = items.filter((one) => one.uid !== uid);
  };
  const client = {
    attention: async () => items,
    dismiss,
    mutate: async (name: string, args: unknown, options: MutateOptions = {}): Promise<MutateResult> => {
      calls.push([name, args, options]);
      const answer = answers[name] ?? { kind: 'saved', uid: 'u9', ids: ['a2'], requested: false };
      if (answer.kind === 'saved' && options.replaces !== undefined) await dismiss(options.replaces);
      return answer;
    },
  } as unknown as OrchidClient;
  const book = (): Promise<MutateResult> =>
    client.mutate('appointment.book', {} as never, { owner: 'pro-1', replaces: 'b1' });
  return {
    client,
    calls,
    again: (one: AttentionItem = booking) => bookAgain(client, { refused: one, owner: 'pro-1' }, book),
    names: () => calls.map((call) => (call as readonly string[])[0]),
    left: () => items.map(({ uid }) => uid),
  };
}

describe('a refused booking that is booked again', () => {
  test('says again what was said with it, in the place of that; also after a lock or a reload, since it is read where it waits', async () => {
    const { again, calls, left } = device([booking, typed, office]);
    expect(await again()).toMatchObject({ kind: 'saved' });
    const [, ...words] = calls;
    expect(words).toEqual([
      [
        'session_office.say',
        { appointment_id: 'a2', office_location_id: 'oak' },
        { owner: 'pro-1', base: { office_location_id: '', start: 'u9' }, replaces: 'office' },
      ],
      [
        'session_place.say',
        { appointment_id: 'a2', ...said },
        { owner: 'pro-1', base: { client_state: '', start: 'u9' }, replaces: 'typed' },
      ],
    ]);
    expect(left()).toEqual([]);
  });

  test('[CA-12] a series says it of the series', async () => {
    const series = { ...booking, name: 'appointment_series.book' };
    const place = { ...typed, name: 'series_place.say', args: { series_id: 's1', ...said } };
    const { again, calls, left } = device([series, place]);
    await again(series);
    expect(calls.at(-1)).toMatchObject(['series_place.say', { series_id: 'a2', ...said }, { replaces: 'typed' }]);
    expect(left()).toEqual([]);
  });

  test.each([
    ['was not saved', notSaved],
    ['was refused', rejected],
  ])('keeps what %s, and lets the rest go', async (_how, answer) => {
    const { again, left } = device([booking, typed, office], { 'session_place.say': answer });
    expect(await again()).toMatchObject({ kind: 'saved' });
    expect(left()).toEqual(['typed']);
    const both = { 'session_place.say': answer, 'session_office.say': answer };
    const other = device([booking, typed, office, refused('older', { at: '2026-11-24T14:00:00.000Z' })], both);
    await other.again();
    expect(other.left()).toEqual(['typed', 'office', 'older']);
  });

  test('stays with all of it where it is refused again, or where what waits cannot be read', async () => {
    const { again, names, left } = device([booking, typed, office], { 'appointment.book': rejected });
    expect(await again()).toBe(rejected);
    expect(names()).toEqual(['appointment.book']);
    expect(left()).toEqual(['b1', 'typed', 'office']);
    const other = device([booking, typed]);
    const unread = Object.assign(other.client, { attention: () => Promise.reject(new Error('not now')) });
    await expect(bookAgain(unread, { refused: booking, owner: 'pro-1' }, async () => rejected)).rejects.toThrow();
    expect(other.calls).toEqual([]);
  });

  test('says nothing of what stands by itself', async () => {
    const { again, names, left } = device([booking, { ...office, base: { start: 'a booking that was applied' } }]);
    await again();
    expect([names(), left()]).toEqual([['appointment.book'], ['office']]);
  });
});

describe('where it is looked at again and answered anew', () => {
  const now = { of: { appointment_id: 'a2' }, uid: 'u9', owner: 'pro-1' };

  test('what nobody says any more goes with it, but never a text that somebody typed', async () => {
    const one = device([booking, office, refused('state alone')]);
    await sayBooked(one.client, now, {}, await wordsOfRefused(one.client, 'b1'));
    expect([one.calls, one.left()]).toEqual([[], ['b1']]);
    const other = device([booking, office, typed]);
    await sayBooked(other.client, now, {}, await wordsOfRefused(other.client, 'b1'));
    expect(other.left()).toEqual(['b1', 'typed']);
  });

  test('of two texts that somebody typed, the one that is not said again stays', async () => {
    const other = refused('other words', { args: { appointment_id: 'a1', ...said, license_reason: 'A permit' } });
    const { client, left } = device([booking, typed, other, refused('state alone')]);
    const words = await wordsOfRefused(client, 'b1');
    await sayBooked(client, now, { client_state: 'OR', license_reason: 'A permit' }, words);
    expect(left().toSorted()).toEqual(['b1', 'typed']);
    const again = device([booking, typed, refused('state alone')]);
    await sayBooked(again.client, now, said, await wordsOfRefused(again.client, 'b1'));
    expect(again.left()).toEqual(['b1']);
  });

  test('what is said in other words takes the place of what was said', async () => {
    const { client, calls, left } = device([booking, typed]);
    const words = await wordsOfRefused(client, 'b1');
    const result = await sayBooked(client, now, { client_state: 'OR', license_reason: '' }, words);
    expect(result).toMatchObject({ office: null, place: { kind: 'saved' } });
    expect(calls).toMatchObject([['session_place.say', { client_state: 'OR' }, { replaces: 'typed' }]]);
    expect(left()).toEqual(['b1']);
  });
});

test('who lets go of a refused booking lets go of what was said with it, the booking first; of anything else alone', async () => {
  const { client, left } = device([booking, typed, office, refused('other', { base: { start: 'b2' } })]);
  const gone: string[] = [];
  const { dismiss } = client;
  const noting = Object.assign(client, {
    dismiss: async (uid: string) => {
      gone.push(uid);
      await dismiss(uid);
    },
  });
  await letGoOf(noting, 'other');
  expect(gone).toEqual(['other']);
  await letGoOf(noting, 'b1');
  expect(gone[1]).toBe('b1');
  expect(left()).toEqual([]);
});

test('it is said over the session as its booking made it', async () => {
  const { client, calls } = device([]);
  const booked = { of: { appointment_id: 'a1' }, uid: 'u8', owner: 'pro-1' };
  await sayBookedPlace(client, booked, { client_state: 'WA', license_reason: '' });
  await sayBookedPlace(client, booked, said);
  await sayBookedPlace(client, { ...booked, of: { series_id: 's1' } }, said);
  await sayBookedOffice(client, booked, 'oak');
  await sayBookedOffice(client, { ...booked, of: { series_id: 's1' } }, 'oak');
  const options = { owner: 'pro-1', base: { client_state: '', start: 'u8' } };
  const over = { owner: 'pro-1', base: { office_location_id: '', start: 'u8' } };
  expect(calls).toEqual([
    ['session_place.say', { appointment_id: 'a1', client_state: 'WA' }, options],
    ['session_place.say', { appointment_id: 'a1', ...said }, options],
    ['series_place.say', { series_id: 's1', ...said }, options],
    ['session_office.say', { appointment_id: 'a1', office_location_id: 'oak' }, over],
    ['series_office.say', { series_id: 's1', office_location_id: 'oak' }, over],
  ]);
});

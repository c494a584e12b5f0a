import { expect, test, vi } from 'vitest';
import type { AttentionItem, MutateOptions, SessionState } from '../../../sync/client/api.ts';
import { Value } from '../../../sync/client/observable.ts';
import type { OrchidClient } from '../../lib/model.ts';
import {
  placeOfRefused,
  sayBookedOffice,
  sayBookedPlace,
  sayRefusedAgain,
  settleRefusedPlace,
  watchRefusedPlaces,
} from './booked-place.ts';

const said = { client_state: 'WA', license_reason: 'PSYPACT' } as const;
/** A state alone, that is asked again. */
const alone = { client_state: 'WA', license_reason: '' } as const;

function refused(uid: string, more: Partial<AttentionItem> = {}): AttentionItem {
  return {
    uid,
    name: 'session_place.say',
    at: '2026-11-24T15:00:00.000Z',
    kind: 'rejected',
    code: 'depends_on_refused',
    message: '',
    args: { appointment_id: 'a1', client_state: 'WA' },
    base: { client_state: '', start: `booking of ${uid}` },
    ...more,
  };
}

/** A device on which these need attention. */
function device(...first: readonly AttentionItem[]) {
  let items = first;
  const letGo: string[] = [];
  const changed = new Set<() => void>();
  const session = new Value<SessionState>({ kind: 'unlocked', sub: 'pro-1' } as SessionState);
  const client = {
    session,
    attention: async () => items,
    dismiss: async (uid: string) => {
      letGo.push(uid);
      items = items.filter((one) => one.uid !== uid);
    },
    watchWork: (listener: () => void) => {
      changed.add(listener);
      return () => changed.delete(listener);
    },
  } as unknown as OrchidClient;
  return { client, letGo, session };
}

test('what was said with a booking that was refused goes with it, and the one in its place can say it again', async () => {
  const booking = refused('booking of long after', { name: 'appointment.book', code: 'conflicting_session' });
  const { client, letGo } = device(refused('u1'), refused('long after', { code: 'not_found' }), booking);
  watchRefusedPlaces(client);
  await vi.waitFor(() => expect(letGo).toEqual(['u1', 'long after']));
  expect(placeOfRefused('booking of u1')).toEqual(alone);
  expect(placeOfRefused('another booking')).toBeNull();
});

test('a reason that somebody typed waits with its booking, and is done with once that was made anew', async () => {
  const { client, letGo } = device(refused('u4', { args: { appointment_id: 'a1', ...said } }), refused('u5'));
  watchRefusedPlaces(client);
  await vi.waitFor(() => expect(letGo).toEqual(['u5']));
  expect(placeOfRefused('booking of u4')).toEqual(said);
  await settleRefusedPlace(client, 'another booking');
  expect(letGo).toEqual(['u5']);
  await settleRefusedPlace(client, 'booking of u4');
  expect(letGo).toEqual(['u5', 'u4']);
});

test('[CA-12] of a series that was refused likewise', async () => {
  const name = 'series_place.say';
  const { client, letGo } = device(
    refused('u6', { name, args: { series_id: 's1', ...said } }),
    refused('u7', { name, args: { series_id: 's2', client_state: 'WA' } }),
  );
  watchRefusedPlaces(client);
  await vi.waitFor(() => expect(letGo).toEqual(['u7']));
  expect(placeOfRefused('booking of u6')).toEqual(said);
  expect(placeOfRefused('booking of u7')).toEqual(alone);
  await settleRefusedPlace(client, 'booking of u6');
  expect(letGo).toEqual(['u7', 'u6']);
});

test('[CA-13] the office of a booking that was refused stands there again, beside where the client will be', async () => {
  const base = { office_location_id: '', start: 'one booking' };
  const { client, letGo } = device(
    refused('u20', { name: 'session_office.say', args: { appointment_id: 'a1', office_location_id: 'oak' }, base }),
    refused('u21', { base }),
    refused('u22', { name: 'series_office.say', args: { series_id: 's1', office_location_id: 'elm' } }),
  );
  watchRefusedPlaces(client);
  await vi.waitFor(() => expect(letGo).toEqual(['u20', 'u21', 'u22']));
  expect(placeOfRefused('one booking')).toEqual({ ...alone, office_location_id: 'oak' });
  expect(placeOfRefused('booking of u22')).toEqual({ office_location_id: 'elm' });
});

test('what is booked at another time as it was says again what was said with it', async () => {
  const { client, letGo } = device(
    refused('u30', { args: { appointment_id: 'a1', ...said }, base: { start: 'booking' } }),
    refused('u31', { name: 'session_office.say', args: { office_location_id: 'oak' }, base: { start: 'booking' } }),
  );
  const calls: unknown[] = [];
  const mutate = async (name: string, args: unknown) => {
    calls.push([name, args]);
    return { kind: 'saved' as const, uid: 'u', ids: [], requested: false };
  };
  watchRefusedPlaces(client);
  await vi.waitFor(() => expect(letGo).toEqual(['u31']));
  const again = { of: { appointment_id: 'a2' }, uid: 'u32', owner: 'pro-1' };
  await sayRefusedAgain(Object.assign(client, { mutate }), 'booking', again);
  expect(calls).toEqual([
    ['session_office.say', { appointment_id: 'a2', office_location_id: 'oak' }],
    ['session_place.say', { appointment_id: 'a2', ...said }],
  ]);
  expect(letGo).toEqual(['u31', 'u30']);
  await sayRefusedAgain(client, 'another booking', again);
  expect(calls).toHaveLength(2);
});

test('whatever else was refused waits for the person', async () => {
  const { client, letGo } = device(
    refused('said at check-in', { base: { client_state: 's1' } }),
    refused('without a version', { base: {} }),
    refused('for another reason', { code: 'changed_meanwhile' }),
    refused('something else', { name: 'appointment.edit' }),
    refused('whose booking stands', { code: 'not_found' }),
    refused('u2'),
  );
  watchRefusedPlaces(client);
  await vi.waitFor(() => expect(letGo).toEqual(['u2']));
});

test('it is forgotten when this device is locked', async () => {
  const { client, letGo, session } = device(refused('u3'));
  watchRefusedPlaces(client);
  await vi.waitFor(() => expect(letGo).toEqual(['u3']));
  session.set({ kind: 'locked' } as unknown as SessionState);
  expect(placeOfRefused('booking of u3')).toBeNull();
});

test('it is said over the session as its booking made it', async () => {
  const calls: unknown[] = [];
  const client = {
    mutate: async (name: string, args: unknown, options?: MutateOptions) => {
      calls.push([name, args, options]);
      return { kind: 'saved' as const, uid: 'u9', ids: [], requested: false };
    },
  };
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

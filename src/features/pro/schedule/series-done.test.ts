import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import { occurrenceIdOf } from '../../../../sync/collections/appointment.ts';
import type { Json } from '../../../../sync/core/record.ts';
import { now, SeriesWorld } from '../../../../sync/testing/series-world.ts';
import type { OrchidClient } from '../../../lib/model.ts';
import { reachCount } from '../../../model/sessions/series-reach.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { followingToo, seriesBooked, seriesCancelled, seriesEdited } from './series-done.ts';

const dates = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'];

/** A device over a chart with a series, whose changes are decided as the server decides them. */
class SeriesDevice {
  readonly world = new SeriesWorld();
  readonly id = this.world.book(dates);
  #uids = 0;

  readonly client = {
    get: async (collection: string, id: string) =>
      this.world.records.find((one) => one.collection === collection && one.id === id),
    range: async () => this.sessions,
    mutate: async (name: string, args: Json, { base = {} }: { readonly base?: Record<string, string> } = {}) => {
      this.#uids += 1;
      const uid = `d${this.#uids}`;
      const outcome = this.world.run(name, args, { uid, base });
      return outcome.outcome === 'applied'
        ? { kind: 'saved', uid, ids: [], requested: false }
        : { kind: 'rejected', code: 'not_found', message: JSON.stringify(outcome) };
    },
  } as unknown as OrchidClient;

  get doer() {
    return { client: this.client, owner: 'pro-1' };
  }
  get sessions(): readonly Session[] {
    const held = this.world.records.filter(({ collection }) => collection === 'appointment');
    return held.map((record) => ({ ...record, pending: false })) as unknown as readonly Session[];
  }
  sessionOf(date: string): Session {
    const found = this.sessions.find(({ body }) => body.series?.date === date);
    if (!found) throw new Error(`no session of ${date}`);
    return found;
  }
  get times(): readonly string[] {
    return dates.map((date) => {
      const { local_start = '', status = '' } = this.world.session(this.id, date) ?? {};
      return status === 'booked' ? local_start.slice(5) : status;
    });
  }
}

const before = ['11-23T09:00', '11-30T09:00', '12-07T09:00', '12-14T09:00'];
const none = new Set<string>();

test('[CA-9] a series that was booked says so, and all of it is taken back', async () => {
  const device = new SeriesDevice();
  const args = { local_start: '2026-11-23T09:00', sessions: dates.map((date) => ({ date })) } as never;
  const done = seriesBooked(device.doer, { name: 'Ada', seriesId: device.id, args, today: '2026-11-21' });
  expect(done.words).toMatch(/^Ada: 4 sessions from Mon,? .*\. Saved on this device\.$/);
  await expect(done.undo?.()).resolves.toMatchObject({ kind: 'saved' });
  expect(device.times).toEqual(dates.map(() => 'cancelled_orchid_pro'));
});

test('[CA-9] sessions of a series that were changed are changed back over that very change, and not over a later one', async () => {
  const device = new SeriesDevice();
  const looked = device.sessionOf('2026-11-30');
  const { plan } = device.world.series(device.id);
  const facts = ['time'] as const;
  const known = { sessions: device.sessions, plan, noted: none, billed: none, now };
  const count = reachCount(looked, 'following', known, facts);
  const edit = { appointment_id: looked.id, reach: 'following' as const, local_start: '2026-12-01T16:00' };
  const { uid } = (await device.client.mutate('appointment_series.edit', edit)) as { readonly uid: string };
  const done = seriesEdited(device.doer, { looked, name: 'Ada', reach: 'following', facts, count, plan, uid });
  expect(done.words).toBe('Changed: Ada, 3 sessions. Saved on this device.');
  expect(device.times).toEqual(['11-23T09:00', '12-01T16:00', '12-08T16:00', '12-15T16:00']);
  const copy = device.world.copy();
  await expect(done.undo?.()).resolves.toMatchObject({ kind: 'saved' });
  expect(device.times).toEqual(before);

  device.world.put(...copy.records);
  await device.client.mutate('appointment_series.edit', { ...edit, local_start: '2026-12-01T18:00' });
  await expect(done.undo?.()).resolves.toMatchObject({ kind: 'rejected' });
});

test('[CA-9] what follows a session that was moved alone goes with it, and both come back with one undo', async () => {
  const device = new SeriesDevice();
  const session = device.sessionOf('2026-11-30');
  const time = { local_start: '2026-11-30T12:00', zone: 'UTC', minutes: 50, start: '2026-11-30T12:00:00.000Z' };
  const move = { appointment_id: session.id, ...time };
  const { uid } = (await device.client.mutate('appointment.edit', move)) as { readonly uid: string };
  const { also } = followingToo(device.doer, { session, name: 'Ada', time, uid, zone: 'UTC', now });
  expect(also?.label).toBe('This and following too');
  expect(device.times).toEqual(['11-23T09:00', '11-30T12:00', '12-07T09:00', '12-14T09:00']);
  const done = await also?.act();
  expect(done?.words).toMatch(/^Ada: 3 sessions moved, from Mon,? .*Saved on this device\.$/);
  expect(device.times).toEqual(['11-23T09:00', '11-30T12:00', '12-07T12:00', '12-14T12:00']);
  await expect(done?.undo?.()).resolves.toMatchObject({ kind: 'saved' });
  expect(device.times).toEqual(before);
});

test('one that does not repeat is moved alone, and nothing else is offered', () => {
  const device = new SeriesDevice();
  const found = device.sessionOf('2026-11-30');
  const { series: _series, ...body } = found.body;
  const time = { local_start: '2026-11-30T12:00', zone: 'UTC', minutes: 50, start: '2026-11-30T12:00:00.000Z' };
  const moved = { session: { ...found, body }, name: 'Ada', time, uid: 'u', zone: 'UTC', now };
  expect(followingToo(device.doer, moved)).toEqual({});
});

test('[CA-9] sessions that were cancelled together come back together, and none that was cancelled before', async () => {
  const device = new SeriesDevice();
  await device.client.mutate('appointment.cancel', { appointment_id: occurrenceIdOf(device.id, '2026-12-14') });
  const args = { appointment_id: occurrenceIdOf(device.id, '2026-11-30'), reach: 'following' as const };
  const { uid } = (await device.client.mutate('appointment_series.cancel', args)) as { readonly uid: string };
  const gone = 'cancelled_orchid_pro';
  expect(device.times).toEqual(['11-23T09:00', gone, gone, gone]);
  const done = seriesCancelled(device.doer, { name: 'Ada', count: 2, seriesId: device.id, uid });
  expect(done.words).toBe('2 sessions with Ada are cancelled. Saved on this device.');
  await expect(done.undo?.()).resolves.toMatchObject({ kind: 'saved' });
  expect(device.times).toEqual(['11-23T09:00', '11-30T09:00', '12-07T09:00', gone]);
});

/** The second has a time of its own; then all are put to another hour from there. What was told of it. */
async function changedFromOwn() {
  const device = new SeriesDevice();
  const appointment_id = occurrenceIdOf(device.id, '2026-11-30');
  const own = { local_start: '2026-11-30T14:00', zone: 'UTC', minutes: 50, start: '2026-11-30T14:00:00.000Z' };
  await device.client.mutate('appointment.edit', { appointment_id, ...own });
  const looked = device.sessionOf('2026-11-30');
  const { plan } = device.world.series(device.id);
  const facts = ['time'] as const;
  const count = reachCount(looked, 'all', { sessions: device.sessions, plan, noted: none, billed: none, now }, facts);
  const edit = { appointment_id, reach: 'all' as const, local_start: '2026-11-30T16:00' };
  const { uid } = (await device.client.mutate('appointment_series.edit', edit)) as { readonly uid: string };
  return {
    device,
    edit,
    done: seriesEdited(device.doer, { looked, name: 'Ada', reach: 'all', facts, count, plan, uid }),
  };
}

test('[CA-9] what had a time of its own comes back to it with the others', async () => {
  const { device, done } = await changedFromOwn();
  expect(device.times.map((time) => time.slice(6))).toEqual(['16:00', '16:00', '16:00', '16:00']);
  await expect(done.undo?.()).resolves.toMatchObject({ kind: 'saved' });
  expect(device.times).toEqual(['11-23T09:00', '11-30T14:00', '12-07T09:00', '12-14T09:00']);
});

test('[CA-9] where taking it back is refused, no part of it is taken back', async () => {
  const { device, edit, done } = await changedFromOwn();
  await device.client.mutate('appointment_series.edit', { ...edit, local_start: '2026-11-30T18:00' });
  const { times } = device;
  await expect(done.undo?.()).resolves.toMatchObject({ kind: 'rejected' });
  expect(device.times).toEqual(times);
});

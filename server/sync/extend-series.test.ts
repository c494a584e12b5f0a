import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { appointmentBody } from '../../sync/collections/appointment.ts';
import { appointmentSeries } from '../../sync/collections/appointment-series.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import { unplacedSession } from '../../sync/collections/unplaced-session.ts';
import { derivedIds } from '../../sync/core/derived-ids.ts';
import { call } from '../store/port.ts';
import { appointmentOf, membershipOf, professionalOf, smallPractice } from '../testing/builders.ts';
import { openServers } from '../testing/open-servers.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

const { serverOf, folder } = openServers();
const scope = 'chart:c1';
const day = 86_400_000;

const push = async (device: TestDevice, name: string, args: object) => {
  const row = device.seal({ name, args: args as never });
  const answer = await device.push([row]);
  return answer;
};
/** Mondays at nine, until somebody ends it: a year of them. */
const weekly = {
  chart_id: 'c1',
  clinician: 'ann',
  appointment_type_label: 'Talk',
  place: 'telehealth',
  local_start: '2026-11-30T09:00',
  zone: 'America/New_York',
  minutes: 50,
  rule: { unit: 'week', every: 1, ends: { kind: 'open' } },
};
const mondays = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.parse('2026-11-30') + at * 7 * day).toISOString().slice(0, 10),
  );

const now = '2026-11-24T14:00:00.000Z';

async function begun(of?: TestServer) {
  const server = of ?? (await serverOf({ now }));
  await server.addAccount('ann', 'orchid_pro');
  await server.write(...smallPractice(), professionalOf('ann', 'Ann'));
  const ann = await server.signedIn('ann');
  const answer = await push(ann, 'appointment_series.book', {
    ...weekly,
    sessions: mondays(53).map((date) => ({ date })),
  });
  expect(answer).toMatchObject({ kind: 'ok', results: [{ outcome: 'applied' }] });
  const [result] = (answer as { readonly results: readonly { readonly uid: string }[] }).results;
  const [id = ''] = derivedIds('ann', result?.uid ?? '', 1);
  return { server, ann, id };
}

const passTo = async (server: TestServer, instant: string): Promise<void> => {
  server.clock.pass(Date.parse(instant) - server.clock.now());
  await server.orchid.settle();
};
const recordsOf = (server: TestServer, collection: string, index: string) =>
  server.store.read(() => call('rangeRecords', { collection, index, from: '', to: '~' }));
const sessionsOf = async (server: TestServer) =>
  (await recordsOf(server, 'appointment', 'series')).map(({ body }) => v.parse(appointmentBody, body));
const seriesOf = async (server: TestServer, id: string) =>
  v.parse(appointmentSeries.body, (await server.store.read(() => call('getRecord', 'appointment_series', id)))?.body);

describe('[CA-9] a series that nobody has ended', () => {
  test('is laid out a year ahead each month, once, at its local time and as it is planned by then', async () => {
    const { server, id } = await begun();
    expect(await sessionsOf(server)).toHaveLength(53);
    expect((await seriesOf(server, id)).laid_through).toBe('2027-11-29');
    await passTo(server, '2026-12-31T12:00:00.000Z');
    // The next month, once it had begun.
    expect(await sessionsOf(server)).toHaveLength(57);
    expect((await seriesOf(server, id)).laid_through).toBe('2027-12-31');
    await passTo(server, '2027-03-01T12:00:00.000Z');
    const sessions = await sessionsOf(server);
    const last = sessions.at(-1);
    expect((await seriesOf(server, id)).laid_through > '2028-02-20').toBe(true);
    expect(new Set(sessions.map(({ series }) => series?.date)).size).toBe(sessions.length);
    expect(last).toMatchObject({ clinician: 'ann', status: 'booked', zone: 'America/New_York' });
    expect(last?.local_start.slice(11)).toBe('09:00');
    expect(new Date(last?.start ?? '').getUTCDay()).toBe(1);
  });

  test('however late it is found: a server that was down for two months catches up', async () => {
    const dataDir = folder();
    const { server, id } = await begun(await TestServer.create({ now, dataDir }));
    await server.close();
    const later = await serverOf({ dataDir, now: '2027-02-01T15:00:00.000Z' });
    await later.orchid.settle();
    expect((await seriesOf(later, id)).laid_through >= '2028-02-01').toBe(true);
  });

  test('after a standstill of years it catches up a year at a time, and goes on', async () => {
    const dataDir = folder();
    const { server, id } = await begun(await TestServer.create({ now, dataDir }));
    await server.close();
    const later = await serverOf({ dataDir, now: '2029-06-01T15:00:00.000Z' });
    await later.orchid.settle();
    const { laid_through, stopped } = await seriesOf(later, id);
    expect(stopped).toBeUndefined();
    expect(laid_through >= '2030-06-01').toBe(true);
  });

  test('one that is taken is listed, the rest is laid out', async () => {
    const { server, id } = await begun();
    await server.write(
      appointmentOf('c2', 'other', {
        clinician: 'ann',
        local_start: '2027-12-06T14:30',
        start: '2027-12-06T14:30:00.000Z',
        end: '2027-12-06T15:20:00.000Z',
      }),
    );
    await passTo(server, '2027-01-01T12:00:00.000Z');
    const waiting = (await recordsOf(server, 'unplaced_session', 'waiting')).map(({ body }) =>
      v.parse(unplacedSession.body, body),
    );
    expect(waiting).toMatchObject([{ series: { id, date: '2027-12-06' }, why: 'conflicting_session', state: 'open' }]);
    expect((await sessionsOf(server)).some(({ series }) => series?.date === '2027-12-13')).toBe(true);
  });

  test('stops where its clinician may not book any more, or the client is archived, says so, and goes on when told to', async () => {
    const { server, id } = await begun();
    await server.write(membershipOf(scope, 'ann', 'treating', { ended: '2026-12-01T00:00:00.000Z' }));
    await passTo(server, '2027-01-01T12:00:00.000Z');
    expect(await sessionsOf(server)).toHaveLength(53);
    expect((await seriesOf(server, id)).stopped).toEqual({
      why: 'not_allowed',
      at: '2027-01-01T12:00:00.000Z',
    });
    await server.write({ ...membershipOf(scope, 'ann', 'treating'), id: membershipId(scope, 'ann', 'treating') });
    const ann = await server.signedIn('ann');
    const again = await push(ann, 'appointment_series.extend', {
      series_id: id,
      ends: { kind: 'open' },
      through: '2027-12-31',
    });
    expect(again).toMatchObject({ results: [{ outcome: 'applied' }] });
    expect((await seriesOf(server, id)).stopped).toBeUndefined();
    await passTo(server, '2027-02-28T12:00:00.000Z');
    expect((await seriesOf(server, id)).laid_through > '2028-01-01').toBe(true);
  });

  test('as whoever holds its last session; ended, it is laid out no further', async () => {
    const { server, ann, id } = await begun();
    const last = (await sessionsOf(server)).at(-1)?.series?.date ?? '';
    const end = { appointment_id: `appointment.${id}.${last}`, reach: 'following' };
    expect(await push(ann, 'appointment_series.cancel', end)).toMatchObject({ results: [{ outcome: 'applied' }] });
    await passTo(server, '2027-06-01T12:00:00.000Z');
    expect(await sessionsOf(server)).toHaveLength(53);
    expect(await seriesOf(server, id)).not.toHaveProperty('stopped');
  });
});

import { describe, expect, test, vi } from 'vitest';
import { classes, practiceScope } from '../../sync/collections/classes.ts';
import { membershipId, type Membership } from '../../sync/collections/membership.ts';
import { call, type Plan } from '../store/port.ts';
import { membershipOf, smallPractice } from '../testing/builders.ts';
import { openServers } from '../testing/open-servers.ts';
import { TestServer } from '../testing/test-server.ts';

const scope = 'chart:c1';
const given = (change: Partial<Membership>) =>
  membershipOf(scope, 'ben', 'treating', { access: 'delegated', ...change });

const { serverOf, folder } = openServers();

async function passTo(server: TestServer, instant: string, more = 0): Promise<void> {
  server.clock.pass(Date.parse(instant) + more - server.clock.now());
  await server.orchid.settle();
}

/** Whether Ben reads the chart, and what his membership says of its end. */
function stateOf(server: TestServer) {
  return server.store.read(function* (): Plan<{ readonly reads: boolean; readonly ended: unknown }> {
    const roles = yield* call('rolesIn', 'ben', scope);
    const record = yield* call('getRecord', 'membership', membershipId(scope, 'ben', 'treating'));
    const body = record?.body as { readonly ended?: string } | undefined;
    return { reads: roles.length > 0, ended: body?.ended };
  });
}

describe('an access with a last day', () => {
  test.each([
    ['America/New_York', '2026-11-21', '2026-11-22T05:00:00.000Z'],
    ['America/New_York', '2027-03-14', '2027-03-15T04:00:00.000Z'],
    ['America/New_York', '2027-11-07', '2027-11-08T05:00:00.000Z'],
    ['Europe/Berlin', '2027-03-28', '2027-03-28T22:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-21', '2026-11-21T18:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-22', '2026-11-22T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-11-21', '2026-11-22T11:00:00.000Z'],
  ])('[AC-6] in %s the last day %s is whole, and over with its last moment', async (practiceZone, until, end) => {
    const server = await serverOf({ practiceZone });
    await server.write(...smallPractice(), given({ until }));
    await passTo(server, end, -1);
    expect(await stateOf(server)).toEqual({ reads: true, ended: undefined });
    await passTo(server, end);
    expect(await stateOf(server)).toEqual({ reads: false, ended: end });
  });

  test('[AC-6] the day is that of the practice’s own record, whatever the server counts by', async () => {
    const server = await serverOf({ practiceZone: 'America/New_York' });
    const body = { name: 'Far Practice', zone: 'Pacific/Kiritimati' };
    await server.write(
      { collection: 'practice', id: 'p1', scope: practiceScope('p1'), cls: classes.colleagues, body },
      ...smallPractice(),
      given({ until: '2026-11-22' }),
    );
    const end = '2026-11-22T10:00:00.000Z';
    await passTo(server, end, -1);
    expect((await stateOf(server)).reads).toBe(true);
    await passTo(server, end);
    expect(await stateOf(server)).toEqual({ reads: false, ended: end });
  });

  test('[AC-6] one that is given on its last day holds while that lasts where the practice is, whatever the server counts by', async () => {
    const server = await serverOf({ practiceZone: 'Pacific/Kiritimati' });
    const body = { name: 'Far Practice', zone: 'Pacific/Pago_Pago' };
    await server.write(
      { collection: 'practice', id: 'p1', scope: practiceScope('p1'), cls: classes.colleagues, body },
      ...smallPractice(),
      // It is the 21st in Kiritimati by now.
      given({ until: '2026-11-20' }),
    );
    expect(await stateOf(server)).toEqual({ reads: true, ended: undefined });
  });

  test('[AC-6] one that was put off ends on its new last day, one that was ended before keeps that end', async () => {
    const server = await serverOf({});
    await server.write(...smallPractice(), given({ until: '2026-11-21' }));
    await server.write(given({ until: '2026-11-25' }));
    await passTo(server, '2026-11-22T05:00:00.000Z');
    expect((await stateOf(server)).reads).toBe(true);
    await passTo(server, '2026-11-26T05:00:00.000Z');
    expect(await stateOf(server)).toEqual({ reads: false, ended: '2026-11-26T05:00:00.000Z' });

    await server.write(given({ until: '2026-12-01' }));
    const ended = '2026-11-27T09:00:00.000Z';
    await server.write(given({ until: '2026-12-01', ended }));
    await passTo(server, '2026-12-03T00:00:00.000Z');
    expect(await stateOf(server)).toEqual({ reads: false, ended });
  });

  test('[AC-6] a job of another zone comes too early, and asks again at the right midnight', async () => {
    const dataDir = folder();
    const before = await TestServer.create({ dataDir, practiceZone: 'Pacific/Kiritimati' });
    await before.write(...smallPractice(), given({ until: '2026-11-21' }));
    await before.close();
    const server = await serverOf({ dataDir, practiceZone: 'America/New_York' });
    await passTo(server, '2026-11-21T10:00:00.000Z');
    expect((await stateOf(server)).reads).toBe(true);
    await passTo(server, '2026-11-22T05:00:00.000Z');
    expect((await stateOf(server)).reads).toBe(false);
  });

  test('[AC-6] one that is written when its day has passed says so to the devices', async () => {
    const server = await serverOf({});
    await server.write(...smallPractice(), given({ until: '2026-11-19' }));
    expect(await stateOf(server)).toEqual({ reads: false, ended: '2026-11-20T15:00:00.000Z' });
  });

  test('[AC-6] however far ahead it is, no timer is longer than a runtime can wait', async () => {
    const server = await serverOf({});
    const after = vi.spyOn(server.clock, 'after');
    await server.write(...smallPractice(), given({ until: '2027-12-31' }));
    await server.orchid.settle();
    const delays = after.mock.calls.map(([delayMs]) => delayMs);
    expect(delays.length).toBeGreaterThan(0);
    expect(Math.max(...delays)).toBeLessThan(2 ** 31);
  });

  test('[AC-6] there is one job of an access, of its last day; none once it is ended or has no last day', async () => {
    const server = await serverOf({});
    const jobs = () => server.store.read(() => call('jobsAfter', 0, 10));
    const key = `end-access.${membershipId(scope, 'ben', 'treating')}`;
    await server.write(...smallPractice(), given({ until: '2026-11-25' }));
    await server.write(given({ until: '2026-11-28' }));
    expect(await jobs()).toMatchObject([{ kind: 'end-access', key, afterDate: '2026-11-28' }]);
    await server.write(given({}));
    expect(await jobs()).toEqual([]);
    await server.write(given({ until: '2026-11-28' }));
    await server.write(given({ until: '2026-11-28', ended: '2026-11-20T15:00:00.000Z' }));
    expect(await jobs()).toEqual([]);
  });

  test('[AC-6] a job of before jobs had keys that comes too early asks for the right day', async () => {
    const server = await serverOf({});
    await server.write(...smallPractice(), given({ until: '2026-11-21' }));
    const name = membershipId(scope, 'ben', 'treating');
    await server.store.write(function* () {
      yield* call('dropJob', `end-access.${name}`);
      yield* call('addJob', { kind: 'end-access', payload: { membership: name }, runAtMs: 0 });
    });
    await server.orchid.settle();
    expect((await stateOf(server)).reads).toBe(true);
    await passTo(server, '2026-11-22T05:00:00.000Z');
    expect((await stateOf(server)).reads).toBe(false);
  });

  test('[AC-6] after three days without a server, what should have ended ends at its start', async () => {
    const dataDir = folder();
    const before = await TestServer.create({ dataDir });
    await before.write(...smallPractice(), given({ until: '2026-11-21' }));
    await before.close();
    const server = await serverOf({ dataDir, now: '2026-11-24T15:00:00.000Z' });
    await server.orchid.settle();
    expect(await stateOf(server)).toEqual({ reads: false, ended: '2026-11-24T15:00:00.000Z' });
  });

  test('[AC-6] a push is judged by the day in the practice’s zone', async () => {
    // Friday 20 November, 15:00 in Greenwich: Saturday has begun on Kiritimati.
    for (const [practiceZone, outcome] of [
      ['America/New_York', { outcome: 'applied' }],
      ['Pacific/Kiritimati', { outcome: 'rejected', code: 'invalid_arguments' }],
    ] as const) {
      const server = await serverOf({ practiceZone });
      for (const sub of ['ann', 'ben']) await server.addAccount(sub);
      await server.write(...smallPractice());
      const ann = await server.signedIn('ann');
      const args = { scope, account: 'ben', account_name: 'Dr. Ben', role: 'treating', until: '2026-11-20' };
      const answer = await ann.push([ann.seal({ name: 'membership.grant', args })]);
      expect(answer).toMatchObject({ results: [outcome] });
    }
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chartScope } from '../../sync/collections/classes.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import type { PushRow } from '../../sync/protocol/push-message.ts';
import { call } from '../store/port.ts';
import { appointmentOf, editOf, membershipOf, smallPractice } from '../testing/builders.ts';
import { addSessions, freshDevice } from '../testing/pull-helpers.ts';
import { TestServer } from '../testing/test-server.ts';
import type { TestDevice } from '../testing/test-device.ts';

let server: TestServer;

beforeEach(async () => {
  server = await TestServer.create();
  await server.addAccount('ann');
  await server.addAccount('ben');
  await server.write(...smallPractice());
});
afterEach(() => server.close());

const boxOf = (row: PushRow): string => (row.kind === 'sealed' ? row.box : '');

const keysOf = (device: TestDevice): string[] => [...device.replica.keys()].sort();

describe('access', () => {
  const scope = chartScope('c1');

  test.each([
    ['treating', ['appointment', 'chart', 'client_card', 'membership', 'note']],
    ['supervisor', ['appointment', 'chart', 'client_card', 'membership', 'note']],
    ['scheduler', ['appointment', 'client_card', 'membership']],
    ['biller', ['client_card', 'membership']],
    ['client', ['appointment', 'client_card', 'membership']],
    ['guardian', ['appointment', 'client_card', 'membership']],
  ] as const)(
    '[AC-1] in one chart a %s gets these collections and no other, now and later',
    async (role, collections) => {
      await server.addAccount('max', 'member');
      await server.write(membershipOf(scope, 'max', role));
      const max = await freshDevice(server, 'max');
      const ann = await server.signedIn('ann');
      await ann.push([ann.seal(editOf('a1', 'text'))]);
      await server.write(appointmentOf('c1', 'a1', { status: 'cancelled_patient' }));
      const { sums } = await max.pullAll();
      const held = [...max.replica.values()].filter((row) => row.s === scope).map((row) => row.c);
      expect([...new Set(held)].sort()).toEqual(collections);
      // A role that none of it concerns gets a pull without changes, and so without sums.
      expect(sums ?? max.sums()).toEqual(max.sums());
      expect(keysOf(max)).toEqual(keysOf(await freshDevice(server, 'max')));
    },
  );

  const grant = {
    name: 'membership.grant',
    args: { scope, account: 'ben', account_name: 'Dr. Ben', role: 'treating' },
  };
  const revoke = {
    name: 'membership.revoke',
    args: { scope, membership_id: membershipId(scope, 'ben', 'treating') },
  };

  test('[AC-2] a grant brings the chart, its end takes it away in the pull that says so', async () => {
    const ann = await server.signedIn('ann');
    const ben = await freshDevice(server, 'ben');
    await ann.push([ann.seal(editOf('a1', 'text')), ann.seal(grant)]);
    const granted = await ben.pullAll();
    expect(ben.find('note', 'note.a1')).toBeDefined();
    expect(granted.sums).toEqual(ben.sums());

    await ann.push([ann.seal(revoke)]);
    const { lines, end } = await ben.pullPage();
    expect(lines).toContainEqual({ kind: 'x', s: scope });
    expect([...ben.replica.values()].filter((row) => row.s === scope).map((row) => row.c)).toEqual(['membership']);
    expect(ben.find('membership', membershipId(scope, 'ben', 'treating'))?.b).toHaveProperty('ended');
    expect(end.sums).toEqual(ben.sums());
    expect(keysOf(ben)).toEqual(keysOf(await freshDevice(server, 'ben')));
  });

  test('[AC-2] what a revoked account pushes is refused', async () => {
    const ann = await server.signedIn('ann');
    const ben = await freshDevice(server, 'ben');
    await ann.push([ann.seal(grant)]);
    await ann.push([ann.seal(revoke)]);
    const answer = await ben.push([ben.seal(editOf('a1', 'too late'))]);
    expect(answer).toMatchObject({ results: [{ outcome: 'rejected' }] });
  });

  test('[AC-4] what arrives after the end of access is kept sealed under its author, what followed it too', async () => {
    const ann = await server.signedIn('ann');
    const ben = await freshDevice(server, 'ben');
    await server.addAccount('eve');
    const eve = await server.signedIn('eve');
    await ann.push([ann.seal(grant)]);
    await ann.push([ann.seal(revoke)]);
    const late = ben.seal({ ...editOf('a1', 'written in the tunnel'), uid: 'uid-of-the-late-one' });
    const follows = ben.seal({ ...editOf('a1', 'and after it'), after: ['uid-of-the-late-one'] });
    await ben.push([late, follows]);
    // Somebody who never had access has nothing kept: a guess is no work.
    await eve.push([eve.seal(editOf('a1', 'a guess'))]);

    const keptOf = (device: { clientId: string }, id: number) =>
      server.store.read(() => call('getQuarantine', device.clientId, id, 'revoked'));
    expect(await keptOf(ben, 1)).toMatchObject({ clientId: ben.clientId, box: boxOf(late) });
    expect(await keptOf(ben, 2)).toMatchObject({ box: boxOf(follows) });
    expect(await keptOf(eve, 1)).toBeUndefined();
    const client = await server.store.read(() => call('getClient', ben.clientId));
    expect(client).toMatchObject({ principal: 'ben' });
    expect(JSON.stringify(await keptOf(ben, 1))).not.toContain('tunnel');
  });

  test('[AC-4] what followed a late one is kept also where it followed one in time as well', async () => {
    const ann = await server.signedIn('ann');
    const ben = await freshDevice(server, 'ben');
    await ann.push([ann.seal(grant)]);
    const inTime = ben.seal({ ...editOf('a1', 'still allowed'), uid: 'uid-in-time' });
    expect(await ben.push([inTime])).toMatchObject({ results: [{ outcome: 'applied' }] });
    await ann.push([ann.seal(revoke)]);
    const late = ben.seal({ ...editOf('a1', 'written in the tunnel'), uid: 'uid-of-the-late-one' });
    const follows = ben.seal({ ...editOf('a1', 'and after both'), after: ['uid-in-time', 'uid-of-the-late-one'] });
    expect(await ben.push([late, follows])).toMatchObject({
      results: [{ outcome: 'rejected' }, { outcome: 'rejected', code: 'depends_on_refused' }],
    });
    const kept = await server.store.read(() => call('getQuarantine', ben.clientId, follows.id, 'revoked'));
    expect(kept).toMatchObject({ box: boxOf(follows) });
  });

  test('[AC-4] a session that was booked before the end of access was known is kept too: it names no record yet', async () => {
    const ann = await server.signedIn('ann');
    const ben = await freshDevice(server, 'ben');
    await ann.push([ann.seal(grant)]);
    await ann.push([ann.seal(revoke)]);
    const booking = {
      chart_id: 'c1',
      appointment_type_label: 'Follow-up',
      local_start: '2026-11-24T10:00',
      zone: 'America/New_York',
      start: '2026-11-24T15:00:00.000Z',
      end: '2026-11-24T15:50:00.000Z',
      clinician_name: 'Dr. Ben',
      practice_id: 'p1',
      place: 'telehealth',
    };
    const late = ben.seal({ name: 'appointment.create', args: booking });
    expect(await ben.push([late])).toMatchObject({ results: [{ outcome: 'rejected', code: 'not_allowed' }] });
    const kept = await server.store.read(() => call('getQuarantine', ben.clientId, 1, 'revoked'));
    expect(kept).toMatchObject({ box: boxOf(late) });
  });

  test('[AC-2] rows of an ended access are invisible at once, also to a first sync that had begun', async () => {
    await addSessions(server, 600, 300);
    const ann = await server.signedIn('ann');
    await ann.push([ann.seal(grant)]);
    await server.orchid.settle();
    const ben = await server.signedIn('ben');
    await ben.pullPage();
    await ann.push([ann.seal(revoke)]);
    const end = await ben.pullAll();
    expect([...ben.replica.values()].filter((row) => row.s === scope).map((row) => row.c)).toEqual(['membership']);
    expect(end.sums).toEqual(ben.sums());
  });

  test('a large grant is back-filled in steps, with sums that agree at each of them', async () => {
    await addSessions(server, 1100, 500);
    const ann = await server.signedIn('ann');
    const ben = await freshDevice(server, 'ben');
    await ann.push([ann.seal(grant)]);
    // Each complete pull on the way there carries sums of exactly what has come so far.
    for (let turn = 0; turn < 20 && ben.all('appointment').length < 1101; turn += 1) {
      const { end } = await ben.pullPage();
      if (end.sums) expect(end.sums).toEqual(ben.sums());
      if (end.complete) await server.orchid.settle();
    }
    expect(ben.all('appointment')).toHaveLength(1101);
  });

  test('granted again after an end, everything comes again', async () => {
    const ann = await server.signedIn('ann');
    const ben = await freshDevice(server, 'ben');
    for (const step of [grant, revoke, grant]) {
      await ann.push([ann.seal(step)]);
      await server.orchid.settle();
    }
    const end = await ben.pullAll();
    expect(ben.find('appointment', 'a1')).toBeDefined();
    expect(end.sums).toEqual(ben.sums());
    expect(keysOf(ben)).toEqual(keysOf(await freshDevice(server, 'ben')));
  });

  test('a second role widens what is seen, its end narrows it without ending the access', async () => {
    await server.addAccount('max', 'member');
    await server.write(membershipOf(scope, 'max', 'client'));
    const max = await freshDevice(server, 'max');
    expect(max.find('chart', 'c1')).toBeUndefined();
    await server.write(membershipOf(scope, 'max', 'supervisor'));
    await max.pullAll();
    expect(max.find('chart', 'c1')).toBeDefined();
    await server.write(membershipOf(scope, 'max', 'supervisor', { ended: '2026-11-20T15:00:00.000Z' }));
    const { lines, end } = await max.pullPage();
    expect(lines.some((line) => line.kind === 'x')).toBe(false);
    expect(max.find('chart', 'c1')).toBeUndefined();
    expect(max.find('appointment', 'a1')).toBeDefined();
    expect(end.sums).toEqual(max.sums());
    expect(keysOf(max)).toEqual(keysOf(await freshDevice(server, 'max')));
  });
});

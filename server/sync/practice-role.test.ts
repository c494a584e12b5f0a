import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chartScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import { call, type Plan } from '../store/port.ts';
import {
  appointmentOf,
  cardOf,
  chartOf,
  membershipOf,
  practiceMember,
  professionalOf,
  smallPractice,
} from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

const practice = practiceScope('p1');
const deskRole = membershipId(practice, 'dora', 'scheduler');

/** The places that a principal's log has used, and how many rows of it are seen now. */
function logOf(server: TestServer, principal: string) {
  return server.store.read(function* (): Plan<{ readonly seq: number; readonly seen: number }> {
    const { seq } = yield* call('headOf', principal);
    const sums = yield* call('sumsOf', principal);
    return { seq, seen: sums.reduce((sum, row) => sum + row.count, 0) };
  });
}

/** Dora, known to the practice, whose role as front desk has ended. */
const former = membershipOf(practice, 'dora', 'scheduler', { access: 'delegated', ended: '2026-02-01T09:00:00.000Z' });
const give = {
  name: 'practice.give_role',
  args: { practice_id: 'p1', account: 'dora', account_name: 'dora', role: 'scheduler' },
};
const end = { name: 'practice.end_role', args: { practice_id: 'p1', membership_id: deskRole } };
const practiceRecord = {
  collection: 'practice',
  id: 'p1',
  scope: practice,
  cls: classes.colleagues,
  body: { name: 'Small Practice', zone: 'America/New_York' },
};

let server: TestServer;
let owner: TestDevice;
beforeEach(async () => {
  server = await TestServer.create();
  for (const sub of ['ann', 'ben', 'dora', 'olga']) await server.addAccount(sub);
  await server.write(practiceRecord, membershipOf(practice, 'olga', 'owner'), ...smallPractice(), former);
  owner = await server.signedIn('olga');
});
afterEach(() => server.close());

const scopesHeld = (device: TestDevice, collection: string): string[] =>
  device
    .all(collection)
    .map((record) => record.s)
    .toSorted();

describe('[AC-7] a role in a practice of 400 charts', () => {
  const charts = Array.from({ length: 399 }, (_, index) => `d${index}`);

  beforeEach(async () => {
    for (const id of charts) {
      const scope = chartScope(id);
      await server.write(membershipOf(scope, 'ann', 'treating'), chartOf(id), cardOf(id), appointmentOf(id, `s-${id}`));
    }
  });

  test('comes by one log entry and a job, goes by one log entry; nobody else’s push waits for it', async () => {
    const desk = await server.signedIn('dora');
    await desk.pullAll();
    expect(desk.all('client_card')).toEqual([]);
    const before = await logOf(server, 'dora');

    const ann = await server.signedIn('ann');
    const own = { name: 'appointment.cancel', args: { appointment_id: 'a1' } };
    const given = owner.push([owner.seal(give)]);
    const pushed = ann.push([ann.seal(own)]);
    expect([(await given).kind, (await pushed).kind]).toEqual(['ok', 'ok']);
    expect(ann.lastId).toBe(1);
    await server.orchid.settle();
    const granted = await logOf(server, 'dora');
    await desk.pullAll();
    expect(desk.all('client_card')).toHaveLength(400);
    expect(desk.all('appointment')).toHaveLength(400);
    // The front desk plans: nothing clinical lies on its devices.
    expect([desk.all('chart'), desk.all('note'), desk.all('assessment')]).toEqual([[], [], []]);
    expect(desk.sums()).toEqual((await (await server.signedIn('dora')).pullAll()).sums);
    expect(granted.seen).toBeGreaterThan(800);
    expect(granted.seq).toBeGreaterThan(before.seq + 800);

    await owner.push([owner.seal(end)]);
    const after = await logOf(server, 'dora');
    // The membership itself, and that the access is over, after which the membership comes once more.
    expect(after.seq - granted.seq).toBeLessThanOrEqual(3);
    expect(after.seen).toBe(before.seen);
    await desk.pullAll();
    expect([desk.all('client_card'), desk.all('appointment'), desk.all('professional')]).toEqual([[], [], []]);
    await server.orchid.settle();
    expect(await logOf(server, 'dora')).toEqual(after);
    expect(desk.sums()).toEqual((await (await server.signedIn('dora')).pullAll()).sums);
  });

  test('the transaction that gives it writes no chart’s rows: they come with the job', async () => {
    const before = await logOf(server, 'dora');
    server.orchid.services.jobs.stop();
    await owner.push([owner.seal(give)]);
    const { seq, seen } = await logOf(server, 'dora');
    // The practice’s own records alone: itself, one professional, its members’ busy times.
    expect(seen - before.seen).toBeLessThan(420);
    expect(seq - before.seq).toBeLessThan(420);
    const cards = await server.store.read(() =>
      call('pageCollection', { principal: 'dora', collection: 'client_card', after: '', limit: 10, bytes: 1e6 }),
    );
    expect(cards).toEqual([]);
  });
});

describe('[AC-7] a role in a practice', () => {
  test('reaches charts that come later, and sessions that are booked later', async () => {
    await owner.push([owner.seal(give)]);
    await server.orchid.settle();
    await server.write(membershipOf(chartScope('c2'), 'ann', 'treating'), chartOf('c2'), appointmentOf('c2', 'b1'));
    const desk = await server.signedIn('dora');
    await desk.pullAll();
    // Until its card says so, a chart stands below no practice.
    expect(scopesHeld(desk, 'appointment')).toEqual(['chart:c1']);
    await server.write(cardOf('c2'));
    await desk.pullAll();
    expect(scopesHeld(desk, 'appointment')).toEqual(['chart:c1', 'chart:c2']);
    expect(desk.find('appointment', 'b1')).toMatchObject({ s: 'chart:c2', p: practice });
  });

  test('its front desk books for a clinician who treats there, cancels and restores; it does not write notes or give access', async () => {
    await server.write(professionalOf('ann', 'Dr. Ann'), give.args && membershipOf(practice, 'dora', 'scheduler'));
    await server.orchid.settle();
    const desk = await server.signedIn('dora');
    const book = (clinician: string, local: string) => ({
      name: 'appointment.book',
      args: {
        chart_id: 'c1',
        clinician,
        appointment_type_label: 'Individual session',
        local_start: local,
        zone: 'America/New_York',
        minutes: 50,
        start: `${local}:00.000Z`,
        place: 'telehealth',
      },
    });
    const edit = {
      name: 'note.edit',
      args: {
        appointment_id: 'a1',
        author_name: '',
        note_schema_id: 'soap-note',
        note_schema_revision: 1,
        answers: { subjective: 'x' },
      },
    };
    const grant = {
      name: 'membership.grant',
      args: { scope: 'chart:c1', account: 'ben', account_name: 'Dr. Ben', role: 'treating' },
    };
    const answer = await desk.push([
      desk.seal(book('ann', '2026-12-01T08:00')),
      desk.seal(book('ben', '2026-12-02T08:00')),
      desk.seal(book('ann', '2026-12-01T08:30')),
      desk.seal(edit),
      desk.seal(grant),
      desk.seal({ name: 'appointment.cancel', args: { appointment_id: 'a1' } }),
      desk.seal({ name: 'appointment.restore', args: { appointment_id: 'a1' } }),
    ]);
    if (answer.kind !== 'ok') throw new Error(answer.kind);
    expect(answer.results.map(({ outcome, code }) => code ?? outcome)).toEqual([
      'applied',
      'not_found',
      'conflicting_session',
      'not_allowed',
      'not_allowed',
      'applied',
      'applied',
    ]);
    // By the zone's own table, whatever the device had derived.
    expect(answer.results[2]?.detail).toEqual({
      taken: [{ start: '2026-12-01T13:00:00.000Z', end: '2026-12-01T13:50:00.000Z' }],
    });
    const wire = await desk.call('GET', '/api/scheduler/v1/snapshot/appointments_v2');
    expect(await wire.json()).toMatchObject({ total: 2 });
  });

  test('one of two roles that is lost takes along what hung on it; a chart of one’s own stays', async () => {
    await server.write(
      membershipOf(chartScope('c2'), 'ben', 'treating'),
      chartOf('c2'),
      cardOf('c2'),
      appointmentOf('c2', 'b1', { clinician: 'ben' }),
      membershipOf(practice, 'ben', 'scheduler', { access: 'delegated', account_name: 'Dr. Ben' }),
    );
    await server.orchid.settle();
    const ben = await server.signedIn('ben');
    await ben.pullAll();
    expect(scopesHeld(ben, 'client_card')).toEqual(['chart:c1', 'chart:c2']);
    expect(ben.find('client_card', 'c1')).toMatchObject({ p: practice });
    expect(ben.find('client_card', 'c2')).not.toHaveProperty('p');
    const membership_id = membershipId(practice, 'ben', 'scheduler');
    await owner.push([owner.seal({ name: 'practice.end_role', args: { practice_id: 'p1', membership_id } })]);
    await ben.pullAll();
    expect(scopesHeld(ben, 'client_card')).toEqual(['chart:c2']);
    await server.orchid.settle();
    await ben.pullAll();
    // Still a colleague.
    expect(ben.all('practice')).toHaveLength(1);
    expect(ben.sums()).toEqual((await (await server.signedIn('ben')).pullAll()).sums);
  });

  test('an access to a chart that ends leaves there what the role in the practice lets one see', async () => {
    await server.write(
      membershipOf(practice, 'ben', 'scheduler', { access: 'delegated', account_name: 'Dr. Ben' }),
      membershipOf(chartScope('c1'), 'ben', 'treating', { access: 'delegated' }),
    );
    await server.orchid.settle();
    const ben = await server.signedIn('ben');
    await ben.pullAll();
    expect(ben.find('chart', 'c1')).toBeDefined();
    expect(ben.find('client_card', 'c1')).not.toHaveProperty('p');
    await server.write(membershipOf(chartScope('c1'), 'ben', 'treating', { ended: '2026-11-20T09:00:00.000Z' }));
    await ben.pullAll();
    expect(ben.find('chart', 'c1')).toBeUndefined();
    expect(ben.find('client_card', 'c1')).toMatchObject({ p: practice });
    expect(ben.sums()).toEqual((await (await server.signedIn('ben')).pullAll()).sums);
  });

  test('is given and ended by the owner alone, to whom the practice knows, and never to oneself', async () => {
    const ann = await server.signedIn('ann');
    const asked = [
      [ann, give, 'not_allowed'],
      [owner, { ...give, args: { ...give.args, account: 'olga', account_name: 'olga' } }, 'given_access'],
      [owner, { ...give, args: { ...give.args, account: 'nobody' } }, 'not_found'],
      [owner, { ...give, args: { ...give.args, account_name: 'Somebody' } }, 'not_found'],
      [
        owner,
        { ...end, args: { ...end.args, membership_id: membershipId(practice, 'ann', 'professional') } },
        'not_allowed',
      ],
      [
        owner,
        { ...end, args: { ...end.args, membership_id: membershipId(chartScope('c1'), 'ann', 'treating') } },
        'not_found',
      ],
    ] as const;
    for (const [device, draft, code] of asked) {
      const answer = await device.push([device.seal(draft)]);
      expect(answer.kind === 'ok' ? answer.results[0]?.code : answer.kind).toBe(code);
    }
    expect(practiceMember('ann').scope).toBe(practice);
  });

  test('who runs the practice sees who has access to its charts, and nothing of what is in them', async () => {
    await owner.pullAll();
    expect(scopesHeld(owner, 'membership').filter((scope) => scope.startsWith('chart:'))).toEqual(['chart:c1']);
    expect([owner.all('client_card'), owner.all('appointment'), owner.all('chart')]).toEqual([[], [], []]);
  });
});

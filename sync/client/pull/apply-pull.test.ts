import { beforeEach, describe, expect, it } from 'vitest';
import { appointmentBody, noteIdOf } from '../../collections/appointment.ts';
import { accountScope, chartScope, classes } from '../../collections/classes.ts';
import type { Note } from '../../collections/note-body.ts';
import { addToChecksum, emptyChecksum } from '../../core/checksum.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import {
  appointmentBodyOf,
  chartLines,
  FakeClock,
  lead,
  noteEditArgs,
  openTestReplica,
  pageOf,
  pullRecordOf,
  seededRandom,
} from '../../testing/builders.ts';
import type { MutateResult } from '../api.ts';
import { applyPage, type PulledPage } from './apply-pull.ts';
import { acceptPush } from '../push/push.ts';
import { preparePush } from '../push/deliver-outbox.ts';
import { getSeen, rangeSeen } from '../read/reads.ts';
import { raiseLock } from '../keys/replica-keys.ts';
import { readMeta } from '../replica/meta.ts';
import { LockedError, type Replica } from '../replica/replica.ts';
import { listAttention, listPending } from '../status/work-list.ts';
import { writeMutation } from '../write/write.ts';
import * as v from 'valibot';

const fence = { owner: 'tab', term: 1 };

describe('applying a pull', () => {
  let disk: MemoryDisk;
  let replica: Replica;
  let clientId: string;
  const clock = new FakeClock();

  beforeEach(async () => {
    disk = new MemoryDisk();
    const store = disk.connect();
    replica = await openTestReplica(store);
    clientId = await lead(store, fence);
    await apply({ records: chartLines(), end: { cursor: 'c1' } });
  });

  const apply = (page: Parameters<typeof pageOf>[1] = {}) =>
    replica.store.tx('relaxed', () =>
      applyPage(replica, fence, pageOf(clientId, page) satisfies PulledPage, { onProblem: () => undefined }),
    );
  const edit = (text: string, base = ''): Promise<MutateResult> =>
    writeMutation(
      replica,
      { clock, random: seededRandom(text.length), zone: () => 'UTC' },
      {
        name: 'note.edit',
        args: noteEditArgs({ plan: text }),
        options: { base: { plan: base } },
      },
    );
  /** The bytes leave: from here on the server may settle them. */
  const send = () => replica.store.tx('strict', () => preparePush(fence, clock.now()));
  /** The server's answer to what was sent. */
  const confirm = (mark: number) =>
    replica.store.tx('relaxed', () =>
      acceptPush(replica, fence, {
        request: { clientId: '', rows: [] },
        answer: { kind: 'ok', mark, results: [], epoch: 'e1', serverTime: '2026-11-21T09:00:00.000Z' },
      }),
    );
  const plan = async () => (await getSeen<Note>(replica, 'note', noteIdOf('a1')))?.body;

  it('[PL-1] a page asked from another cursor changes nothing', async () => {
    expect(await apply({ from: 'elsewhere', gone: [{ c: 'appointment', i: 'a1' }] })).toBe('stale');
    expect(await getSeen(replica, 'appointment', 'a1')).toBeDefined();
  });

  it('[LD-1] a deposed leader writes nothing', async () => {
    await lead(replica.store, { owner: 'other', term: 2 });
    await expect(apply({ from: 'c1', gone: [{ c: 'appointment', i: 'a1' }] })).rejects.toThrow('deposed');
    expect(await getSeen(replica, 'appointment', 'a1')).toBeDefined();
  });

  it('[LD-1] what was begun in an earlier reign of the same tab is not finished in a later one', async () => {
    await lead(replica.store, { ...fence, term: fence.term + 2 });
    await expect(apply({ from: 'c1', gone: [{ c: 'appointment', i: 'a1' }] })).rejects.toThrow('deposed');
    expect(await getSeen(replica, 'appointment', 'a1')).toBeDefined();
  });

  it('[LK-1] a leader that was locked meanwhile applies nothing', async () => {
    await raiseLock(disk.connect());
    await expect(apply({ from: 'c1', gone: [{ c: 'appointment', i: 'a1' }] })).rejects.toBeInstanceOf(LockedError);
    expect(disk.dump().base.map((row) => row.k)).toContain('appointment|a1');
  });

  it('[RB-1] pending edits are replayed over what others wrote: both texts stay', async () => {
    await edit('Mine');
    const theirs: Note = {
      note_schema_id: 'soap-note',
      note_schema_revision: 1,
      appointment_id: 'a1',
      author: 'pro-2',
      author_name: 'Dr. Two',
      started: '2026-11-21T08:55:00.000Z',
      session_start: '2026-11-21T08:00:00.000Z',
      answers: { plan: 'Theirs' },
      written: { plan: { at: '2026-11-21T08:55:00.000Z', by: 'pro-2' } },
      others: [],
    };
    const line = pullRecordOf({
      collection: 'note',
      id: noteIdOf('a1'),
      scope: chartScope('c1'),
      cls: classes.careTeam,
      body: theirs,
      stamps: { plan: 'uid-theirs' },
    });
    await apply({ from: 'c1', records: [line], end: { cursor: 'c2' } });
    const body = await plan();
    expect(body?.answers['plan']).toBe('Mine');
    expect(body?.others).toMatchObject([{ field: 'plan', value: 'Theirs', uid: 'uid-theirs', by: 'pro-2' }]);
    expect(await listPending(replica)).toHaveLength(1);
  });

  it('[OB-2] a refused mutation leaves the outbox for needs attention, with its content, and its effect is undone', async () => {
    await edit('Kept for the person');
    await send();
    await confirm(1);
    await apply({
      from: 'c1',
      end: { cursor: 'c2', mark: 1, outcomes: [{ id: 1, outcome: 'rejected', code: 'note_signed' }] },
    });
    expect(await plan()).toBeUndefined();
    expect(await listPending(replica)).toHaveLength(0);
    const [item] = await listAttention(replica);
    expect(item).toMatchObject({
      kind: 'rejected',
      code: 'note_signed',
      name: 'note.edit',
      args: { answers: { plan: 'Kept for the person' } },
    });
  });

  it('[OB-2] what a refusal says beside its code stands in needs attention with it', async () => {
    await edit('Kept for the person');
    await send();
    await confirm(1);
    const detail = { taken: [{ start: '2026-12-01T08:00:00.000Z', end: '2026-12-01T08:50:00.000Z' }] };
    const outcome = { id: 1, outcome: 'rejected', code: 'conflicting_session', detail } as const;
    await apply({ from: 'c1', end: { cursor: 'c2', mark: 1, outcomes: [outcome] } });
    expect(await listAttention(replica)).toMatchObject([{ code: 'conflicting_session', detail }]);
  });

  it('[OB-2] a look at a chart that was refused, access having ended, asks nobody for attention', async () => {
    const ports = { clock, random: seededRandom(3), zone: () => 'UTC' };
    const place = { collection: 'chart', id: 'c1', scope: chartScope('c1'), cls: classes.scheduling };
    const body = {
      patient_type: 'individual',
      client_status: 'active',
      presenting_problem: '',
      opened: '2026-11-01T00:00:00.000Z',
      practice_id: 'p1',
    };
    await apply({ from: 'c1', records: [pullRecordOf({ ...place, body })], end: { cursor: 'c2' } });
    const looked = await writeMutation(replica, ports, { name: 'chart.view', args: { chart_id: 'c1' } });
    expect(looked.kind).toBe('saved');
    await send();
    await confirm(1);
    const outcomes = [{ id: 1, outcome: 'rejected' as const, code: 'not_allowed' as const }];
    await apply({ from: 'c2', end: { cursor: 'c3', mark: 1, outcomes } });
    expect(disk.dump().outbox).toHaveLength(0);
    expect(await listAttention(replica)).toEqual([]);
  });

  it('[PU-3] a mark above what ever left this device is of another history: nothing is deleted, all goes out anew', async () => {
    await edit('Made on a copied profile');
    expect(await apply({ from: 'c1', end: { cursor: 'c2', mark: 5 } })).toMatchObject({ isNewClient: true });
    expect((await plan())?.answers['plan']).toBe('Made on a copied profile');
    expect(await listPending(replica)).toHaveLength(1);
    const request = await send();
    expect(request).toMatchObject({ highest: 1, rows: [{ kind: 'sealed', id: 1 }] });
    expect(request && 'clientId' in request && request.clientId).not.toBe(clientId);
    // Of the new numbering nothing is confirmed: the server would take its first outcome for read.
    expect(request).toMatchObject({ at: { confirmed: 0 } });
  });

  it('[PU-3] what is on screen of it stands under the new numbers', async () => {
    await edit('Settled');
    await send();
    await confirm(1);
    const outcomes = [{ id: 1, outcome: 'rejected' as const, code: 'not_allowed' as const }];
    await apply({ from: 'c1', end: { cursor: 'c2', mark: 1, outcomes } });
    await edit('Made on a copied profile');
    expect(await apply({ from: 'c2', end: { cursor: 'c3', mark: 50 } })).toMatchObject({ isNewClient: true });
    const { outbox, overlay } = disk.dump();
    expect(outbox.map(({ m }) => m)).toMatchObject([{ id: 1 }]);
    expect(overlay.map(({ m }) => m)).toMatchObject([{ id: 1, first: 1 }]);
  });

  it('[PU-7] a mark that only a pull names settles nothing: the id may be of another change', async () => {
    await edit('Typed on a profile that was put back');
    await send();
    await apply({ from: 'c1', end: { cursor: 'c2', mark: 1 } });
    expect((await plan())?.answers['plan']).toBe('Typed on a profile that was put back');
    expect(await listPending(replica)).toHaveLength(1);
    await confirm(1);
    await apply({ from: 'c2', end: { cursor: 'c3', mark: 1 } });
    expect(await listPending(replica)).toHaveLength(0);
  });

  it('[OB-2] a page without the outcome leaves the change where it is', async () => {
    await edit('Waiting');
    await apply({ from: 'c1', end: { cursor: 'c2', mark: 0 } });
    expect((await plan())?.answers['plan']).toBe('Waiting');
    expect(await listPending(replica)).toHaveLength(1);
  });

  it('[AC-2] the end of access takes everything of the scope with it, also a pending effect, not the unsent change', async () => {
    await edit('Unsent');
    await apply({ from: 'c1', scopesGone: [chartScope('c1')], end: { cursor: 'c2' } });
    expect(await getSeen(replica, 'appointment', 'a1')).toBeUndefined();
    expect(await plan()).toBeUndefined();
    expect(disk.dump().base).toHaveLength(0);
    expect(await listPending(replica)).toHaveLength(1);
  });

  it('[IN-1] sums follow every change; a difference names its collection', async () => {
    const sum = addToChecksum(emptyChecksum, 'a1', 1, 1);
    const member = addToChecksum(emptyChecksum, 'm.c1.pro-1.treating', 1, 1);
    const right = { appointment: [sum.count, sum.a, sum.b], membership: [member.count, member.a, member.b] } as const;
    const sums = { appointment: [...right.appointment], membership: [...right.membership] } as Record<
      string,
      [number, number, number]
    >;
    expect(await apply({ from: 'c1', end: { cursor: 'c2', sums } })).toMatchObject({ diverged: [] });
    const wrong = { ...sums, appointment: [2, 1, 1] as [number, number, number] };
    expect(await apply({ from: 'c2', end: { cursor: 'c3', sums: wrong } })).toMatchObject({
      diverged: ['appointment'],
    });
  });

  it('[IN-1] a collection of which the server names nothing is one that differs, if there is something here', async () => {
    const sum = addToChecksum(emptyChecksum, 'm.c1.pro-1.treating', 1, 1);
    const sums = { membership: [sum.count, sum.a, sum.b] as [number, number, number] };
    expect(await apply({ from: 'c1', end: { cursor: 'c2', sums } })).toMatchObject({ diverged: ['appointment'] });
  });

  it('[PL-3] versions only grow: an overtaken page does not turn a record back', async () => {
    const at = (version: number, status: 'booked' | 'cancelled_patient') =>
      pullRecordOf({
        collection: 'appointment',
        id: 'a1',
        scope: chartScope('c1'),
        cls: classes.scheduling,
        version,
        body: appointmentBodyOf({ status }),
      });
    await apply({ from: 'c1', records: [at(5, 'cancelled_patient')], end: { cursor: 'c2' } });
    await apply({ from: 'c2', records: [at(4, 'booked')], end: { cursor: 'c3' } });
    const seen = await getSeen(replica, 'appointment', 'a1');
    expect(v.parse(appointmentBody, seen?.body).status).toBe('cancelled_patient');
  });

  it('[C-295] who the person is: an older answer never overwrites a newer one', async () => {
    const known = (version: number, first_name: string) => {
      const names = { first_name, last_name: 'Lind', display_name: `${first_name} Lind` };
      const modify_datetime = `2026-11-21T09:0${version}:00.000Z`;
      const body = { user_type: 'orchid_pro', timezone: 'America/Denver', ...names, modify_datetime };
      const scope = accountScope('pro-1');
      return pullRecordOf({ collection: 'account', id: 'pro-1', scope, cls: classes.own, version, body });
    };
    await apply({ from: 'c1', records: [known(5, 'Wera')], end: { cursor: 'c2' } });
    await apply({ from: 'c2', records: [known(4, 'Vera')], end: { cursor: 'c3' } });
    expect(await getSeen(replica, 'account', 'pro-1')).toMatchObject({ version: 5, body: { first_name: 'Wera' } });
    await apply({ from: 'c3', records: [known(6, 'Vera')], end: { cursor: 'c4' } });
    expect(await getSeen(replica, 'account', 'pro-1')).toMatchObject({ version: 6, body: { first_name: 'Vera' } });
  });

  it('[PL-4] a reset keeps rows on screen until it is complete, then drops what was not named again', async () => {
    await edit('Unsent');
    const again = chartLines('c1', 'a2');
    await apply({ from: 'c1', reset: true, records: again, end: { cursor: 'r1', complete: false } });
    expect(await getSeen(replica, 'appointment', 'a1')).toBeDefined();
    await apply({ from: 'r1', end: { cursor: 'r2', complete: true } });
    expect(await getSeen(replica, 'appointment', 'a1')).toBeUndefined();
    expect(await getSeen(replica, 'appointment', 'a2')).toBeDefined();
    expect(await listPending(replica)).toHaveLength(1);
  });

  it('[PL-4] what was complete stays so while a long list of changes comes in parts, and not where all comes anew', async () => {
    const isComplete = async () => (await replica.store.read(() => readMeta('cursor')))[0]?.complete;
    expect(await isComplete()).toBe(true);
    await apply({ from: 'c1', end: { cursor: 'c2', complete: false } });
    expect(await isComplete()).toBe(true);
    await apply({ from: 'c2', reset: true, end: { cursor: 'r1', complete: false } });
    expect(await isComplete()).toBe(false);
    await apply({ from: 'r1', end: { cursor: 'r2', complete: true } });
    expect(await isComplete()).toBe(true);
  });

  it('[PL-4] until a reset is complete, what is not here is not known to be absent: the server decides', async () => {
    await apply({ from: 'c1', reset: true, records: chartLines(), end: { cursor: 'r1', complete: false } });
    expect(await edit('Before the end')).toMatchObject({ kind: 'saved', requested: true });
    await apply({ from: 'r1', end: { cursor: 'r2', complete: true } });
    expect(await edit('After it')).toMatchObject({ kind: 'saved', requested: false });
  });

  it('[RD-1] ranges show the overlay in place of what it replaced, within the limit', async () => {
    await writeMutation(
      replica,
      { clock, random: seededRandom(3), zone: () => 'UTC' },
      { name: 'appointment.cancel', args: { appointment_id: 'a1' } },
    );
    const query = { collection: 'appointment', index: 'start', from: '2026', to: '2027', limit: 5 };
    const rows = await rangeSeen<{ status: string }>(replica, query);
    expect(rows.map((row) => [row.id, row.body.status, row.pending])).toEqual([['a1', 'cancelled_orchid_pro', true]]);
  });

  it('[PL-6] a page of another account changes nothing: its session answered in this one’s place', async () => {
    const chart = chartLines('c9', 'z9');
    expect(await apply({ from: 'c1', principal: 'pro-2', records: chart, end: { cursor: 'c2' } })).toBe('stale');
    expect(await getSeen(replica, 'appointment', 'z9')).toBeUndefined();
  });
});

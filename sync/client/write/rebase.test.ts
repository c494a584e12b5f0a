import { beforeEach, describe, expect, it } from 'vitest';
import { noteIdOf } from '../../collections/appointment.ts';
import { chartScope, classes } from '../../collections/classes.ts';
import type { Note } from '../../collections/note-body.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import {
  chartLines,
  FakeClock,
  lead,
  noteEditArgs,
  openTestReplica,
  pageOf,
  pullRecordOf,
  seededRandom,
} from '../../testing/builders.ts';
import type { MutateOptions } from '../api.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { getSeen } from '../read/reads.ts';
import type { Replica } from '../replica/replica.ts';
import { listPending } from '../status/work-list.ts';
import { writeMutation } from './write.ts';

const fence = { owner: 'tab', term: 1 };
const signedAt = '2026-11-21T08:58:00.000Z';

describe('replaying what is pending', () => {
  const disk = new MemoryDisk();
  const clock = new FakeClock();
  const random = seededRandom(6);
  let replica: Replica;
  let clientId: string;

  beforeEach(async () => {
    disk.wipe();
    replica = await openTestReplica(disk.connect());
    clientId = await lead(replica.store, fence);
    await apply({ records: [...chartLines(), ...chartLines('c2', 'a2')], end: { cursor: 'c1' } });
  });

  const apply = (page: Parameters<typeof pageOf>[1]) =>
    replica.store.tx('relaxed', () =>
      applyPage(replica, fence, pageOf(clientId, page), { onProblem: () => undefined }),
    );
  const edit = async (session: string, plan: string, base: string): Promise<string> =>
    typed(session, 'plan', plan, { base: { plan: base } });
  const typed = async (session: string, field: string, text: string, options: MutateOptions): Promise<string> => {
    const result = await writeMutation(
      replica,
      { clock, random, zone: () => 'UTC' },
      { name: 'note.edit', args: noteEditArgs({ [field]: text }, session), options },
    );
    return result.kind === 'saved' ? result.uid : '';
  };
  const noteOf = async (session: string) => (await getSeen<Note>(replica, 'note', noteIdOf(session)))?.body;
  /** Somebody else started and signed the note of session a1. */
  const signed = () =>
    pullRecordOf({
      collection: 'note',
      id: noteIdOf('a1'),
      scope: chartScope('c1'),
      cls: classes.careTeam,
      body: {
        note_schema_id: 'soap-note',
        note_schema_revision: 1,
        appointment_id: 'a1',
        author: 'pro-2',
        author_name: 'Dr. Two',
        started: '2026-11-21T08:55:00.000Z',
        session_start: '2026-11-21T08:00:00.000Z',
        answers: { plan: 'Theirs' },
        written: {},
        others: [],
        signed: { by: 'pro-2', name: 'Dr. Two', at: signedAt },
      },
      stamps: { plan: 'uid-theirs' },
    });

  it('[RB-1] goes in order: what was typed last is on screen, and nothing becomes a second version', async () => {
    const first = await edit('a1', 'one', '');
    const second = await edit('a1', 'one two', first);
    await edit('a1', 'one two three', second);
    await apply({ from: 'c1', records: chartLines('c3', 'a3'), end: { cursor: 'c2' } });
    expect(await noteOf('a1')).toMatchObject({ answers: { plan: 'one two three' }, others: [] });
    expect((await listPending(replica)).map(({ args }) => args)).toMatchObject([
      { answers: { plan: 'one' } },
      { answers: { plan: 'one two' } },
      { answers: { plan: 'one two three' } },
    ]);
  });

  it('[RB-1][CF-1] over records that hold a part of it already, its answer lost: nothing becomes a second version', async () => {
    const first = await edit('a1', 'one', '');
    const second = await edit('a1', 'one two', first);
    await edit('a1', 'one two three', second);
    const line = signed();
    const { signed: _, ...unsigned } = line.b as unknown as Note;
    const taken = { ...line, b: { ...unsigned, answers: { plan: 'one two' } }, t: { plan: second } };
    // The server has taken two of them; no answer to a push has said so.
    await apply({ from: 'c1', records: [taken], end: { cursor: 'c2', mark: 2 } });
    expect(await listPending(replica)).toHaveLength(3);
    expect(await noteOf('a1')).toMatchObject({ answers: { plan: 'one two three' }, others: [] });
  });

  it('[RB-1] one that would now be refused leaves the screen and stays in the outbox; what follows is replayed', async () => {
    await edit('a1', 'Mine', '');
    await edit('a2', 'Elsewhere', '');
    await apply({ from: 'c1', records: [signed()], end: { cursor: 'c2' } });
    expect(await noteOf('a1')).toMatchObject({ answers: { plan: 'Theirs' }, signed: { at: signedAt } });
    expect(await noteOf('a2')).toMatchObject({ answers: { plan: 'Elsewhere' } });
    expect(await listPending(replica)).toHaveLength(2);
  });

  it('[RB-1][OB-3] who types on after a replay takes nothing off the screen that was typed elsewhere in the note before', async () => {
    await typed('a1', 'subjective', 'Sleeps badly.', { base: { subjective: '' }, coalesceKey: 'subjective' });
    const plan = await typed('a1', 'plan', 'W', { base: { plan: '' }, coalesceKey: 'plan' });
    await apply({ from: 'c1', records: chartLines('c3', 'a3'), end: { cursor: 'c2' } });
    expect(await typed('a1', 'plan', 'Walk', { base: { plan }, coalesceKey: 'plan' })).toBe(plan);
    expect((await noteOf('a1'))?.answers).toEqual({ subjective: 'Sleeps badly.', plan: 'Walk' });
  });
});

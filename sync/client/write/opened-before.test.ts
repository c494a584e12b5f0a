import { beforeEach, describe, expect, it } from 'vitest';
import { chartScope, classes } from '../../collections/classes.ts';
import type { ReplicaRow } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { appointmentBodyOf, openTestReplica } from '../../testing/builders.ts';
import { recordToRow, type Replica } from '../replica/replica.ts';
import { SealError } from '../replica/row-sealer.ts';
import { openedBefore } from './opened-before.ts';

describe('a record that a change looks at again', () => {
  let replica: Replica;
  let opened: string[];
  const rowOf = (id: string, { note = '', version = 1 } = {}): ReplicaRow =>
    recordToRow(
      replica,
      'base',
      {
        collection: 'appointment',
        id,
        scope: chartScope('c1'),
        cls: classes.scheduling,
        version,
        shape: 2,
        body: { ...appointmentBodyOf(), note },
        stamps: {},
      },
      { g: 1 },
    );
  /** As storage hands it out: the same bytes, never the same object. */
  const again = (row: ReplicaRow): ReplicaRow => structuredClone(row);

  beforeEach(async () => {
    const real = await openTestReplica(new MemoryDisk().connect());
    opened = [];
    replica = {
      ...real,
      sealer: {
        ...real.sealer,
        open: (table, key, ...rest) => {
          opened.push(key.slice('appointment|'.length));
          return real.sealer.open(table, key, ...rest);
        },
      },
    };
  });

  it('is opened once for the same bytes', () => {
    const row = rowOf('a');
    const record = openedBefore(replica, 'base', row);
    expect(record).toMatchObject({ id: 'a', version: 1, body: { note: '' } });
    expect(openedBefore(replica, 'base', again(row))).toBe(record);
    expect(opened).toEqual(['a']);
  });

  it('and again for any others: sealed anew, or of another version', () => {
    openedBefore(replica, 'base', rowOf('a'));
    expect(openedBefore(replica, 'base', rowOf('a', { note: 'x' })).body).toMatchObject({ note: 'x' });
    expect(openedBefore(replica, 'base', rowOf('a', { version: 2 })).version).toBe(2);
    expect(opened).toEqual(['a', 'a', 'a']);
  });

  it.each<[string, (row: ReplicaRow) => Parameters<typeof openedBefore>[2]]>([
    [
      'one bit of it',
      (row) => ({
        ...row,
        z: row.z?.map((byte, at) => (at === row.z!.length - 1 ? byte ^ 1 : byte)) ?? new Uint8Array(),
      }),
    ],
    ['its end', (row) => ({ ...row, z: row.z?.slice(0, -1) ?? new Uint8Array() })],
    ['its version', (row) => ({ ...row, v: 9 })],
    ['its scope', (row) => ({ ...row, s: chartScope('c2') })],
    ['its class', (row) => ({ ...row, m: { g: 1, c: classes.careTeam } })],
  ])('what was sealed with it holds each time: %s changed on the disk', (_what, changed) => {
    const row = rowOf('a');
    openedBefore(replica, 'base', row);
    expect(() => openedBefore(replica, 'base', changed(again(row)))).toThrow(SealError);
    // And what was changed is not what is remembered.
    expect(openedBefore(replica, 'base', again(row)).id).toBe('a');
  });

  it('in the other table it is another row', () => {
    const row = rowOf('a');
    openedBefore(replica, 'base', row);
    expect(() => openedBefore(replica, 'overlay', again(row))).toThrow(SealError);
  });

  it('only the latest hundred are remembered, and none that is long', () => {
    const rows = Array.from({ length: 101 }, (_, at) => rowOf(`a${at}`));
    for (const row of rows) openedBefore(replica, 'base', row);
    opened = [];
    for (const at of [100, 1, 0]) openedBefore(replica, 'base', rows[at] ?? rowOf('none'));
    expect(opened).toEqual(['a0']);
    const long = rowOf('long', { note: 'x'.repeat(9000) });
    openedBefore(replica, 'base', long);
    openedBefore(replica, 'base', long);
    expect(opened).toEqual(['a0', 'long', 'long']);
  });

  it('[LK-1] nothing is answered from memory once the keys are gone', () => {
    const row = rowOf('a');
    openedBefore(replica, 'base', row);
    replica.gate.closed = true;
    opened = [];
    openedBefore(replica, 'base', row);
    expect(opened).toEqual(['a']);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../collections/appointment.ts';
import type { Json } from '../../core/record.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import {
  chartLines,
  FakeClock,
  lead,
  openTestReplica,
  pageOf,
  pullRecordOf,
  seededRandom,
} from '../../testing/builders.ts';
import { sampleCall } from '../../testing/sample-calls.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { getSeen } from '../read/reads.ts';
import type { Replica } from '../replica/replica.ts';
import { writeMutation } from './write.ts';

const fence = { owner: 'tab', term: 1 };

describe('[RB-1] a change that looks for records in a range, replayed behind others that wait', () => {
  const disk = new MemoryDisk();
  const clock = new FakeClock();
  const random = seededRandom(6);
  let replica: Replica;
  let clientId: string;
  /** The sessions of a series that was booked here and has not been sent. */
  let booked: readonly string[];

  beforeEach(async () => {
    disk.wipe();
    replica = await openTestReplica(disk.connect());
    clientId = await lead(replica.store, fence);
    const { records, args } = sampleCall('appointment_series.book');
    await apply({ records: [...chartLines(), ...records.map(pullRecordOf)], end: { cursor: 'c1' } });
    await write('appointment_series.book', args);
    booked = disk
      .dump()
      .overlay.flatMap(({ k }) => (k.startsWith('appointment|') ? [k.slice('appointment|'.length)] : []));
    expect(booked).toHaveLength(2);
  });

  const apply = (page: Parameters<typeof pageOf>[1]) =>
    replica.store.tx('relaxed', () =>
      applyPage(replica, fence, pageOf(clientId, page), { onProblem: (uid) => expect(uid).toBe('') }),
    );
  const write = async (name: string, args: Json): Promise<void> => {
    const result = await writeMutation(replica, { clock, random, zone: () => 'UTC' }, { name, args });
    expect(result).toMatchObject({ kind: 'saved' });
  };
  const statuses = async (): Promise<readonly (string | undefined)[]> => {
    const seen = await Promise.all(booked.map((id) => getSeen<Appointment>(replica, 'appointment', id)));
    return seen.map((one) => one?.body.status);
  };

  it('finds what those before it have made', async () => {
    await write('appointment_series.cancel', { appointment_id: booked[0] ?? '', reach: 'all' });
    const cancelled = ['cancelled_orchid_pro', 'cancelled_orchid_pro'];
    expect(await statuses()).toEqual(cancelled);
    await apply({ from: 'c1', records: chartLines('c3', 'a3'), end: { cursor: 'c2' } });
    expect(await statuses()).toEqual(cancelled);
  });
});

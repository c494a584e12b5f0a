import { expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { TestServer } from '../testing/test-server.ts';
import { listJobs } from './list-jobs.ts';

const later = Date.parse('2027-01-01T00:00:00.000Z');

test('every job is listed once, in order, however many pages of them there are', async () => {
  const server = await TestServer.create();
  try {
    for (const count of [1, 499, 1]) {
      const before = await server.store.read(listJobs);
      await server.store.write(function* () {
        for (let made = 0; made < count; made += 1)
          yield* call('addJob', { kind: 'kept', payload: { name: 'CANARY' }, runAtMs: later });
      });
      const lines = await server.store.read(listJobs);
      expect(lines.length).toBe(before.length + count);
      const ids = lines.map((line) => Number(line.split(' ')[0]));
      expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
      expect(lines.at(-1)).toMatch(/^\d+ {2}kept {2}- {2}attempts 0 {2}next 2027-01-01T00:00:00\.000Z$/);
      expect(lines.join('\n')).not.toContain('CANARY');
    }
    expect((await server.store.read(listJobs))[0]).toMatch(/^1 /);
  } finally {
    await server.close();
  }
});

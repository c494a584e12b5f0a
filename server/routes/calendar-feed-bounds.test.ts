import { afterEach, beforeEach, expect, test } from 'vitest';
import { registry } from '../../sync/collections/index.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { readFeed } from '../sync/read-feed.ts';
import { appointmentOf, professionalOf, smallPractice } from '../testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';

const dayMs = 24 * 60 * 60 * 1000;
let server: TestServer;
beforeEach(async () => {
  server = await TestServer.create({ now: '2026-11-24T14:00:00.000Z' });
  await server.addAccount('ann', 'orchid_pro');
  await server.write(...smallPractice(), professionalOf('ann', 'Dr. Ann Lind'));
});
afterEach(() => server.close());

test('[FD-2] a calendar goes from 31 days back to 400 ahead, the last moment not included', async () => {
  const nowMs = server.clock.now();
  const at = (id: string, ms: number) => {
    const local_start = toInstant(ms).slice(0, 16);
    const time = { local_start, zone: 'UTC', start: toInstant(ms), end: toInstant(ms + 3_000_000) };
    return appointmentOf('c1', id, { clinician: 'ann', ...time });
  };
  await server.write(
    at('before', nowMs - 31 * dayMs - 60_000),
    at('first', nowMs - 31 * dayMs),
    at('last', nowMs + 400 * dayMs - 60_000),
    at('after', nowMs + 400 * dayMs),
  );
  const asked = { sub: 'ann', isProfessional: true, initials: false, nowMs };
  const file = await server.store.read(() => readFeed({ registry, principal: 'ann' }, asked));
  const starts = [...file.matchAll(/^DTSTART[^:]*:(\d{8}T\d{4})/gm)].map(([, start]) => start);
  expect(starts).toContain('20261024T1400');
  expect(starts).toContain('20271229T1359');
  expect(starts.filter((start) => start === '20261024T1359' || start === '20271229T1400')).toEqual([]);
});

test('[FD-1] five links an account has, and no sixth', async () => {
  const ann = await server.signedIn('ann');
  const path = '/api/scheduler/v1/calendar_feed';
  const make = () => ann.call('POST', path, { initials: false, password: server.keys.get('ann')?.auth ?? '' });
  const statuses: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) statuses.push((await make()).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 409]);
});

import sodium from 'libsodium-wrappers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isUnchanged } from '../../sync/core/page-digest.ts';
import { appointmentOf, smallPractice } from '../testing/builders.ts';
import { addSessions, freshDevice } from '../testing/pull-helpers.ts';
import { TestServer } from '../testing/test-server.ts';
import type { TestDevice } from '../testing/test-device.ts';

const dayMs = 86_400_000;

let server: TestServer;

beforeEach(async () => {
  server = await TestServer.create();
  await server.addAccount('ann');
  await server.addAccount('ben');
  await server.write(...smallPractice());
});
afterEach(() => server.close());

const keysOf = (device: TestDevice): string[] => [...device.replica.keys()].sort();

describe('pull', () => {
  test('[PL-6] a replica that names its account gets nothing under another session, and each page says whose it is', async () => {
    await server.addAccount('zed');
    const zed = await server.signedIn('zed');
    const ann = await server.signedIn('ann');
    const { lines } = await ann.pullPage({ account: 'ann' });
    expect(lines[0]).toMatchObject({ kind: 'begin', principal: 'ann' });
    zed.cookies.clear();
    for (const [name, value] of ann.cookies) zed.cookies.set(name, value);
    await expect(zed.pullPage({ account: 'zed' })).rejects.toThrow('401');
    const push = { protocol: 1, clientId: zed.clientId, principal: 'zed', highest: 1, rows: [] };
    expect((await zed.call('POST', '/api/sync/v1/push', push)).status).toBe(401);
  });

  test('[PL-1] a first sync pages through everything, near days first, and its sums agree', async () => {
    await addSessions(server, 640, 300);
    const ann = await server.signedIn('ann');
    const first = await ann.pullPage();
    expect(first.end.complete).toBe(false);
    expect(first.end.sums).toBeUndefined();
    expect(first.end.left).toBeGreaterThan(200);
    const starts = first.lines.flatMap((line) =>
      line.kind === 'r' && line.c === 'appointment' ? [(line.b as { start: string }).start] : [],
    );
    const now = server.clock.now();
    const near = starts.filter((start) => Math.abs(Date.parse(start) - now) < 14 * dayMs);
    expect(starts.slice(0, near.length - 12).every((start) => Date.parse(start) >= now - dayMs)).toBe(true);
    expect(first.lines.some((line) => line.kind === 'r' && line.c === 'client_card')).toBe(true);
    const end = await ann.pullAll();
    expect(end.sums).toEqual(ann.sums());
    expect(ann.all('appointment')).toHaveLength(641);
  });

  test('[PL-3] changes between the pages of a first sync arrive once it is complete', async () => {
    await addSessions(server, 640, 300);
    const ann = await server.signedIn('ann');
    await ann.pullPage();
    await server.write(
      appointmentOf('c1', 's0', { status: 'cancelled_patient' }),
      appointmentOf('c1', 's301', { status: 'cancelled_patient' }),
      appointmentOf('c1', 'brand-new'),
    );
    const end = await ann.pullAll();
    for (const id of ['s0', 's301']) {
      expect(ann.find('appointment', id)?.b).toMatchObject({ status: 'cancelled_patient' });
    }
    expect(ann.find('appointment', 'brand-new')).toBeDefined();
    expect(end.sums).toEqual(ann.sums());
    expect(keysOf(ann)).toEqual(keysOf(await freshDevice(server, 'ann')));
  });

  test('[PL-3] what changes at any page of a long first sync comes with its end, however many pages lie between', async () => {
    await addSessions(server, 1600, 800);
    const ann = await server.signedIn('ann');
    const brought = (): string => [...ann.replica.keys()].filter((key) => key.startsWith('appointment')).at(-1) ?? '';
    const changed: string[] = [];
    let pages = 0;
    for (let isComplete = false; !isComplete; pages += 1) {
      isComplete = (await ann.pullPage()).end.complete;
      const id = /\bs\d+$/.exec(brought())?.[0];
      if (id === undefined || isComplete) continue;
      // A row that has just been brought.
      changed.push(id);
      await server.write(appointmentOf('c1', id, { status: 'cancelled_patient' }));
    }
    expect(pages).toBeGreaterThan(3);
    expect(changed.length).toBeGreaterThan(2);
    for (const id of changed) expect(ann.find('appointment', id)?.b).toMatchObject({ status: 'cancelled_patient' });
    expect(keysOf(ann)).toEqual(keysOf(await freshDevice(server, 'ann')));
  });

  test('a pull without changes is under 1 KB, whatever is held, and carries no sums', async () => {
    await addSessions(server, 400, 200);
    const ann = await server.signedIn('ann');
    await ann.pullAll();
    const page = await ann.pullPage();
    expect(page.lines.map((line) => line.kind)).toEqual(['begin', 'end']);
    expect(page.bytes).toBeLessThan(1024);
    expect(page.end.sums).toBeUndefined();
    expect(page.end.complete).toBe(true);
  });

  test.each(['not-a-cursor', '!!', 'eyJlcG9jaCI6Im90aGVyIiwic2VxIjoxfQ'])(
    'a cursor that says nothing here (%s) starts anew and says so',
    async (cursor) => {
      const ann = await server.signedIn('ann');
      await ann.pullAll();
      ann.cursor = cursor;
      const page = await ann.pullPage();
      expect(page.lines[0]).toMatchObject({ kind: 'begin', reset: true });
      expect(page.end.complete).toBe(true);
      expect(page.end.sums).toEqual(ann.sums());
    },
  );

  test('a cursor beyond the head (a restored server) starts anew', async () => {
    const ann = await server.signedIn('ann');
    await ann.pullAll();
    const cursor = JSON.parse(Buffer.from(ann.cursor ?? '', 'base64url').toString()) as { epoch: string };
    ann.cursor = Buffer.from(JSON.stringify({ ...cursor, seq: 999_999 })).toString('base64url');
    expect((await ann.pullPage()).lines[0]).toMatchObject({ reset: true });
  });

  test('[PL-1] more changes than fit a page come in several, none left out', async () => {
    const ann = await server.signedIn('ann');
    await ann.pullAll();
    await addSessions(server, 620, 300);
    const { end: first } = await ann.pullPage();
    expect(first).toMatchObject({ complete: false });
    expect(first.left).toBeGreaterThan(0);
    const end = await ann.pullAll();
    expect(ann.all('appointment')).toHaveLength(621);
    expect(end.sums).toEqual(ann.sums());
  });

  test('[BR-4] heal of one record sends that one alone, or none where it is not to be seen', async () => {
    const ann = await server.signedIn('ann');
    await ann.pullAll();
    const before = ann.cursor;
    const { lines } = await ann.pullPage({ heal: 'appointment', record: 'a1' });
    expect(lines.flatMap((line) => (line.kind === 'r' ? [`${line.c} ${line.i}`] : []))).toEqual(['appointment a1']);
    const none = await ann.pullPage({ heal: 'appointment', record: 'nowhere' });
    expect(none.lines.map((line) => line.kind)).toEqual(['begin', 'end']);
    // Also where others stand behind it.
    const gap = await ann.pullPage({ heal: 'appointment', record: 'a0' });
    expect(gap.lines.map((line) => line.kind)).toEqual(['begin', 'end']);
    expect(ann.cursor).toBe(before);
  });

  test('[PL-2] every page names the digest that a device makes of it', async () => {
    const ann = await server.signedIn('ann');
    const query = new URLSearchParams({ client: ann.clientId });
    const response = await ann.call('GET', `/api/sync/v1/pull?${query}`);
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(2);
    expect(isUnchanged(sodium, lines)).toBe(true);
    for (const [at, line] of lines.entries()) {
      const flipped = lines.with(at, `${line.slice(0, 12)}~${line.slice(13)}`);
      expect(isUnchanged(sodium, flipped)).toBe(false);
    }
    expect(isUnchanged(sodium, lines.toSpliced(1, 1))).toBe(false);
  });

  test('[IN-1] heal sends one whole collection and leaves the cursor', async () => {
    await addSessions(server, 520, 260);
    const ann = await server.signedIn('ann');
    const { cursor } = await ann.pullAll();
    for (const row of ann.all('appointment')) ann.replica.delete(`appointment|${row.i}`);
    const { end } = await ann.pullPage({ heal: 'appointment' });
    expect(end.cursor).toBe(cursor);
    expect(ann.all('appointment')).toHaveLength(521);
    expect(end.sums).toEqual({ appointment: ann.sums()['appointment'] });
  });

  test('[AC-1] colleagues see busy time and nothing of the chart', async () => {
    const ben = await freshDevice(server, 'ben');
    expect([...new Set([...ben.replica.values()].map((row) => row.c))].sort()).toEqual([
      'busy_time',
      'membership',
      'professional',
    ]);
    expect(JSON.stringify([...ben.replica.values()])).not.toContain('SECRET');
    await server.write(appointmentOf('c1', 'a1', { status: 'cancelled_patient' }));
    await ben.pullAll();
    expect(ben.find('busy_time', 'busy.a1')?.b).toMatchObject({ free: true });
  });
});

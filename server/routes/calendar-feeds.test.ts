import ICAL from 'ical.js';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chartScope } from '../../sync/collections/classes.ts';
import { call as storeCall } from '../store/port.ts';
import { appointmentOf, membershipOf, professionalOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';
import { TwoDevices } from '../testing/two-devices.ts';

let server: TestServer;
let ann: TestDevice;
beforeEach(async () => {
  server = await TestServer.create({ now: '2026-11-24T14:00:00.000Z' });
  await server.addAccount('ann', 'orchid_pro');
  await server.addAccount('mia', 'member');
  await server.write(
    ...smallPractice(),
    professionalOf('ann', 'Dr. Ann Lind'),
    membershipOf(chartScope('c1'), 'mia', 'client'),
    at('a2', '2026-11-25T09:00'),
    at('held', '2026-11-26T09:00', { clinician: 'ben' }),
    at('off', '2026-11-27T09:00', { status: 'cancelled_patient' }),
    at('asked', '2026-11-28T09:00', { status: 'invited' }),
    at('late', '2028-01-01T09:00'),
  );
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const at = (id: string, local_start: string, change: Parameters<typeof appointmentOf>[2] = {}) =>
  appointmentOf('c1', id, {
    clinician: 'ann',
    clinician_name: 'Dr. Ann Lind',
    local_start,
    zone: 'UTC',
    start: `${local_start}:00.000Z`,
    end: `${local_start.slice(0, 13)}:50:00.000Z`,
    ...change,
  });

const path = '/api/scheduler/v1/calendar_feed';
const made = v.object({ feed_id: v.string(), initials: v.boolean(), path: v.string(), fetch_datetime: v.null() });
/** As the app proves the password: by what is derived of it. */
const passwordOf = (sub: string, of = server): string => of.keys.get(sub)?.auth ?? '';
const make = async (device = ann, initials = false, sub = device === ann ? 'ann' : 'mia') => {
  const response = await device.call('POST', path, { initials, password: passwordOf(sub) });
  return v.parse(made, await response.json());
};
const list = async (device = ann) =>
  (await (await device.call('GET', path)).json()) as { feeds: Record<string, unknown>[] };
/** As a program without any session. */
const fetchFile = (url: string) => server.device().call('GET', url);
const titles = async (url: string) => {
  const calendar = new ICAL.Component(ICAL.parse(await (await fetchFile(url)).text()) as never);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { startDate, summary } = new ICAL.Event(component);
    return `${startDate.toString()} ${summary} ${String(component.getFirstPropertyValue('status'))}`;
  });
};

describe('[FD-1] a link to one’s own calendar', () => {
  test('opens it without a session, is shown once, and says when it was fetched last', async () => {
    const feed = await make();
    expect(feed.path).toMatch(/^\/api\/scheduler\/v1\/calendar_feed\/file\/[\w-]{43}\.ics$/);
    const file = await fetchFile(feed.path);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const { feeds } = await list();
    expect(feeds).toEqual([
      {
        feed_id: feed.feed_id,
        initials: false,
        create_datetime: '2026-11-24T14:00:00.000Z',
        fetch_datetime: '2026-11-24T14:00:00.000Z',
      },
    ]);
    expect(JSON.stringify(feeds)).not.toContain(feed.path.slice(-30, -4));
  });

  test('lies in the database as a hash alone, and in no log', async () => {
    const { path: url } = await make();
    await fetchFile(url);
    const secret = url.slice(url.lastIndexOf('/') + 1, -4);
    const [row] = await server.store.read(() => storeCall('feedsOf', 'ann'));
    expect(JSON.stringify(row)).not.toContain(secret);
    const audit = await server.store.read(() => storeCall('unsealedAudit', 1000));
    expect(JSON.stringify(audit)).toContain('feed.fetched');
    expect(JSON.stringify(audit)).not.toContain(secret);
  });

  test('ends with one tap and with signing out everywhere; a wrong one is answered like none', async () => {
    const [first, second] = [await make(), await make()];
    expect((await ann.call('DELETE', `${path}/${first.feed_id}`)).status).toBe(200);
    expect((await ann.call('DELETE', `${path}/${first.feed_id}`)).status).toBe(404);
    const none = await fetchFile(first.path);
    expect(none.status).toBe(404);
    for (const name of [`${'x'.repeat(43)}.ics`, 'x.ics', first.feed_id])
      expect(await (await fetchFile(`${path}/file/${name}`)).text()).toBe(await (await fetchFile(first.path)).text());
    expect((await fetchFile(second.path)).status).toBe(200);
    const password = server.keys.get('ann')?.auth;
    expect((await ann.call('POST', '/api/login/v1/logout_everywhere', { password })).status).toBe(200);
    expect((await fetchFile(second.path)).status).toBe(404);
  });

  test('stays ended where it was ended while it was being fetched', async () => {
    const feed = await make();
    const { store } = server.orchid.services;
    const read = store.readInPieces.bind(store);
    const spy = vi.spyOn(store, 'readInPieces').mockImplementationOnce(async (...asked) => {
      const file = await read(...asked);
      await ann.call('DELETE', `${path}/${feed.feed_id}`);
      return file;
    });
    expect((await fetchFile(feed.path)).status).toBe(200);
    spy.mockRestore();
    expect((await fetchFile(feed.path)).status).toBe(404);
    expect((await list()).feeds).toEqual([]);
  });

  test('[DV-3] ends with the report that a device is lost, and a lost device makes none', async () => {
    const two = await TwoDevices.create();
    const made = await two.other.call('POST', path, { initials: true, password: two.password });
    const { path: url } = (await made.json()) as { readonly path: string };
    expect((await two.server.device().call('GET', url)).status).toBe(200);
    await two.lost();
    expect((await two.server.device().call('GET', url)).status).toBe(404);
    await two.signInThere();
    expect(
      (await two.other.call('POST', path, { initials: true, password: two.password })).status,
    ).toBeGreaterThanOrEqual(400);
    await two.server.close();
  });

  test('is made by who gives the password: an open screen alone makes none, and guesses count as sign-ins do', async () => {
    await server.close();
    server = await TestServer.create({ now: '2026-11-24T14:00:00.000Z', limits: { login: 3 } });
    await server.addAccount('ann', 'orchid_pro');
    const open = await server.signedIn('ann');
    expect((await open.call('POST', path, { initials: false })).status).toBe(422);
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1)
      statuses.push((await open.call('POST', path, { initials: false, password: 'k1.wrong' })).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect((await list(open)).feeds).toEqual([]);
  });

  test('is one of five at most, and nobody ends or sees another’s', async () => {
    const mia = await server.signedIn('mia');
    const { feed_id } = await make(mia);
    expect((await ann.call('DELETE', `${path}/${feed_id}`)).status).toBe(404);
    expect((await list()).feeds).toEqual([]);
    for (let count = 0; count < 5; count += 1) await make();
    const password = passwordOf('ann');
    expect((await ann.call('POST', path, { initials: false, password })).status).toBe(409);
    expect((await ann.call('POST', path, { password })).status).toBe(422);
    expect((await server.device().call('GET', path)).status).toBe(401);
  });
});

describe('[FD-2] what stands in it', () => {
  test('of a clinician the sessions that she holds, as “Busy”; neither cancelled ones nor a colleague’s, nor what is years away', async () => {
    const { path: url } = await make();
    expect(await titles(url)).toEqual([
      expect.stringMatching(/ Busy CONFIRMED$/) as unknown,
      '2026-11-25T09:00:00 Busy CONFIRMED',
      '2026-11-28T09:00:00 Busy TENTATIVE',
    ]);
    expect(await (await fetchFile(url)).text()).not.toMatch(/Ada|Lind|a2|c1|Individual/);
  });

  test('of a member every session of theirs, as “Appointment”; initials where they were chosen', async () => {
    const mia = await server.signedIn('mia');
    const plain = await titles((await make(mia)).path);
    expect(plain).toContain('2026-11-26T09:00:00 Appointment CONFIRMED');
    expect(plain).toHaveLength(4);
    expect(await titles((await make(mia, true)).path)).toContain('2026-11-25T09:00:00 Appointment A. L. CONFIRMED');
    expect((await titles((await make(ann, true)).path))[1]).toMatch(/^2026-11-25T09:00:00 Busy A\. \w\. CONFIRMED$/);
  });

  test('what the account reads no more is in it no more', async () => {
    const mia = await server.signedIn('mia');
    const { path: url } = await make(mia);
    expect(await titles(url)).toHaveLength(4);
    await server.write(membershipOf(chartScope('c1'), 'mia', 'client', { ended: '2026-11-24T13:00:00.000Z' }));
    expect(await titles(url)).toEqual([]);
  });
});

describe('[FD-1] while the password is looked at', () => {
  /** Ends what the thief relies on between the look at the password and the write. */
  const during = (act: () => Promise<unknown>): void => {
    const { passwords } = server.orchid.services;
    const verify = passwords.verifyAuth.bind(passwords);
    vi.spyOn(passwords, 'verifyAuth').mockImplementationOnce(async (...asked) => {
      const fits = await verify(...asked);
      await act();
      return fits;
    });
  };
  const ask = async () => {
    const response = await ann.call('POST', path, { initials: true, password: passwordOf('ann') });
    const feeds = await server.store.read(() => storeCall('feedsOf', 'ann'));
    return { status: response.status, feeds };
  };

  test('no link is made by a session that is ended everywhere', async () => {
    const owner = await server.signedIn('ann');
    during(async () => {
      const ended = await owner.call('POST', '/api/login/v1/logout_everywhere', { password: passwordOf('ann') });
      expect(ended.status).toBe(200);
    });
    expect(await ask()).toEqual({ status: 401, feeds: [] });
    expect((await ann.call('GET', path)).status).toBe(401);
  });

  test('no link is made by a password that is the account’s no more, also where the session goes on', async () => {
    during(() =>
      server.store.write(function* () {
        const account = yield* storeCall('accountBySub', 'ann');
        if (account) yield* storeCall('putAccount', { ...account, authHash: 'another' });
      }),
    );
    expect(await ask()).toEqual({ status: 401, feeds: [] });
    expect((await ann.call('GET', path)).status).toBe(200);
  });
});

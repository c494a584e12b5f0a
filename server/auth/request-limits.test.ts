import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { editOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';
import { createRequestLimits, defaultAllowances, noAllowances } from './request-limits.ts';
import { FakeClock } from '../testing/fake-clock.ts';

/** An answer on its way, as the Node adapter hands it to the app. */
class Outgoing extends EventEmitter {
  isDestroyed = false;
  giveUp = (): void => undefined;
  setTimeout(_afterMs: number, giveUp: () => void): void {
    this.giveUp = giveUp;
  }
  destroy(): void {
    this.isDestroyed = true;
    this.emit('close');
  }
}

const narrow = { burst: 3, perSecond: 0.1 };
const allowances = { push: narrow, pull: narrow, read: narrow };
let server: TestServer;
let ann: TestDevice;

beforeEach(async () => {
  server = await TestServer.create({ allowances });
  for (const sub of ['ann', 'ben']) await server.addAccount(sub);
  await server.write(...smallPractice());
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const statuses = async (count: number, ask: () => Promise<Response>): Promise<number[]> => {
  const found: number[] = [];
  for (let turn = 0; turn < count; turn += 1) found.push((await ask()).status);
  return found;
};
const pull = (device: TestDevice) => () => device.call('GET', `/api/sync/v1/pull?client=${device.clientId}`);
const read = (device: TestDevice) => () => device.call('GET', '/api/users/v1/user_info');

describe('limits on requests', () => {
  test('[AV-1] one account’s pulls are limited, its pushes and another account’s pulls are not', async () => {
    expect(await statuses(5, pull(ann))).toEqual([200, 200, 200, 429, 429]);
    const answer = await ann.push([ann.seal(editOf('a1', 'text'))]);
    expect(answer.kind).toBe('ok');
    expect(await statuses(1, pull(await server.signedIn('ben')))).toEqual([200]);
  });

  test('[AV-1] of one account’s answers six are on their way at once, and each makes room once', () => {
    const limits = createRequestLimits(defaultAllowances, new FakeClock());
    const ends = Array.from({ length: 6 }, () => limits.beginAnswer('account|ann'));
    expect(ends.every((end) => end !== null)).toBe(true);
    expect(limits.beginAnswer('account|ann')).toBeNull();
    expect(limits.beginAnswer('account|ben')).not.toBeNull();
    ends[0]?.();
    ends[0]?.();
    expect(limits.beginAnswer('account|ann')).not.toBeNull();
    expect(limits.beginAnswer('account|ann')).toBeNull();
  });

  test('without limits, as the app puts them together, nothing is counted', () => {
    const limits = createRequestLimits({ ...defaultAllowances, ...noAllowances }, new FakeClock());
    const ends = Array.from({ length: 50 }, () => limits.beginAnswer('account|ann'));
    expect(ends.every((end) => end !== null)).toBe(true);
    expect(Array.from({ length: 5000 }, () => limits.takeCaller('pull', 'ann')).every((wait) => wait === 0)).toBe(true);
  });

  test('[AV-1] a seventh pull waits until one of six has left, short answers do not; what nobody takes is given up', async () => {
    await server.close();
    server = await TestServer.create({ allowances: { answers: defaultAllowances.answers } });
    await server.addAccount('ann');
    ann = await server.signedIn('ann');
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const ask = async (path: string) => {
      const outgoing = new Outgoing();
      const { status } = await server.app.request(path, { headers: { cookie } }, { outgoing });
      return { outgoing, status };
    };
    const pulls = [];
    for (let turn = 0; turn < 7; turn += 1) pulls.push(await ask(`/api/sync/v1/pull?client=${ann.clientId}`));
    expect(pulls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect((await ask('/api/users/v1/user_info')).status).toBe(200);
    pulls[0]?.outgoing.giveUp();
    expect(pulls[0]?.outgoing.isDestroyed).toBe(true);
    expect((await ask(`/api/sync/v1/pull?client=${ann.clientId}`)).status).toBe(200);
  });

  test('[AV-1] all devices of an account share its allowance', async () => {
    const other = await server.signedIn('ann');
    // Registering a key was a request too.
    await statuses(2, read(ann));
    expect(await statuses(1, read(other))).toEqual([429]);
  });

  test('[AV-1] a refused request names its wait, and passes once that is over', async () => {
    await statuses(3, pull(ann));
    const refused = await pull(ann)();
    expect(refused.headers.get('retry-after')).toBe('10');
    server.clock.pass(10_000);
    expect(await statuses(2, pull(ann))).toEqual([200, 429]);
  });

  test('[AV-1] who asks again too early comes no nearer: what time gave is given once', async () => {
    await statuses(3, pull(ann));
    server.clock.pass(4000);
    expect(await statuses(5, pull(ann))).toEqual([429, 429, 429, 429, 429]);
    server.clock.pass(6000);
    expect(await statuses(3, pull(ann))).toEqual([200, 429, 429]);
  });

  test('[AV-1] a device token is counted apart from its account', async () => {
    const push = () => {
      const headers = { authorization: `Bearer ${ann.depositToken}` };
      const body = { protocol: 2, clientId: ann.clientId, highest: 0, rows: [] };
      return ann.call('POST', '/api/sync/v1/push', body, headers);
    };
    expect(await statuses(4, push)).toEqual([200, 200, 200, 429]);
    expect((await ann.push([ann.seal(editOf('a1', 'text'))])).kind).toBe('ok');
  });

  test('[AV-1] an address without a session is limited too, at twenty times as much', async () => {
    const found = await statuses(61, () => Promise.resolve(server.app.request('/api/sync/v1/pull?client=x')));
    expect(found.filter((status) => status === 401)).toHaveLength(60);
    expect(found.at(-1)).toBe(429);
  });

  test('[AV-1] by default a first sync of 45,000 rows, a long flush and eight tabs meet no limit', () => {
    const limits = createRequestLimits(defaultAllowances, new FakeClock());
    const waits = [
      ...Array.from({ length: 8 * 100 }, () => limits.takeCaller('pull', 'account|ann')),
      ...Array.from({ length: 8 * 100 }, () => limits.takeCaller('push', 'account|ann')),
      ...Array.from({ length: 8 * 10 }, () => limits.takeCaller('socket', 'account|ann')),
    ];
    expect(waits.every((wait) => wait === 0)).toBe(true);
  });
});

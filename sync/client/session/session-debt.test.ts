import { describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../store/memory-store.ts';
import type { Api } from '../client-ports.ts';
import {
  debtKey,
  debtOf,
  forgetDebt,
  payDebt,
  paySessionDebt,
  readOwed,
  setDebt,
  type SessionDebt,
} from './session-debt.ts';

type Answer = { readonly status: number } | null;

function bookOf(owed: SessionDebt | null) {
  const debt = { owed, calls: [] as string[] };
  const pay = (answer: Answer) =>
    payDebt(
      { owed: () => Promise.resolve(debt.owed), forget: () => Promise.resolve(void (debt.owed = null)) },
      (path) => {
        debt.calls.push(path);
        return Promise.resolve(answer);
      },
    );
  return { debt, pay };
}

/** For so long at most a session is held back that is being begun. */
const longestHoldMs = 60_000;

describe('LO-1: what is owed while a session is being begun', () => {
  const nowMs = Date.parse('2026-11-21T09:00:00.000Z');

  it('is held for as long as anybody holds it, and no longer: a clock that was set back would hold it for ever', () => {
    expect(readOwed('lock', nowMs + 1000, nowMs)).toBe('held');
    expect(readOwed('lock', nowMs, nowMs)).toBe('lock');
    expect(readOwed('lock', nowMs + longestHoldMs, nowMs)).toBe('held');
    expect(readOwed('lock', nowMs + longestHoldMs + 1, nowMs)).toBe('lock');
    expect(readOwed(undefined, nowMs + 1000, nowMs)).toBeNull();
    expect(readOwed(true, undefined, nowMs)).toBe('logout');
  });
});

const answers: readonly (readonly [string, Answer, 'paid' | 'owed'])[] = [
  ['it was carried out', { status: 200 }, 'paid'],
  ['the session was over already', { status: 401 }, 'paid'],
  ['no network', null, 'owed'],
  ['a server that fails', { status: 503 }, 'owed'],
  ['a server that is busy', { status: 429 }, 'owed'],
  ['a server that answers under other names alone', { status: 421 }, 'owed'],
  ['a server that takes it for another site’s', { status: 403 }, 'owed'],
  ['a request that came too late', { status: 408 }, 'owed'],
  ['a way that this server does not have', { status: 404 }, 'owed'],
];

describe('[LO-1] a lock or log-out that the server has not heard of', () => {
  describe.each(['lock', 'logout'] as const)('%s', (kind) => {
    it.each(answers)('%s', async (_name, answer, outcome) => {
      const { debt, pay } = bookOf(kind);
      expect(await pay(answer)).toBe(outcome);
      expect(debt).toEqual({ owed: outcome === 'owed' ? kind : null, calls: [`/api/login/v1/${kind}`] });
    });
  });

  it('where nothing is owed, nobody is logged out', async () => {
    const { debt, pay } = bookOf(null);
    expect(await pay({ status: 200 })).toBe('nothing');
    expect(debt.calls).toEqual([]);
  });

  it('lies in the device database until it is paid, once', async () => {
    const device = new MemoryDisk().connect();
    const calls: string[] = [];
    let answer: Awaited<ReturnType<Api['call']>> = null;
    const api: Api = { call: (_method, path) => Promise.resolve((calls.push(path), answer)) };
    await setDebt(device, 'logout');
    await paySessionDebt(api, device, 0);
    answer = { status: 200, body: {} };
    await paySessionDebt(api, device, 0);
    await paySessionDebt(api, device, 0);
    expect(calls).toEqual(['/api/login/v1/logout', '/api/login/v1/logout']);
  });

  it('a log-out that is owed stays one, and is not paid by a lock', async () => {
    const device = new MemoryDisk().connect();
    await setDebt(device, 'logout');
    await setDebt(device, 'lock');
    expect(await debtOf(device)).toBe('logout');
    await forgetDebt(device, 'lock');
    expect(await debtOf(device)).toBe('logout');
  });

  it('what a build of before left is a log-out', async () => {
    const device = new MemoryDisk().connect();
    await device.tx('strict', function* () {
      yield [{ op: 'put', table: 'meta', rows: [{ k: debtKey, m: true }] }];
    });
    expect(await debtOf(device)).toBe('logout');
  });
});

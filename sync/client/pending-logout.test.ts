import { describe, expect, it } from 'vitest';
import { MemoryDisk } from '../store/memory-store.ts';
import type { Api } from './client-ports.ts';
import { finishPendingLogout, payLogout, setPendingLogout } from './pending-logout.ts';

type Answer = { readonly status: number } | null;

function debtOf(owed: boolean) {
  const debt = { owed, calls: 0 };
  const pay = (answer: Answer) =>
    payLogout(
      { isOwed: () => Promise.resolve(debt.owed), forget: () => Promise.resolve(void (debt.owed = false)) },
      () => {
        debt.calls += 1;
        return Promise.resolve(answer);
      },
    );
  return { debt, pay };
}

const answers: readonly (readonly [string, Answer, 'paid' | 'owed'])[] = [
  ['it was carried out', { status: 200 }, 'paid'],
  ['the session was over already', { status: 401 }, 'paid'],
  ['no network', null, 'owed'],
  ['a server that fails', { status: 503 }, 'owed'],
  ['a server that is busy', { status: 429 }, 'owed'],
];

describe('[LO-1] a log-out that the server has not heard of', () => {
  it.each(answers)('%s', async (_name, answer, outcome) => {
    const { debt, pay } = debtOf(true);
    expect(await pay(answer)).toBe(outcome);
    expect(debt).toEqual({ owed: outcome === 'owed', calls: 1 });
  });

  it('where nothing is owed, nobody is logged out', async () => {
    const { debt, pay } = debtOf(false);
    expect(await pay({ status: 200 })).toBe('nothing');
    expect(debt.calls).toBe(0);
  });

  it('lies in the device database until it is paid, once', async () => {
    const device = new MemoryDisk().connect();
    const calls: string[] = [];
    let answer: Awaited<ReturnType<Api['call']>> = null;
    const api: Api = { call: (_method, path) => Promise.resolve((calls.push(path), answer)) };
    await setPendingLogout(device, true);
    await finishPendingLogout(api, device);
    answer = { status: 200, body: {} };
    await finishPendingLogout(api, device);
    await finishPendingLogout(api, device);
    expect(calls).toEqual(['/api/login/v1/logout', '/api/login/v1/logout']);
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Api } from '../../sync/client/client-ports.ts';
import { alone, inTurn } from './session-lock.ts';

type Held = Promise<unknown>;
let held: Map<string, Held>;
/** A holder that never lets go: what a frozen tab is. */
let isFrozen: boolean;

/** Locks as a browser has them: one holder for each name, who waits longer than the signal allows is refused. */
const request = async (
  name: string,
  { signal }: { readonly signal: AbortSignal },
  run: () => Promise<unknown>,
): Promise<unknown> => {
  const before = isFrozen ? new Promise<never>(() => undefined) : (held.get(name) ?? Promise.resolve());
  const refused = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
  );
  const turn = Promise.race([before, refused]).then(run);
  held.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
};

beforeEach(() => {
  held = new Map();
  isFrozen = false;
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { locks: { request } });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const end = new AbortController();
    setTimeout(() => end.abort(), ms);
    return end.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Calls that are answered when the test says so. */
function answeredLater() {
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  const api: Api = {
    call: (_method, path) => {
      begun.push(path);
      return new Promise((resolve) => answers.push(() => resolve({ status: 200, body: path })));
    },
  };
  return { begun, answers, api: inTurn(api) };
}

describe('what begins or ends a session', () => {
  const [begins, resumes, ends] = ['/api/login/v1/initiate_auth', '/api/login/v1/resume', '/api/login/v1/logout'];

  test('waits until what was asked before it is answered: cookies come in the order in which they were asked for', async () => {
    const { begun, answers, api } = answeredLater();
    const all = Promise.all([begins, resumes, ends].map((path) => api.call('POST', path)));
    await vi.advanceTimersByTimeAsync(10);
    expect(begun).toEqual([begins]);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(10);
    expect(begun).toEqual([begins, resumes]);
    answers[1]?.();
    await vi.advanceTimersByTimeAsync(10);
    answers[2]?.();
    expect((await all).map((answer) => answer?.body)).toEqual([begins, resumes, ends]);
  });

  test('holds up nothing else', async () => {
    const { begun, api } = answeredLater();
    void api.call('POST', begins);
    void api.call('GET', '/api/users/v1/user_info');
    await vi.advanceTimersByTimeAsync(10);
    expect(begun).toEqual(expect.arrayContaining([begins, '/api/users/v1/user_info']));
  });

  test('does not wait for a frozen tab longer than a person would, and then goes once', async () => {
    isFrozen = true;
    const { begun, api } = answeredLater();
    void api.call('POST', begins);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(begun).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(begun).toEqual([begins]);
  });
});

test('what fails once it has begun is told, and not run a second time', async () => {
  let runs = 0;
  const failing = (error: Error) => () => {
    runs += 1;
    return Promise.reject(error);
  };
  await expect(alone(failing(new DOMException('', 'AbortError')))).rejects.toThrow(DOMException);
  await expect(alone(failing(new TypeError('no')))).rejects.toThrow(TypeError);
  expect(runs).toBe(2);
});

test('a lock that fails for another reason than time is told', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new TypeError('no locks here')) } });
  let runs = 0;
  await expect(
    alone(() => {
      runs += 1;
      return Promise.resolve();
    }),
  ).rejects.toThrow('no locks here');
  expect(runs).toBe(0);
});

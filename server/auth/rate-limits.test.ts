import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestServer } from '../testing/test-server.ts';
import { createRateLimits } from './rate-limits.ts';

/** Attempts a minute of one address on one account; an address alone and an account alone have five times as many. */
const limits = { login: 2, preLogin: 3 };
const wide = 10;
const wrong = 'k1.x';

let server: TestServer;

beforeEach(async () => {
  server = await TestServer.create({ limits });
  await server.addAccount('ann');
});
afterEach(() => server.close());

interface Attempt {
  readonly address: string;
  readonly account: string;
  readonly password?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One sign-in as it comes over a connection from that address. */
async function attempt(made: Attempt): Promise<Response> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...made.headers },
    body: JSON.stringify({ username_or_email: made.account, password: made.password ?? wrong }),
  };
  return server.app.request('/api/login/v1/initiate_auth', init, connectionFrom(made.address));
}

/** What the Node adapter hands the app for a request of that peer. */
function connectionFrom(address: string): object {
  return { incoming: { socket: { remoteAddress: address, remotePort: 5000, remoteFamily: 'IPv4' } } };
}

const statusesOf = async (attempts: readonly Attempt[]): Promise<number[]> => {
  const statuses: number[] = [];
  for (const made of attempts) statuses.push((await attempt(made)).status);
  return statuses;
};
const ten = Array.from({ length: wide }, (_, index) => index);
const tenRefused = ten.map(() => 400);
const ann = 'ann@test.invalid';

describe('sign-in attempts', () => {
  test('[RL-1] one address on one account is limited, another account and another address are not', async () => {
    const mine = { address: '10.0.0.1', account: ann };
    expect(await statusesOf([mine, mine, mine])).toEqual([400, 400, 429]);
    const others = [
      { address: '10.0.0.1', account: 'ben@test.invalid' },
      { address: '10.0.0.2', account: ann },
    ];
    expect(await statusesOf(others)).toEqual([400, 400]);
  });

  test('[RL-2] many addresses on one account are limited, whatever the account is written like', async () => {
    const spread = ten.map((index) => ({
      address: `10.0.1.${index}`,
      account: index % 2 === 0 ? ann : ' ANN@Test.Invalid ',
    }));
    expect(await statusesOf(spread)).toEqual(tenRefused);
    expect(await statusesOf([{ address: '10.0.1.99', account: ann }])).toEqual([429]);
    expect(await statusesOf([{ address: '10.0.1.99', account: 'ben@test.invalid' }])).toEqual([400]);
  });

  test('[RL-3] one address on many accounts is limited', async () => {
    const spray = ten.map((index) => ({ address: '10.0.2.1', account: `person-${index}@test.invalid` }));
    expect(await statusesOf(spray)).toEqual(tenRefused);
    expect(await statusesOf([{ address: '10.0.2.1', account: 'person-99@test.invalid' }])).toEqual([429]);
    expect(await statusesOf([{ address: '10.0.2.2', account: 'person-99@test.invalid' }])).toEqual([400]);
  });

  test('[RL-4] a limited answer is the same for an account that exists and for one that does not', async () => {
    const answersOf = async (account: string): Promise<unknown[]> => {
      const answers: unknown[] = [];
      for (const index of [...ten, wide, wide + 1]) {
        const response = await attempt({ address: `10.0.3.${account.length}${index}`, account });
        const { status, headers } = response;
        // Seconds pass between the two, so the wait may differ by one; that it is named may not.
        const waits = Number(headers.get('retry-after')) > 0;
        answers.push({ status, waits, cookies: headers.getSetCookie(), body: await response.text() });
      }
      return answers;
    };
    const known = await answersOf(ann);
    expect(known.at(-1)).toMatchObject({ status: 429, waits: true, cookies: [] });
    expect(await answersOf('nobody@test.invalid')).toEqual(known);
  });

  test('[RL-5] the right password does not pass a limit, so it cannot be found behind one', async () => {
    const password = server.keys.get('ann')?.auth ?? '';
    const mine = { address: '10.0.4.1', account: ann };
    expect(await statusesOf([mine, mine, { ...mine, password }])).toEqual([400, 400, 429]);
    expect(await statusesOf([{ ...mine, address: '10.0.4.2', password }])).toEqual([200]);
  });

  test('[RL-6] a header does not make an address where no proxy is trusted', async () => {
    const forged = (index: number): Attempt => ({
      address: '10.0.5.1',
      account: ann,
      headers: { 'x-forwarded-for': `192.0.2.${index}` },
    });
    expect(await statusesOf([forged(1), forged(2), forged(3)])).toEqual([400, 400, 429]);
  });

  test('[RL-7] questions for derivation parameters are limited by address, known name or not', async () => {
    const ask = async (account: string): Promise<number> => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username_or_email: account }),
      };
      return (await server.app.request('/api/login/v1/pre_login', init, connectionFrom('10.0.6.1'))).status;
    };
    const statuses: number[] = [];
    for (const account of [ann, 'nobody@test.invalid', ann, 'nobody@test.invalid', ann])
      statuses.push(await ask(account));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });
});

describe('the counters', () => {
  test('[RL-8] a refused attempt names the seconds to wait, never zero and at most the minute', async () => {
    const { takeLogin } = createRateLimits({ login: 1, preLogin: 1 });
    expect(await takeLogin('a', 'x')).toBe(0);
    const seconds = await takeLogin('a', 'x');
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test('[RL-9] what one address was refused does not use up the attempts of all others', async () => {
    const { takeLogin } = createRateLimits({ login: 2, preLogin: 1 });
    for (let turn = 0; turn < 50; turn += 1) await takeLogin('attacker', 'ann');
    expect(await takeLogin('home', 'ann')).toBe(0);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../testing/fake-clock.ts';
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

  test('[RL-2] what others behind its address ask keeps no known device from the question that a sign-in begins with', async () => {
    const device = await server.signedIn('ann');
    const cookie = `orchid_device_id=${device.deviceId}`;
    const ask = async (headers: Readonly<Record<string, string>> = {}): Promise<number> => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ username_or_email: ann }),
      };
      return (await server.app.request('/api/login/v1/pre_login', init, connectionFrom('10.0.6.2'))).status;
    };
    const others: number[] = [];
    for (let turn = 0; turn <= limits.preLogin; turn += 1) others.push(await ask());
    expect(others.at(-1)).toBe(429);
    const own: number[] = [];
    for (let turn = 0; turn <= limits.preLogin; turn += 1) own.push(await ask({ cookie }));
    expect(own).toEqual([200, 200, 200, 429]);
    expect(await ask({ cookie: 'orchid_device_id=AAAAAAAAAAAAAAAA' })).toBe(429);
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
    const { takeLogin } = createRateLimits({ login: 1, preLogin: 1 }, new FakeClock());
    expect(await takeLogin({ address: 'a', account: 'x', knownDevice: null })).toBe(0);
    const seconds = await takeLogin({ address: 'a', account: 'x', knownDevice: null });
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test('[IV-5][RC-1] codes from paper are counted by the hour and mails by the day; a code that opened something is given back', async () => {
    const limits = createRateLimits({ login: 1, preLogin: 1 }, new FakeClock());
    for (let tries = 0; tries < 5; tries += 1) expect(await limits.takeCode('a')).toBe(0);
    await limits.giveCodeBack('a');
    expect(await limits.takeCode('a')).toBe(0);
    const untilHour = await limits.takeCode('a');
    expect(untilHour).toBeGreaterThan(3500);
    expect(untilHour).toBeLessThanOrEqual(3600);
    expect(await limits.takeCode('b')).toBe(0);
    const mail = { email: 'ann@test.invalid', from: 'a' };
    for (let sent = 0; sent < 3; sent += 1) expect(await limits.takeMail(mail)).toBe(0);
    const untilDay = await limits.takeMail(mail);
    expect(untilDay).toBeGreaterThan(86_300);
    expect(untilDay).toBeLessThanOrEqual(86_400);
  });

  test('as many codes and mails as a server was set up for', async () => {
    const limits = createRateLimits({ login: 1, preLogin: 1, codes: 1, mails: 4 }, new FakeClock());
    expect(await limits.takeCode('a')).toBe(0);
    expect(await limits.takeCode('a')).toBeGreaterThan(0);
    const mail = { email: 'ann@test.invalid', from: 'a' };
    for (let sent = 0; sent < 4; sent += 1) expect(await limits.takeMail(mail)).toBe(0);
    expect(await limits.takeMail(mail)).toBeGreaterThan(0);
  });

  test('[RL-2] many attempts on one account at once are limited before the first has failed', async () => {
    const { takeLogin } = createRateLimits({ login: 2, preLogin: 1 }, new FakeClock());
    const take = (address: string) => takeLogin({ address, account: 'ann', knownDevice: null });
    for (const index of ten) expect(await take(`a${index}`)).toBe(0);
    expect(await take('one more')).toBeGreaterThan(0);
  });

  test('[RL-9] what one address was refused does not use up the attempts of all others', async () => {
    const { takeLogin } = createRateLimits({ login: 2, preLogin: 1 }, new FakeClock());
    for (let turn = 0; turn < 50; turn += 1)
      await takeLogin({ address: 'attacker', account: 'ann', knownDevice: null });
    expect(await takeLogin({ address: 'home', account: 'ann', knownDevice: null })).toBe(0);
  });
});

describe('what others do to an account', () => {
  const password = (): string => server.keys.get('ann')?.auth ?? '';
  const fail = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) await attempt({ address: `10.1.${turn}.1`, account: ann });
  };
  /** The time of the fake clock alone: the counters of a minute run by the machine's. */
  const growing = () => createRateLimits({ login: 1000, preLogin: 1 }, server.clock);

  test('[RL-10] waits grow with each failure, are those of the account, and never exceed fifteen minutes', async () => {
    const limits = growing();
    const made = { address: 'a', account: 'ann', knownDevice: null };
    for (let turn = 0; turn < 5000 - 1; turn += 1) limits.endLogin(made, false);
    expect(await limits.takeLogin(made)).toBe(0);
    const waits: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      limits.endLogin(made, false);
      waits.push(await limits.takeLogin({ ...made, address: 'elsewhere' }));
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
    expect(await limits.takeLogin({ ...made, account: 'ben' })).toBe(0);
    server.clock.pass(900_000);
    expect(await limits.takeLogin(made)).toBe(0);
    limits.endLogin(made, true);
    limits.endLogin(made, false);
    expect(await limits.takeLogin(made)).toBe(0);
  });

  test('[RL-10] whoever signs in, on a device that is known too, ends the wait of the account and its own, and nobody else’s', async () => {
    const limits = growing();
    const strange = { address: 'a', account: 'ann', knownDevice: null };
    const [own, other] = [
      { ...strange, knownDevice: 'hers' },
      { ...strange, knownDevice: 'another of hers' },
    ];
    for (const one of [strange, own, other]) for (let turn = 0; turn < 5000; turn += 1) limits.endLogin(one, false);
    const waits = () => Promise.all([strange, own, other].map((one) => limits.takeLogin(one)));
    expect(await waits()).toEqual([30, 30, 30]);
    limits.endLogin(own, true);
    expect(await waits()).toEqual([0, 0, 30]);
  });

  test('[RL-11] addresses of one IPv6 network count as one', async () => {
    const from = (end: number): Attempt => ({ address: `2001:db8:0:7::${end}`, account: ann });
    expect(await statusesOf([from(1), from(2), from(3)])).toEqual([400, 400, 429]);
    expect(await statusesOf([{ address: '2001:db8:0:8::1', account: ann }])).toEqual([400]);
  });

  test('[RL-12] keeps out a device that is not known, and not the one on which its owner has signed in', async () => {
    const device = server.device();
    expect((await device.signIn(ann, '', server.keys.get('ann'))).status).toBe(200);
    const cookie = `orchid_device_id=${device.cookies.get('orchid_device_id') ?? ''}`;
    await fail(wide + 5);
    const elsewhere = { address: '10.2.0.1', account: ann, password: password() };
    expect(await statusesOf([elsewhere])).toEqual([429]);
    expect(await statusesOf([{ ...elsewhere, headers: { cookie: 'orchid_device_id=AAAAAAAAAAAAAAAA' } }])).toEqual([
      429,
    ]);
    expect(await statusesOf([{ ...elsewhere, headers: { cookie } }])).toEqual([200]);
  });

  test('[RL-12] a known device is known for its own account only, and limited by itself', async () => {
    await server.addAccount('ben');
    const device = server.device();
    await device.signIn('ben@test.invalid', '', server.keys.get('ben'));
    const headers = { cookie: `orchid_device_id=${device.cookies.get('orchid_device_id') ?? ''}` };
    await fail(wide + 5);
    expect(await statusesOf([{ address: '10.2.0.2', account: ann, headers }])).toEqual([429]);
    const own = { address: '10.2.0.2', account: 'ben@test.invalid', headers };
    expect(await statusesOf([own, own, own])).toEqual([400, 400, 429]);
  });
});

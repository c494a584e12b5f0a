import { describe, expect, test } from 'vitest';
import { FakeClock } from '../testing/fake-clock.ts';
import { createGrowingWaits } from './growing-waits.ts';
import { createRateLimits, defaultLimits } from './rate-limits.ts';
import { createRequestLimits, defaultAllowances } from './request-limits.ts';
import { TokenBuckets } from './token-buckets.ts';

/** How often it lets through before it asks to wait. */
function passesOf(take: () => number): number {
  for (let count = 0; count < 200_000; count += 1) if (take() > 0) return count;
  throw new Error('nothing stops it');
}

/** The same, and in which term it counts: the wait that is named, in whole such terms. */
async function passesIn(term: number, take: (turn: number) => Promise<number>): Promise<readonly [number, string]> {
  for (let count = 0; count < 20_000; count += 1) {
    const seconds = await take(count);
    // A test takes seconds at most.
    if (seconds > 0) return [count, seconds > term - 20 && seconds <= term ? `in ${term} s` : `in ${seconds} s`];
  }
  throw new Error('nothing stops it');
}

const [minute, hour, day] = [60, 3600, 86_400];

describe('[AV-1] what one caller, and one address, may ask', () => {
  const table = [
    ['push', 3000, 60],
    ['pull', 3000, 60],
    ['read', 1200, 30],
    ['socket', 300, 3],
  ] as const;

  test.each(table)('%s: %d at once and %d a second, an address twenty times as much', (kind, burst, perSecond) => {
    const clock = new FakeClock();
    const limits = createRequestLimits(defaultAllowances, clock);
    const [caller, address] = [() => limits.takeCaller(kind, 'ann'), () => limits.takeAddress(kind, '10.0.0.1')];
    expect([passesOf(caller), passesOf(address)]).toEqual([burst, burst * 20]);
    clock.pass(1000);
    expect([passesOf(caller), passesOf(address)]).toEqual([perSecond, perSecond * 20]);
  });

  test('one socket says 1,200 things at once and sixty a second, each socket by itself', () => {
    const clock = new FakeClock();
    const limits = createRequestLimits(defaultAllowances, clock);
    const [one, other] = [limits.messages(), limits.messages()];
    const passes = (next: () => boolean) => passesOf(() => (next() ? 0 : 1));
    expect(passes(one)).toBe(1200);
    clock.pass(1000);
    expect([passes(one), passes(other)]).toEqual([60, 1200]);
  });

  test('six answers are on their way at once', () => {
    expect(defaultAllowances.answers).toBe(6);
  });

  test('fifty thousand callers are counted: one more, and who was not heard of for longest is counted anew', () => {
    const buckets = new TokenBuckets({ burst: 1, perSecond: 0.001 }, new FakeClock());
    for (let caller = 0; caller < 50_000; caller += 1) buckets.take(`c${caller}`);
    expect(buckets.take('c0')).toBeGreaterThan(0);
    expect(buckets.take('one more')).toBe(0);
    expect(buckets.take('c0')).toBeGreaterThan(0);
    expect(buckets.take('c1')).toBe(0);
  });
});

describe('[RL-1] sign-ins, mails and codes, as long as nobody configures others', () => {
  const limits = () => createRateLimits(defaultLimits, new FakeClock());

  test('ten sign-ins a minute of one address on one account', async () => {
    const { takeLogin } = limits();
    const attempt = { address: 'a', account: 'ann', knownDevice: null };
    expect(await passesIn(minute, () => takeLogin(attempt))).toEqual([10, 'in 60 s']);
  });

  test('[RL-2, RL-3] fifty of many addresses on one account, and of one address on many', async () => {
    const { takeLogin } = limits();
    const onOne = (turn: number) => takeLogin({ address: `a${turn}`, account: 'ann', knownDevice: null });
    const ofOne = (turn: number) => takeLogin({ address: 'b', account: `p${turn}`, knownDevice: null });
    expect(await passesIn(minute, onOne)).toEqual([50, 'in 60 s']);
    expect(await passesIn(minute, ofOne)).toEqual([50, 'in 60 s']);
  });

  test('[RL-12] ten on a device that is known, beside all that others try', async () => {
    const { takeLogin } = limits();
    const attempt = { address: 'a', account: 'ann', knownDevice: 'd1' };
    expect(await passesIn(minute, () => takeLogin(attempt))).toEqual([10, 'in 60 s']);
    const others = (turn: number) => takeLogin({ address: `a${turn}`, account: 'ann', knownDevice: null });
    expect(await passesIn(minute, others)).toEqual([50, 'in 60 s']);
  });

  test('[RL-10] fifty failures cost nothing but the minute; from then on each makes the wait longer', async () => {
    const clock = new FakeClock();
    const { takeLogin, endLogin } = createRateLimits(defaultLimits, clock);
    const attempt = { address: 'a', account: 'ann', knownDevice: null };
    for (let failure = 0; failure < 49; failure += 1) endLogin(attempt, false);
    expect(await takeLogin(attempt)).toBe(0);
    endLogin(attempt, false);
    expect(await takeLogin(attempt)).toBe(30);
  });

  test('sixty questions a minute for derivation parameters', async () => {
    const { takePreLogin } = limits();
    expect(await passesIn(minute, () => takePreLogin('10.0.0.1'))).toEqual([60, 'in 60 s']);
  });

  test('sixty returns a minute of one device, and three thousand behind one address', async () => {
    const { takeResume } = limits();
    const ofOne = () => takeResume('a', { sub: 'ann', device: 'd1' });
    const ofMany = (turn: number) => takeResume('b', { sub: 'ann', device: `d${turn}` });
    expect(await passesIn(minute, ofOne)).toEqual([60, 'in 60 s']);
    expect(await passesIn(minute, ofMany)).toEqual([3000, 'in 60 s']);
  });

  test('[IV-5] three mails a day to one e-mail, sixty of one place to many, and five codes an hour', async () => {
    const { takeMail, takeCode } = limits();
    const toOne = () => takeMail({ email: 'ann@test.invalid', from: 'a' });
    const toMany = (turn: number) => takeMail({ email: `p${turn}@test.invalid`, from: 'b' });
    expect(await passesIn(day, toOne)).toEqual([3, 'in 86400 s']);
    expect(await passesIn(day, toMany)).toEqual([60, 'in 86400 s']);
    expect(await passesIn(hour, () => takeCode('a'))).toEqual([5, 'in 3600 s']);
  });
});

describe('[RL-10] waits that grow', () => {
  test.each([
    ['a day without one', 24 * 60 * 60 * 1000, 0],
    ['a moment less', 24 * 60 * 60 * 1000 - 1, 30],
  ])('failures are forgotten after %s', (_what, passedMs, seconds) => {
    const clock = new FakeClock();
    const waits = createGrowingWaits({ freeFailures: 2 }, clock);
    waits.addFailure('ann');
    clock.pass(passedMs);
    waits.addFailure('ann');
    expect(waits.secondsFor('ann')).toBe(seconds);
  });

  test('double from half a minute up to a quarter of an hour, and go with a sign-in', () => {
    const waits = createGrowingWaits({ freeFailures: 2 }, new FakeClock());
    const seconds = Array.from({ length: 9 }, () => {
      waits.addFailure('ann');
      return waits.secondsFor('ann');
    });
    expect(seconds).toEqual([0, 30, 60, 120, 240, 480, 900, 900, 900]);
    waits.clear('ann');
    expect(waits.secondsFor('ann')).toBe(0);
  });

  test('a hundred thousand accounts are counted; who was not tried for longest makes room', () => {
    const waits = createGrowingWaits({ freeFailures: 1 }, new FakeClock());
    for (let account = 0; account < 100_000; account += 1) waits.addFailure(`a${account}`);
    expect(waits.secondsFor('a0')).toBe(30);
    waits.addFailure('one more');
    expect([waits.secondsFor('a0'), waits.secondsFor('a1')]).toEqual([0, 30]);
  });
});

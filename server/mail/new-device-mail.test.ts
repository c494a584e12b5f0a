import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { TestServer } from '../testing/test-server.ts';
import type { Mail, Mailer } from './mailer.ts';

const minuteMs = 60_000;
let server: TestServer;
let sent: Mail[];
/** Held while it sends, where a test says so. */
let holding: Promise<void> | null;
let onSending: () => void;

const mailer: Mailer = {
  leaves: true,
  send: async (mail) => {
    onSending();
    await holding;
    sent.push(mail);
  },
};

beforeEach(async () => {
  [sent, holding, onSending] = [[], null, () => undefined];
  server = await TestServer.create({ mailer, now: '2026-11-20T14:00:00.000Z' });
  await server.addAccount('ann');
  await server.addAccount('ben');
});
afterEach(() => server.close());

async function signIn(sub: string) {
  const device = await server.signedIn(sub);
  await server.orchid.settle();
  return device;
}
/** Ann's very first, an hour before the rest: at 15:00 in Greenwich. */
async function firstDevice() {
  const device = await signIn('ann');
  await pass(60 * minuteMs);
  return device;
}
async function pass(ms: number): Promise<void> {
  server.clock.pass(ms);
  await server.orchid.settle();
}

describe('a mail that a new device signed in', () => {
  test('goes to the account’s address for a second device; not for the first, nor for one that is known', async () => {
    const first = await firstDevice();
    await signIn('ben');
    expect(sent).toEqual([]);
    await signIn('ann');
    expect(sent.map((mail) => mail.to)).toEqual(['ann@test.invalid']);
    expect(sent[0]?.key).toMatch(/^mail\.new-device\.ann\./);
    await pass(60 * minuteMs);
    await first.signIn('ann@test.invalid', '', server.keys.get('ann'));
    await pass(60 * minuteMs);
    expect(sent).toHaveLength(1);
  });

  test('says when, in UTC and in the practice’s zone, and what can be done today; names nobody', async () => {
    await firstDevice();
    await signIn('ann');
    const [mail] = sent;
    expect(mail?.subject).toBe('A new device signed in to Orchid');
    expect(mail?.text).toContain('20 November 2026, 15:00 UTC (20 November 2026, 10:00 in America/New York)');
    expect(mail?.text).toContain('open Account and choose “Sign out everywhere”');
    expect(mail?.html).toContain('<meta name="color-scheme" content="light dark">');
    for (const text of [mail?.subject, mail?.text, mail?.html]) {
      expect(text).not.toMatch(/\bann\b|Test|Dr\.|clini|session|therap|patient|client|<img|<script|href/);
    }
  });

  test('is planned in the sign-in’s own transaction, without address or words', async () => {
    await firstDevice();
    let release!: () => void;
    holding = new Promise((resolve) => (release = resolve));
    await server.signedIn('ann');
    const jobs = await server.store.read(() => call('jobsAfter', 0, 10));
    expect(jobs.map((job) => job.payload)).toEqual([
      { template: 'new-device', account: 'ann', at: '2026-11-20T15:00:00.000Z' },
    ]);
    release();
    await server.orchid.settle();
  });

  test('goes also after a clock that was a year ahead: what waits for then keeps nobody in the dark', async () => {
    await firstDevice();
    const yearMs = 365 * 24 * 60 * minuteMs;
    await pass(yearMs);
    await signIn('ann');
    await signIn('ann');
    expect(sent).toHaveLength(1);
    await pass(-yearMs);
    await signIn('ann');
    expect(sent).toHaveLength(2);
    expect(sent[1]?.text).toContain('20 November 2026, 15:00 UTC');
    expect(await server.store.read(() => call('jobsAfter', 0, 10))).toEqual([]);
  });

  test('at most one goes in a quarter of an hour, and tells of all that came', async () => {
    await firstDevice();
    await signIn('ann');
    await pass(2 * minuteMs);
    await signIn('ann');
    await pass(3 * minuteMs);
    await signIn('ann');
    await pass(10 * minuteMs - 1);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.text).toMatch(/15:02 UTC.*\n.*15:05 UTC/);
    await pass(16 * minuteMs);
    await signIn('ann');
    expect(sent).toHaveLength(3);
  });

  test('a device that comes while one is on its way is told of by another', async () => {
    await firstDevice();
    let release!: () => void;
    holding = new Promise((resolve) => (release = resolve));
    const sending = new Promise<void>((resolve) => (onSending = resolve));
    await server.signedIn('ann');
    await sending;
    server.clock.pass(minuteMs);
    await server.signedIn('ann');
    release();
    await server.orchid.settle();
    expect(sent).toHaveLength(1);
    await pass(15 * minuteMs);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.text).toContain('15:01 UTC');
    expect(sent[1]?.text).not.toContain('15:00 UTC');
  });

  test('where no mail leaves none is planned, and features can tell', async () => {
    const silent = await TestServer.create();
    await silent.addAccount('ann');
    await silent.signedIn('ann');
    await silent.signedIn('ann');
    expect(silent.services.mailer.leaves).toBe(false);
    expect(await silent.store.read(() => call('jobsAfter', 0, 10))).toEqual([]);
    await silent.close();
  });

  test('is never too late: found days after, it goes', async () => {
    await firstDevice();
    await server.signedIn('ann');
    await server.orchid.settle();
    await server.store.write(() =>
      call('addJob', {
        kind: 'mail',
        key: 'mail.new-device.ann.late',
        payload: { template: 'new-device', account: 'ann', at: '2026-11-20T15:00:00.000Z' },
        runAtMs: server.clock.now() + 1,
      }),
    );
    await pass(30 * 24 * 60 * minuteMs);
    expect(sent).toHaveLength(2);
  });
});

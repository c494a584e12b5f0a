import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { argon2id } from 'hash-wasm';
import { Hono } from 'hono';
import sodium from 'libsodium-wrappers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { passwordKeys } from '../sync/core/account-keys.ts';
import { fromBase64Url, toBase64Url } from '../sync/core/base64url.ts';
import { kdfFloor } from '../sync/protocol/session-message.ts';
import { derivePassword } from './auth/passwords.ts';
import { parseConfig } from './config.ts';
import { tombstonesKeptMs } from './effects/prune-log.ts';
import { openSecrets } from './secrets.ts';
import { staticFiles } from './static-files.ts';
import { membershipOf, smallPractice } from './testing/builders.ts';
import { createTestLog, FakeClock, seededRandom } from './testing/fake-clock.ts';
import { TestServer } from './testing/test-server.ts';

let folder: string;
beforeEach(async () => {
  await sodium.ready;
  folder = mkdtempSync(path.join(tmpdir(), 'orchid-server-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('configuration', () => {
  test('has defaults for everything', () => {
    expect(parseConfig({})).toEqual({
      port: 8787,
      host: '127.0.0.1',
      dataDir: './data',
      demo: true,
      trustProxy: false,
      requestLimits: true,
      draftPauseMs: 120_000,
      practiceZone: 'America/New_York',
      origins: [],
      smtp: null,
      approval: 'automatic',
      signupTrial: 'core-month',
    });
  });

  test('[D-10] without the demo an operator looks at new professionals, unless it is said otherwise', () => {
    expect(parseConfig({ ORCHID_DEMO: '0' }).approval).toBe('operator');
    expect(parseConfig({ ORCHID_DEMO: '0', APPROVAL: 'automatic' }).approval).toBe('automatic');
    expect(() => parseConfig({ APPROVAL: 'maybe' })).toThrow('APPROVAL');
    expect(parseConfig({ SIGNUP_TRIAL: 'none' }).signupTrial).toBe('none');
    expect(() => parseConfig({ SIGNUP_TRIAL: 'year' })).toThrow('SIGNUP_TRIAL');
  });

  test.each([
    ['now', 'now'],
    ['lately', 'lately'],
    ['1', true],
    ['0', false],
  ])('ORCHID_DEMO=%s fills an empty database or not, around this moment or not', (value, demo) => {
    expect(parseConfig({ ORCHID_DEMO: value }).demo).toBe(demo);
  });

  test('ORIGIN names one or more origins', () => {
    const { origins } = parseConfig({ ORIGIN: 'https://orchid.example, http://localhost:8787' });
    expect(origins).toEqual(['https://orchid.example', 'http://localhost:8787']);
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['HOST', 'not a host'],
    ['DATA_DIR', ' '],
    ['ORCHID_DEMO', 'maybe'],
    ['TRUST_PROXY', 'yes'],
    ['PRACTICE_ZONE', 'America/Nowhere'],
    ['PRACTICE_ZONE', '+05:00'],
    ['ORIGIN', 'orchid.example'],
    ['ORIGIN', 'https://orchid.example/'],
    ['ORIGIN', 'https://orchid.example:443'],
    ['ORIGIN', 'https://orchid.example,ftp://orchid.example'],
  ])('names the wrong setting: %s=%s', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(name);
  });
});

describe('secrets', () => {
  const open = (clock = new FakeClock()) =>
    openSecrets(folder, { sodium, random: seededRandom(clock.now() % 1000), clock, log: createTestLog() });

  test('lie in a directory that nobody else on the machine reads', () => {
    const dataDir = path.join(folder, 'made', 'here');
    const clock = new FakeClock();
    openSecrets(dataDir, { sodium, random: seededRandom(1), clock, log: createTestLog() });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  test('are made once, for this user alone, and nothing of them lies in the clear beside the master key', () => {
    const made = open();
    expect(open()).toEqual(made);
    for (const name of ['master.key', 'server-keys.sealed']) {
      expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
    }
    const sealed = readFileSync(path.join(folder, 'server-keys.sealed')).toString('latin1');
    expect(sealed).not.toContain('PRIVATE KEY');
  });

  test('a deposit pair is replaced after half a year and opens deposits for a year more', () => {
    const first = open().deposit[0]?.id;
    const later = new FakeClock('2027-06-01T00:00:00.000Z');
    const rotated = open(later);
    expect(rotated.deposit.map((pair) => pair.id)).toContain(first);
    expect(rotated.deposit[0]?.id).not.toBe(first);
    const muchLater = new FakeClock('2028-06-01T00:00:00.000Z');
    expect(open(muchLater).deposit.map((pair) => pair.id)).not.toContain(first);
  });
});

describe('passwords', () => {
  test('the server derives from a raw password what a device derives', async () => {
    const kdf = { ...kdfFloor, salt: toBase64Url(new Uint8Array(16).fill(9)) };
    const password = 'Ｏrchid-demo-26!';
    const root = await argon2id({
      password: password.normalize('NFKC'),
      salt: fromBase64Url(kdf.salt),
      iterations: kdf.ops,
      memorySize: kdf.memKiB,
      parallelism: 1,
      hashLength: 32,
      outputType: 'binary',
    });
    expect(await derivePassword(sodium, password, kdf)).toEqual(passwordKeys(sodium, root));
  });
});

describe('the built client', () => {
  const app = (): Hono => new Hono().use(staticFiles(path.join(folder, 'dist')));

  beforeEach(() => {
    mkdirSync(path.join(folder, 'dist', 'assets'), { recursive: true });
    writeFileSync(path.join(folder, 'dist', 'index.html'), '<!doctype html>app');
    writeFileSync(path.join(folder, 'dist', 'sw.js'), 'self');
    writeFileSync(path.join(folder, 'dist', 'assets', 'main-abc.js'), 'main');
    writeFileSync(path.join(folder, 'secret.txt'), 'CANARY');
  });

  test.each([
    ['/', 'text/html', 'no-cache'],
    ['/sw.js', 'text/javascript', 'no-cache'],
    ['/assets/main-abc.js', 'text/javascript', 'public, max-age=31536000, immutable'],
  ])('%s is %s, %s', async (name, type, cache) => {
    const response = await app().request(name);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('cache-control')).toBe(cache);
  });

  test('a navigation to a path of the router gets the page, a missing file does not', async () => {
    const page = await app().request('/pro-dashboard/schedule', { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('app');
    expect((await app().request('/assets/gone.js')).status).toBe(404);
    expect((await app().request('/api/nothing', { headers: { accept: 'text/html' } })).status).toBe(404);
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%00',
    '/%E0%A4%A',
  ])('%s leads nowhere', async (name) => {
    const response = await app().request(name);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('CANARY');
  });
});

describe('time', () => {
  test('a cursor from before the tombstones that were forgotten takes everything anew', async () => {
    const server = await TestServer.create();
    await server.addAccount('ann');
    await server.addAccount('ben');
    await server.write(...smallPractice(), membershipOf('chart:c1', 'ben', 'treating'));
    const ben = await server.signedIn('ben');
    await ben.pullAll();
    await server.write(membershipOf('chart:c1', 'ben', 'treating', { ended: '2026-11-20T15:00:00.000Z' }));
    for (const ms of [tombstonesKeptMs, 7 * 3_600_000]) {
      server.clock.pass(ms);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { cursor } = ben;
    await ben.signIn('ben@test.invalid', '', server.keys.get('ben'));
    ben.cursor = cursor;
    const { lines, end } = await ben.pullPage();
    expect(lines[0]).toMatchObject({ kind: 'begin', reset: true });
    expect(end.sums).toEqual(ben.sums());
    await server.close();
  });
});

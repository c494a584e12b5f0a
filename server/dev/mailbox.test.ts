import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMailbox, type Mailbox } from '../mail/mailbox.ts';
import { FakeClock, seededRandom } from '../testing/fake-clock.ts';
import { TestServer } from '../testing/test-server.ts';
import { makeMailboxKey } from './mailbox-access.ts';

let dataDir: string;
let mailbox: Mailbox;
let server: TestServer;
let key: string;
let listening: ReturnType<typeof createAdaptorServer>;
let port: number;

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'orchid-mailbox-'));
  mailbox = openMailbox(dataDir, new FakeClock());
  key = makeMailboxKey(dataDir, seededRandom(9));
  server = await TestServer.create({ mailer: mailbox, shownMailbox: { mailbox, key } });
  listening = createAdaptorServer({ fetch: server.app.fetch });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  port = (listening.address() as AddressInfo).port;
});
afterEach(async () => {
  await new Promise((resolve) => listening.close(resolve));
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A request as it is: `fetch` sends no `Host` of one's own. */
function ask(target: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: target, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

const letter = { to: 'ann@test.invalid', subject: 'A <b>letter', text: 'Words', html: '<p onclick="x">Words</p>' };

describe('the demo’s mailbox', () => {
  test('holds the 200 newest, each key once, in a file for this user alone, also when opened anew', async () => {
    for (let count = 0; count < 205; count += 1) await mailbox.send({ ...letter, key: `k${count}` });
    await mailbox.send({ ...letter, key: 'k204' });
    const again = openMailbox(dataDir, new FakeClock()).all();
    expect(again).toEqual(mailbox.all());
    expect([again.length, again[0]?.key, again.at(-1)?.key]).toEqual([200, 'k204', 'k5']);
    for (const name of ['mailbox.json', 'mailbox-key'])
      expect(statSync(path.join(dataDir, name)).mode & 0o777, name).toBe(0o600);
    expect(readFileSync(path.join(dataDir, 'mailbox-key'), 'utf8').trim()).toBe(key);
  });

  test('opens by its key, which leaves the address for a cookie', async () => {
    await mailbox.send({ ...letter, key: 'k1' });
    const first = await ask(`/dev/mail?key=${key}`);
    expect([first.status, first.headers['location']]).toEqual([302, '/dev/mail']);
    const [cookie = ''] = first.headers['set-cookie'] as string[];
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/dev/mail']) expect(cookie).toContain(part);
    const held = { cookie: cookie.split(';')[0] ?? '' };
    const list = await ask('/dev/mail', held);
    expect(list.status).toBe(200);
    expect(list.text).toContain('A &lt;b&gt;letter');
    const one = await ask('/dev/mail/1', held);
    expect(one.text).toContain('<iframe sandbox="" ');
    expect(one.text).toContain('srcdoc="&lt;p onclick=&quot;x&quot;&gt;Words&lt;/p&gt;"');
    for (const answer of [list, one]) {
      expect(answer.headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'unsafe-inline'; frame-src/,
      );
      expect(answer.headers['content-security-policy']).not.toContain('script-src');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect((await ask('/dev/mail/2', held)).status).toBe(404);
    const json = await ask(`/dev/mail.json?key=${key}`);
    expect(JSON.parse(json.text)).toMatchObject({ mails: [{ id: 1, to: letter.to, subject: letter.subject }] });
  });

  test.each([
    ['without a key', '/dev/mail', {}],
    ['with a wrong key', '/dev/mail?key=wrong', {}],
    ['with a wrong cookie', '/dev/mail', { cookie: 'orchid_mailbox=wrong' }],
    ['for another host', '/dev/mail?key=KEY', { host: 'evil.example' }],
    ['for a host that only begins like this machine', '/dev/mail.json?key=KEY', { host: 'localhost.evil.example' }],
    ['through a proxy: forwarded', '/dev/mail.json?key=KEY', { forwarded: 'for=1.2.3.4' }],
    ['through a proxy: x-forwarded-for', '/dev/mail.json?key=KEY', { 'x-forwarded-for': '127.0.0.1' }],
    ['through a proxy: x-forwarded-host', '/dev/mail.json?key=KEY', { 'x-forwarded-host': 'localhost' }],
    ['through a proxy: via', '/dev/mail/1?key=KEY', { via: '1.1 proxy' }],
    ['through a proxy: x-real-ip', '/dev/mail.json?key=KEY', { 'x-real-ip': '127.0.0.1' }],
  ])('is not there %s', async (_what, target, headers) => {
    await mailbox.send({ ...letter, key: 'k1' });
    expect((await ask(target.replace('KEY', key), headers)).status).toBe(404);
  });

  test.each(['localhost', '127.0.0.1:8787', '[::1]:8787'])('is there for the host %s', async (host) => {
    expect((await ask(`/dev/mail.json?key=${key}`, { host })).status).toBe(200);
  });

  test('is not there for a socket that is none of this machine, nor where there is no mailbox', async () => {
    const target = `/dev/mail.json?key=${key}`;
    const from = (remoteAddress: string) => ({
      incoming: { socket: { remoteAddress, remotePort: 1, remoteFamily: 'IPv4' } },
    });
    const init = { headers: { host: 'localhost' } };
    expect((await server.app.request(target, init, from('127.0.0.1'))).status).toBe(200);
    expect((await server.app.request(target, init, from('192.0.2.1'))).status).toBe(404);
    const without = await TestServer.create();
    expect((await without.app.request(target, init, from('127.0.0.1'))).status).toBe(404);
    await without.close();
  });
});

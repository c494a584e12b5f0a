import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { TestServer } from '../testing/test-server.ts';
import { createSmtpMailer, isLoopbackHost, messageIdOf } from './smtp-mailer.ts';
import { parseSmtpUrl, type SmtpSettings } from './smtp-url.ts';
import { SmtpServer } from './testing/smtp-server.ts';

const from = 'Orchid <no-reply@orchid.example>';
const mail = {
  key: 'mail.new-device.ann.d1',
  to: 'ann@test.invalid',
  subject: 'Hello',
  text: 'Words',
  html: '<p>Words',
};
let smtp: SmtpServer;
let settings: SmtpSettings;

beforeEach(async () => {
  smtp = new SmtpServer();
  settings = { host: '127.0.0.1', port: await smtp.listen(), secure: false, auth: null, from };
});
afterEach(() => smtp.close());

const errorOf = (sending: Promise<void>): Promise<string> =>
  sending.then(
    () => 'sent',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'no error'),
  );

describe('mail by SMTP', () => {
  test('is handed over once, with a message id that follows from its key and tells nothing of it', async () => {
    await createSmtpMailer(settings).send(mail);
    await createSmtpMailer(settings).send(mail);
    expect(smtp.taken).toHaveLength(2);
    const ids = smtp.taken.map((text) => /^Message-ID: (.*)$/m.exec(text)?.[1]?.trim());
    expect(ids).toEqual([messageIdOf(mail.key, from), messageIdOf(mail.key, from)]);
    expect(ids[0]).not.toBe(messageIdOf('another', from));
    expect(smtp.taken.join('')).not.toContain('mail.new-device');
    expect(smtp.taken[0]).toContain('To: ann@test.invalid');
    expect(smtp.taken[0]).toMatch(/^Auto-Submitted: auto-generated/m);
  });

  test('[EP-3] its own headers arrive as they are, however long', async () => {
    const address = `<https://orchid.example/api/users/v1/email_preference/${'Ab-_'.repeat(90)}/unsubscribe>`;
    const headers = { 'List-Unsubscribe': address, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
    await createSmtpMailer(settings).send({ ...mail, headers });
    const unfolded = smtp.taken[0]?.replaceAll(/\r\n[ \t]+/g, ' ') ?? '';
    const valueOf = (name: string) => new RegExp(`^${name}: *(.*)$`, 'm').exec(unfolded)?.[1]?.trim();
    expect([valueOf('List-Unsubscribe'), valueOf('List-Unsubscribe-Post')]).toEqual(Object.values(headers));
    expect(Math.max(...(smtp.taken[0] ?? '').split('\r\n').map((line) => line.length))).toBeLessThan(998);
  });

  test.each([
    ['refuse', 'MailRefused: MailRefused'],
    ['misread', 'MailRefused: MailRefused'],
    ['defer', 'MailDeferred: MailDeferred'],
    ['hang', 'MailTimeout: MailTimeout'],
  ] as const)('%s: fails by a name alone, without what the other side said', async (mood, error) => {
    smtp.mood = mood;
    expect(await errorOf(createSmtpMailer(settings, { connectMs: 200, silenceMs: 200 }).send(mail))).toBe(error);
    expect(smtp.taken).toEqual([]);
  });

  test('nobody there: unreachable', async () => {
    await smtp.close();
    expect(await errorOf(createSmtpMailer(settings).send(mail))).toBe('MailUnreachable: MailUnreachable');
    smtp = new SmtpServer();
    await smtp.listen();
  });

  test('a signal ends it wherever it stands', async () => {
    smtp.mood = 'hang';
    const abort = new AbortController();
    const greeted = smtp.nextGreeting();
    const sending = errorOf(
      createSmtpMailer(settings, { connectMs: 60_000, silenceMs: 60_000 }).send(mail, abort.signal),
    );
    await greeted;
    abort.abort();
    expect(await sending).toBe('MailTimeout: MailTimeout');
  });

  test('TLS is a must unless the other side is this machine', async () => {
    // The name leads to this machine, but only its address says that it is.
    const outside = { ...settings, host: '0.0.0.0' };
    expect(await errorOf(createSmtpMailer(outside).send(mail))).not.toBe('sent');
    expect(smtp.taken).toEqual([]);
    expect(['localhost', '127.0.0.1', '::1', '127.9.9.9'].map(isLoopbackHost)).toEqual([true, true, true, true]);
    expect(['0.0.0.0', 'mail.example', '127.example', '10.0.0.1'].map(isLoopbackHost)).not.toContain(true);
  });

  test('with TLS from the first byte, one that speaks none takes nothing', async () => {
    const seen: number[] = [];
    const plain = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (chunk: Buffer) => {
        seen.push(chunk[0] ?? 0);
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const address = plain.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await errorOf(createSmtpMailer({ ...settings, port, secure: true }).send(mail))).toBe(
      'MailUnreachable: MailUnreachable',
    );
    // A TLS handshake begins with 22.
    expect(seen).toEqual([22]);
    await new Promise((resolve) => plain.close(resolve));
  });

  test.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, auth: null }],
    [
      'smtps://a%40b:p%2Fw@mail.example',
      { host: 'mail.example', port: 465, secure: true, auth: { user: 'a@b', pass: 'p/w' } },
    ],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false, auth: null }],
    ['smtp://mail.example?requireTLS=false', null],
    ['http://mail.example', null],
    ['smtp://%@mail.example', null],
    ['mail.example', null],
  ])('%s is read', (text, expected) => {
    expect(parseSmtpUrl(text)).toEqual(expected);
  });
});

describe('the mail job', () => {
  /** Ann signs in on a first device and on a second: the second brings a mail. */
  async function withNewDevice(): Promise<TestServer> {
    const server = await TestServer.create({
      mailer: createSmtpMailer(settings, { connectMs: 200, silenceMs: 200 }),
    });
    await server.addAccount('ann');
    await server.signedIn('ann');
    await server.signedIn('ann');
    await server.orchid.settle();
    return server;
  }
  async function refusedFor20Hours(server: TestServer): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      server.clock.pass(3_600_000);
      await server.orchid.settle();
    }
  }
  const jobsOf = (server: TestServer) => server.store.read(() => call('jobsAfter', 0, 10));

  test('refused again and again it is dead, and neither job nor log holds the address', async () => {
    smtp.mood = 'refuse';
    const server = await withNewDevice();
    await refusedFor20Hours(server);
    const jobs = await jobsOf(server);
    expect(jobs).toMatchObject([{ kind: 'mail', attempts: 14, error: 'MailRefused', dead: true }]);
    expect(JSON.stringify([jobs, server.log.errors, server.log.infos])).not.toContain('test.invalid');
    await server.close();
  });

  test('dead it keeps no later notice away: the next new device is told of', async () => {
    smtp.mood = 'refuse';
    const server = await withNewDevice();
    await refusedFor20Hours(server);
    expect(await jobsOf(server)).toMatchObject([{ dead: true }]);
    smtp.mood = 'take';
    await server.signedIn('ann');
    await server.orchid.settle();
    expect(smtp.taken).toHaveLength(1);
    await server.close();
  });

  test('put off it goes later, once', async () => {
    smtp.mood = 'defer';
    const server = await withNewDevice();
    expect(await jobsOf(server)).toMatchObject([{ attempts: 1, error: 'MailDeferred', dead: false }]);
    smtp.mood = 'take';
    server.clock.pass(60_000);
    await server.orchid.settle();
    server.clock.pass(86_400_000);
    await server.orchid.settle();
    expect(smtp.taken).toHaveLength(1);
    expect(await jobsOf(server)).toEqual([]);
    await server.close();
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from './dev/seed.ts';
import { systemClock, systemRandom } from './system-ports.ts';
import { TestDevice } from './testing/test-device.ts';

const root = path.join(import.meta.dirname, '..');
let dataDir: string;
let children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'orchid-main-'));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  rmSync(dataDir, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcess;
  /** Everything said so far, once it holds `text` or the process is over. */
  said(text: string): Promise<string>;
  readonly exit: Promise<number | null>;
}

function run(script: string, env: Record<string, string>): Running {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: root,
    env: { ...process.env, ORCHID_DEMO: '0', PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  let wake = (): void => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      wake();
    });
  }
  const state = { isOver: false };
  const exit = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      state.isOver = true;
      resolve(code);
      wake();
    });
  });
  const said = async (text: string): Promise<string> => {
    while (!output.includes(text) && !state.isOver) await new Promise<void>((resolve) => (wake = resolve));
    return output;
  };
  return { child, said, exit };
}

describe('the process', () => {
  test('starts on a free port, serves, says where, and leaves with 0 on SIGTERM; its audit chain verifies', async () => {
    const server = run('server/main.ts', {});
    const output = await server.said('Orchid is at');
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
    expect(output).toContain('master-key-made');
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);

    const verify = run('server/verify-audit.ts', {});
    expect(await verify.said('chain')).toContain('intact');
    expect(await verify.exit).toBe(0);
  });

  test('a second server on the same data directory is refused and says why; one after a kill is not', async () => {
    const first = run('server/main.ts', {});
    await first.said('Orchid is at');
    const second = run('server/main.ts', {});
    expect(await second.said('DATA_DIR')).toContain(
      `DATA_DIR is in use by another server (process ${first.child.pid})`,
    );
    expect(await second.exit).toBe(1);
    first.child.kill('SIGKILL');
    await first.exit;
    expect(await run('server/main.ts', {}).said('Orchid is at')).toContain('Orchid is at');
  });

  test('a port that is taken is named', async () => {
    const first = run('server/main.ts', {});
    const port = /127\.0\.0\.1:(\d+)/.exec(await first.said('Orchid is at'))?.[1] ?? '';
    const second = run('server/main.ts', { PORT: port, DATA_DIR: path.join(dataDir, 'other') });
    expect(await second.said('taken')).toContain(`PORT ${port} is taken`);
    expect(await second.exit).toBe(1);
  });

  test(
    'a second device of the demo’s clinician brings a mail, which its mailbox shows',
    { timeout: 60_000 },
    async () => {
      const server = run('server/main.ts', { ORCHID_DEMO: '1' });
      const link = /http:\/\/localhost:(\d+)\/dev\/mail\?key=([\w-]+)/.exec(await server.said('Mail of the demo:'));
      const origin = `http://127.0.0.1:${link?.[1]}`;
      const ask = () => fetch(`${origin}/dev/mail.json?key=${link?.[2]}`);
      for (let device = 0; device < 2; device += 1) {
        const send = (target: string, init: RequestInit) => fetch(origin + target, init);
        const signedIn = new TestDevice({ send, random: systemRandom, clock: systemClock });
        expect((await signedIn.signIn('clinician@demo.test', demoPassword)).status).toBe(200);
      }
      let mails: readonly { readonly to: string }[] = [];
      // One lies there from the start: a client of the demo is invited.
      while (mails.length < 2) ({ mails } = (await (await ask()).json()) as { mails: typeof mails });
      expect(mails).toMatchObject([
        { to: 'clinician@demo.test', subject: 'A new device signed in to Orchid' },
        { to: 'invited@demo.test', subject: 'Your invite to Orchid' },
      ]);
      expect((await fetch(`${origin}/dev/mail.json`)).status).toBe(404);
    },
  );

  test('without a demo and without SMTP_URL it says that no mail leaves, and has no mailbox', async () => {
    const server = run('server/main.ts', {});
    const output = await server.said('No mail leaves');
    expect(output).toContain('No mail leaves this server: SMTP_URL is not set.');
    expect(output).toContain('mail-off');
    const port = /127\.0\.0\.1:(\d+)/.exec(output)?.[1] ?? '';
    expect((await fetch(`http://127.0.0.1:${port}/dev/mail`)).status).toBe(404);
    expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()).toEqual({ ok: true });
  });

  test.each([
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM must be'],
  ])('%o is refused', async (env, words) => {
    const server = run('server/main.ts', env);
    expect(await server.said(words)).toContain(words);
    expect(await server.exit).toBe(1);
  });

  test('a wrong setting is named and stops the start with 1', async () => {
    const server = run('server/main.ts', { PORT: 'eighty' });
    expect(await server.said('PORT')).toContain('PORT must be');
    expect(await server.exit).toBe(1);
  });
});

import { once } from 'node:events';
import type { Server } from 'node:http';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteIdOf } from '../sync/collections/appointment.ts';
import { addressKey } from './auth/caller-address.ts';
import type { Command, Plan } from './store/port.ts';
import { call } from './store/port.ts';
import { makePrivateDirectory } from './store/private-files.ts';
import { readRecord } from './sync/read-records.ts';
import { takePush } from './sync/take-push.ts';
import { chartOf, editOf, professionalOf, smallPractice } from './testing/builders.ts';
import type { TestDevice } from './testing/test-device.ts';
import { TestServer, type TestServerOptions } from './testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;

async function begin(options: TestServerOptions = {}): Promise<void> {
  server = await TestServer.create(options);
  for (const sub of ['ann', 'ben']) await server.addAccount(sub);
  await server.write(...smallPractice(), professionalOf('ann', 'Dr. Ann of the practice'));
}

beforeEach(async () => {
  await begin();
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'orchid.example' };

describe('headers', () => {
  test.each([
    ['behind a trusted proxy that took it by https', true, proxied, true],
    ['behind a trusted proxy that took it by http', true, { 'x-forwarded-proto': 'http' }, false],
    ['where no proxy is trusted', false, proxied, false],
  ])('strict-transport-security %s', async (_where, trustProxy, headers, isSent) => {
    await server.close();
    await begin({ trustProxy });
    const response = await server.app.request('/healthz', { headers });
    expect(response.headers.has('strict-transport-security')).toBe(isSent);
  });

  test.each([
    ['the forwarded host behind a trusted proxy', true, 'orchid.example', true],
    ['the last of several', true, 'evil.invalid, orchid.example', true],
    ['no host that could end the directive', true, "orchid.example; script-src 'unsafe-eval'", false],
    ['never where no proxy is trusted', false, 'orchid.example', false],
  ])('connect-src names %s', async (_what, trustProxy, forwarded, isNamed) => {
    await server.close();
    await begin({ trustProxy });
    const { headers } = await server.app.request('/healthz', { headers: { 'x-forwarded-host': forwarded } });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.includes('wss://orchid.example')).toBe(isNamed);
    expect(policy).not.toContain('evil.invalid');
    expect(policy).not.toContain("'unsafe-eval'");
  });
});

describe('files', () => {
  test('a data directory that others may open holds no file of ours that they may read', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'orchid-open-'));
    chmodSync(dataDir, 0o755);
    const first = await TestServer.create({ dataDir });
    await first.addAccount('ann');
    await first.close();
    writeFileSync(path.join(dataDir, 'audit-checkpoints.ndjson'), '');
    writeFileSync(path.join(dataDir, 'notes-of-somebody-else.txt'), '');
    for (const name of readdirSync(dataDir)) chmodSync(path.join(dataDir, name), 0o644);
    makePrivateDirectory(dataDir);
    const again = await TestServer.create({ dataDir });
    await again.addAccount('ben');
    const modes = readdirSync(dataDir).map((name) => [name, statSync(path.join(dataDir, name)).mode & 0o777] as const);
    expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([['notes-of-somebody-else.txt', 0o644]]);
    expect(modes.map(([name]) => name)).toEqual(expect.arrayContaining(['orchid.db', 'orchid.db-wal', 'master.key']));
    await again.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe('what is somebody else’s and what does not exist', () => {
  /** The names of the calls that a plan makes. */
  function* counted<R>(plan: Plan<R>, calls: string[]): Plan<R> {
    let step = plan.next();
    while (!step.done) {
      const command: Command = step.value;
      calls.push(command.call);
      step = plan.next(yield command);
    }
    return step.value;
  }

  test('take the same calls of the store, and neither is opened', async () => {
    await server.write({ ...chartOf('other'), scope: 'chart:other' });
    const context = { registry: server.registry, principal: 'ann' };
    const callsFor = async (id: string): Promise<readonly string[]> => {
      const calls: string[] = [];
      const found = await server.store.read(() => counted(readRecord(context, 'chart', id), calls));
      expect(found).toBeUndefined();
      return calls;
    };
    expect(await callsFor('other')).toEqual(await callsFor('nothing'));
    expect(await callsFor('other')).not.toContain('getRecord');
  });

  test.each(['note_data_id', 'appointment_id', 'patient_chart_id'])('are answered alike by %s', async (name) => {
    const at = '/api/notes_secure_data/v1/notes/data/data_info';
    const [foreign, missing] = [
      await ann.call('GET', `${at}?${name}=other`),
      await ann.call('GET', `${at}?${name}=no`),
    ];
    expect([foreign.status, await foreign.text()]).toEqual([missing.status, await missing.text()]);
  });
});

describe('names', () => {
  test('of the author of a note and of the clinician of a session come from the practice’s record', async () => {
    const booking = {
      chart_id: 'c1',
      appointment_type_label: 'Individual session',
      local_start: '2030-11-20T08:00',
      zone: 'America/New_York',
      start: '2030-11-20T13:00:00.000Z',
      end: '2030-11-20T13:50:00.000Z',
      clinician_name: 'Prof. Somebody Else',
      practice_id: 'p1',
      place: 'in-person',
    };
    const edit = editOf('a1', 'text');
    const forged = { ...edit, args: { ...(edit.args as object), author_name: 'Prof. Somebody Else' } };
    const rows = [ann.seal(forged), ann.seal({ name: 'appointment.create', args: booking, ids: ['a2'] })];
    const answer = await ann.push(rows);
    expect(answer).toMatchObject({ results: [{ outcome: 'applied' }, { outcome: 'applied' }] });
    await ann.pullAll();
    expect(ann.find('note', noteIdOf('a1'))?.b).toMatchObject({ author_name: 'Dr. Ann of the practice' });
    expect(ann.find('appointment', 'a2')?.b).toMatchObject({ clinician_name: 'Dr. Ann of the practice' });
  });
});

describe('reserved names', () => {
  const reserved = ['__proto__', 'constructor', 'prototype'];
  const withField = (name: string) => JSON.parse(`{"${name}":"x"}`) as Record<string, string>;

  test.each(reserved)('%s is refused in arguments, base and ids', async (name) => {
    const edit = editOf('a1', 'text');
    const drafts = [
      { ...edit, args: { ...(edit.args as object), answers: withField(name) } },
      { ...edit, ids: [name] },
      { name: 'note.choose', args: { appointment_id: 'a1', field: name, value: 'x', seen: [] } },
    ];
    const answer = await ann.push(drafts.map((draft) => ann.seal(draft)));
    expect(answer).toMatchObject({
      kind: 'ok',
      results: drafts.map(() => ({ outcome: 'rejected', code: 'invalid_arguments' })),
    });
  });

  test.each(reserved)('%s is refused as the field of a version', async (name) => {
    const answer = await ann.push([ann.seal({ ...editOf('a1', 'text'), base: withField(name) })]);
    expect(answer).toMatchObject({ results: [{ outcome: 'parked', code: 'unreadable' }] });
  });

  test.each(reserved)('%s is refused in a body and in a query', async (name) => {
    const body = { username_or_email: 'ann@test.invalid', ...withField(name) };
    const paths = [
      `/api/notes_secure_data/v1/notes/data/data_info?${name}=1`,
      `/api/notes_secure_data/v1/notes/data/data_info?appointment_id=${name}`,
      `/api/notes_secure_data/v1/notes/data/data_info?note_data_id=ok&note_data_id=${name}`,
      `/api/sync/v1/pull?client=${name}`,
    ];
    const text = JSON.stringify(body).replace('}', `,"${name}":1}`);
    const post = { method: 'POST', body: text, headers: { 'content-type': 'application/json' } };
    expect((await server.app.request('/api/login/v1/pre_login', post)).status).toBe(422);
    for (const at of paths) expect((await ann.call('GET', at)).status, at).toBe(422);
  });
});

describe('fields that nobody asked for', () => {
  test.each([
    ['/api/users/v1/patient_chart/?serach=Ada', 422],
    ['/api/scheduler/v1/snapshot/appointments_v2?limit=10&colour=red', 422],
    ['/api/notes_secure_data/v1/notes/data/data_info?limit=10', 200],
  ])('a query: %s', async (at, status) => {
    expect((await ann.call('GET', at)).status).toBe(status);
  });

  test('a body', async () => {
    const body = { username_or_email: 'ann@test.invalid', is_admin: true };
    expect((await ann.call('POST', '/api/login/v1/pre_login', body)).status).toBe(422);
  });

  test('a push of a newer client says more, and is taken', async () => {
    const body = { protocol: 9, clientId: ann.clientId, highest: 1, rows: [ann.seal(editOf('a1', 'new'))], later: 1 };
    expect((await ann.call('POST', '/api/sync/v1/push', body)).status).toBe(200);
  });

  test('arguments that a mutator does not know are left out, and the work applies', async () => {
    const edit = editOf('a1', 'text');
    const answer = await ann.push([ann.seal({ ...edit, args: { ...(edit.args as object), is_signed: true } })]);
    expect(answer).toMatchObject({ results: [{ outcome: 'applied' }] });
    await ann.pullAll();
    expect(JSON.stringify(ann.find('note', noteIdOf('a1'))?.b)).not.toContain('is_signed');
  });

  test.each([0, -1, 1.5, 1e9])('a form revision of %d is refused', async (revision) => {
    const edit = editOf('a1', 'text');
    const draft = { ...edit, args: { ...(edit.args as object), note_schema_revision: revision } };
    expect(await ann.push([ann.seal(draft)])).toMatchObject({ results: [{ code: 'invalid_arguments' }] });
  });
});

describe('on the wire', () => {
  let http: Server;
  beforeEach(async () => {
    http = createAdaptorServer({ fetch: server.app.fetch }) as Server;
    server.orchid.attachSocket(http);
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
  });
  afterEach(async () => {
    http.close();
    http.closeAllConnections();
    await once(http, 'close');
  });

  const ask = async (text: string): Promise<string> => {
    const socket = net.connect((http.address() as AddressInfo).port, '127.0.0.1');
    socket.end(text);
    let answer = '';
    for await (const chunk of socket as AsyncIterable<Buffer>) answer += chunk.toString('latin1');
    return answer.slice(0, answer.indexOf('\r\n'));
  };
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  const socketPath = '/api/instant_messaging/v1/ws';

  test.each([
    ['a host that is none', `GET /healthz HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n`, '400'],
    ['an upgrade with a host that is none', `GET ${socketPath} HTTP/1.1\r\nHost: [\r\n${upgrade}\r\n`, '400'],
    ['an upgrade of another path', `GET /healthz HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`, '404'],
    ['an upgrade of a path behind it', `GET ${socketPath}/x HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`, '404'],
    ['an upgrade without a session', `GET ${socketPath} HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`, '401'],
  ])('%s', async (_what, text, status) => {
    expect(await ask(text)).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
  });
});

describe('a GET', () => {
  test('confirms nothing: what an older client says there is not written, and a push without rows is', async () => {
    await ann.push([ann.seal({ name: 'no.such', args: {} })]);
    const open = () => server.store.read(() => call('unconfirmedOf', ann.clientId, 10));
    await ann.pullAll({ ack: '1' });
    expect(await open()).toHaveLength(1);
    await ann.confirm(1);
    expect(await open()).toHaveLength(0);
  });
});

describe('who acts', () => {
  test('the person and whom she acts for are two: a mutator gets both as the session has them', async () => {
    const seen: unknown[] = [];
    const edit = server.registry.mutators.get('note.edit');
    if (!edit) throw new Error('notes are edited');
    const spy = { ...edit, may: (input: { actor: unknown }) => (seen.push(input.actor), false) };
    await server.close();
    await begin({ registry: { ...server.registry, mutators: new Map([['note.edit', spy]]) } });
    ann = await server.signedIn('ann');
    const key = await server.store.read(() => call('getDepositKey', ann.keyId));
    if (!key) throw new Error('the device has registered its key');
    const principal = 'ann~child';
    await server.store.write(() => call('putDepositKey', { ...key, principal }));
    ann.sub = principal;
    const caller = { principal, sub: 'ann', deviceId: key.deviceId, familyId: null, deposit: null };
    const push = { protocol: 1, clientId: 'guarded', highest: 1, rows: [] };
    ann.clientId = 'guarded';
    await takePush(server.services, caller, { ...push, rows: [ann.seal(editOf('a1', 'x'), 1)] });
    expect(seen).toEqual([{ principal, sub: 'ann' }]);
  });
});

describe('addresses', () => {
  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9%eth0', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7', '192.0.2.7'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

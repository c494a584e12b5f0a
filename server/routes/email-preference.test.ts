import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toInstant } from '../../sync/core/instant.ts';
import { preferenceToken } from '../mail/preference-token.ts';
import { call } from '../store/port.ts';
import { InviteWorld, shapeOf } from '../testing/invite-world.ts';

const own = '/api/users/v1/email_preference';
const ada = 'ada@home.invalid';
const oneClick = 'List-Unsubscribe=One-Click';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let world: InviteWorld;
beforeEach(async () => {
  world = await InviteWorld.create();
});
afterEach(() => world.server.close());

const tokenOf = (email = ada): string => preferenceToken(world.server.secrets.tokenKey, email);
const by = (token: string): string => `${own}/${token}`;
const look = (token = tokenOf()) => world.server.device().call('GET', by(token));
const put = (body: object | null, token = tokenOf()) => world.server.device().call('PUT', by(token), body);
/** As a mail program does: a form, and nothing of a browser. */
const click = (token = tokenOf(), body: BodyInit = oneClick, headers: Record<string, string> = form) =>
  Promise.resolve(world.server.app.request(`${by(token)}/unsubscribe`, { method: 'POST', body, headers }));
const kept = (email = ada) => world.server.store.read(() => call('emailPreference', email));

describe('[EP-1] what is sent to an address', () => {
  test('nobody has chosen: invitations, and no news; the address is shown masked', async () => {
    expect(await (await look()).json()).toEqual({ invitations: true, news: false, email: 'a…@home.invalid' });
  });

  test('is kept as it is said, part by part, by who has a mail to it', async () => {
    expect(await (await put({ invitations: false })).json()).toMatchObject({ invitations: false, news: false });
    expect(await (await put({ news: true })).json()).toMatchObject({ invitations: false, news: true });
    expect(await (await put({})).json()).toMatchObject({ invitations: false, news: true });
    expect(await (await look(tokenOf(' ADA@home.invalid'))).json()).toMatchObject({ invitations: false, news: true });
    expect(await kept('bo@home.invalid')).toEqual({ invitations: true, news: false });
    for (const wrong of [{ invitations: 'no' }, { security: false }, null])
      expect((await put(wrong)).status, JSON.stringify(wrong)).toBe(422);
  });

  test('is the same for who is signed in with it, and of nobody else', async () => {
    await put({ news: true }, tokenOf('ann@test.invalid'));
    expect(await (await world.ann.call('GET', own)).json()).toEqual({
      invitations: true,
      news: true,
      email: 'a…@test.invalid',
    });
    expect((await world.ann.call('PUT', own, { invitations: false })).status).toBe(200);
    expect(await kept('ann@test.invalid')).toEqual({ invitations: false, news: true });
    expect(await kept('ben@test.invalid')).toEqual({ invitations: true, news: false });
    for (const method of ['GET', 'PUT'])
      expect((await world.server.device().call(method, own, method === 'PUT' ? {} : undefined)).status).toBe(401);
  });

  test('what keeps an account safe is sent all the same', async () => {
    await click(tokenOf('ann@test.invalid'));
    const answer = await world.server
      .device()
      .call('PUT', '/api/login/v1/forgot_password', { username_or_email: 'ann@test.invalid' });
    expect(answer.status).toBe(200);
    world.server.clock.pass(1000);
    await world.server.orchid.settle();
    expect(world.sent.map(({ to, subject }) => [to, subject])).toContainEqual([
      'ann@test.invalid',
      'Choose a new password for Orchid',
    ]);
  });

  test('lies by a keyed hash: no address in a copy of the database, and none that a guess would find', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'orchid-preference-'));
    const other = await InviteWorld.create({ dataDir });
    const at = toInstant(other.server.clock.now());
    const plain = await crypto.subtle.digest('SHA-256', Buffer.from('nobody@else.invalid'));
    await other.server.store.write(() =>
      call('putEmailPreference', 'nobody@else.invalid', { invitations: false, news: false }, at),
    );
    await other.server.close();
    const bytes = readFileSync(path.join(dataDir, 'orchid.db'));
    rmSync(dataDir, { recursive: true, force: true });
    expect(bytes.includes('email_preference')).toBe(true);
    expect(bytes.includes(at)).toBe(true);
    for (const named of ['nobody@else', Buffer.from(plain).toString('base64url'), Buffer.from(plain).toString('hex')])
      expect(bytes.includes(named), named).toBe(false);
  });
});

describe('[EP-2] a token that is none of ours', () => {
  test('answers like any other, at every door, and changes nothing', async () => {
    const foreign = preferenceToken(new Uint8Array(32), ada);
    const tokens = [foreign, `${tokenOf().slice(0, -2)}AA`, tokenOf().slice(0, 60), 'x', 'x'.repeat(43), '%20', 'a.b'];
    for (const ask of [look, (token: string) => put({ invitations: false }, token), (token: string) => click(token)]) {
      const shapes = [];
      for (const token of tokens) shapes.push(JSON.stringify(await shapeOf(await ask(token))));
      expect([...new Set(shapes)]).toEqual([expect.stringMatching(/^\[404,.*Not found\./)]);
    }
    expect(await kept()).toEqual({ invitations: true, news: false });
  });

  test('is tried no more often than other links', async () => {
    const narrow = await InviteWorld.create({ limits: { preLogin: 3 } });
    const statuses = [];
    for (let time = 0; time < 4; time += 1)
      statuses.push((await narrow.server.device().call('GET', by('x'.repeat(43)))).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
    await narrow.server.close();
  });

  test('one of ours goes on for ever', async () => {
    const token = tokenOf();
    world.server.clock.pass(5 * 365 * 24 * 60 * 60 * 1000);
    expect((await look(token)).status).toBe(200);
  });
});

describe('[EP-3] one click', () => {
  test('turns everything off that can be, as often as it comes, and answers with nothing', async () => {
    await put({ news: true });
    for (let time = 0; time < 2; time += 1) {
      const answer = await click();
      expect([answer.status, await answer.text()]).toEqual([200, '']);
      expect(await kept()).toEqual({ invitations: false, news: false });
    }
  });

  test('comes as either kind of form, or as JSON', async () => {
    const parts = new FormData();
    parts.append('List-Unsubscribe', 'One-Click');
    const multipart = new Response(parts);
    const type = multipart.headers.get('content-type') ?? '';
    for (const [body, headers] of [
      [oneClick, form],
      [await multipart.text(), { 'content-type': type }],
      ['{}', { 'content-type': 'application/json' }],
    ] as const) {
      await put({ invitations: true });
      expect((await click(tokenOf(), body, headers)).status, headers['content-type']).toBe(200);
      expect((await kept()).invitations).toBe(false);
    }
  });

  test('a form that says something else, is long or is none changes nothing', async () => {
    const cases = [
      ['List-Unsubscribe=Maybe', 422],
      ['', 422],
      [`${oneClick}&x=${'x'.repeat(3000)}`, 413],
    ] as const;
    for (const [body, status] of cases) expect((await click(tokenOf(), body)).status).toBe(status);
    expect((await click(tokenOf(), 'x', { 'content-type': 'multipart/form-data' })).status).toBe(400);
    expect((await kept()).invitations).toBe(true);
  });

  test('looking changes nothing: neither at the page’s call nor at the header’s address', async () => {
    const token = tokenOf();
    expect((await look(token)).status).toBe(200);
    for (const method of ['GET', 'HEAD']) {
      const answer = await world.server.app.request(`${by(token)}/unsubscribe`, { method });
      expect(answer.status).toBe(404);
    }
    expect(await kept()).toEqual({ invitations: true, news: false });
  });

  test.each([
    { origin: 'https://evil.invalid' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'content-type': 'text/plain' },
  ])('a foreign page does not post it: %j', async (headers: Record<string, string>) => {
    expect((await click(tokenOf(), oneClick, { ...form, ...headers })).status).toBe(403);
    expect((await kept()).invitations).toBe(true);
  });

  test('no other door is open to a form without an origin', async () => {
    const unsafe = world.server.orchid.routes.filter(({ method }) => method !== 'GET');
    const open: string[] = [];
    for (const { method, path: at } of unsafe)
      for (const type of [form['content-type'], 'multipart/form-data; boundary=x']) {
        const headers = { 'content-type': type };
        const { status } = await world.server.app.request(at.replace(':token', tokenOf()), {
          method,
          headers,
          body: oneClick,
        });
        if (status !== 403) open.push(at);
      }
    expect(unsafe.length).toBeGreaterThan(20);
    expect([...new Set(open)]).toEqual(['/api/users/v1/email_preference/:token/unsubscribe']);
  });
});

describe('[EP-5] what stands in no log', () => {
  test('token and address, whatever becomes of a request', async () => {
    const token = tokenOf();
    await look(token);
    await put({ invitations: false }, token);
    await click(token);
    await look(preferenceToken(new Uint8Array(32), ada));
    await world.ann.call('PUT', own, { news: true });
    const { store } = world.server;
    const broken = store.read.bind(store);
    Object.assign(store, { read: () => Promise.reject(new Error(`failed at ${token} of ${ada}`)) });
    expect((await look(token)).status).toBe(500);
    Object.assign(store, { read: broken });
    await world.server.orchid.settle();
    const audit = await store.read(() => call('sealedAudit', 0, 100));
    const said = JSON.stringify([world.server.log, audit, await store.read(() => call('jobsAfter', 0, 100))]);
    for (const event of ['unexpected-error', 'email-preference.set']) expect(said).toContain(event);
    for (const secret of [token, ada, 'ann@test.invalid', token.slice(0, 20)]) expect(said).not.toContain(secret);
  });
});

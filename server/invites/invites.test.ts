import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { membershipOf, smallPractice } from '../testing/builders.ts';
import { practiceScope } from '../../sync/collections/classes.ts';
import { InviteWorld, password, personOf } from '../testing/invite-world.ts';
import { TestServer } from '../testing/test-server.ts';
import { hashInviteCode, inviteToken, paperCode } from './invite-codes.ts';
import { makeInvite } from '../operator/make-invite.ts';
import { call } from '../store/port.ts';

const hourMs = 60 * 60 * 1000;

let world: InviteWorld;
beforeEach(async () => {
  world = await InviteWorld.create();
});
afterEach(() => world.server.close());

const made = (subject: Parameters<typeof makeInvite>[1]) => {
  const { store, random, secrets, clock } = world.server;
  return makeInvite({ store, random, tokenKey: secrets.tokenKey, nowMs: clock.now() }, subject);
};

describe('[IV-2] the mail of an invite', () => {
  test('names neither clinician nor practice nor what it is about; its link opens a page with a button', async () => {
    await world.invite();
    const [mail] = world.sent;
    expect([mail?.to, mail?.subject]).toEqual(['ada@home.invalid', 'Your invite to Orchid']);
    expect(mail?.text).toMatch(/http:\/\/localhost\/member-register\?link#[\w-]{43}\n/);
    expect(mail?.text).toContain(
      'Nothing happens before you press a button there. The link is good for 14 days, and once.',
    );
    expect(mail?.text).toContain('If you need help now: http://localhost/help-now');
    for (const text of [mail?.subject, mail?.text, mail?.html])
      expect(text).not.toMatch(/\bann\b|dr\.|ada |practice|clini|session|therap|patient|client|chart|<img|<script/i);
  });

  test('leads to the configured origin', async () => {
    const other = await InviteWorld.create({ origins: ['http://localhost', 'https://orchid.example'] });
    await other.invite();
    expect(other.sent[0]?.text).toContain('http://localhost/member-register?link#');
    await other.server.close();
  });

  test('does not go any more once the invite is withdrawn, and what was sent opens nothing', async () => {
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const tried: string[] = [];
    const slow = await InviteWorld.create({
      mailer: {
        leaves: true,
        send: async ({ to }) => {
          tried.push(to);
          await held;
          throw new Error('not taken');
        },
      },
    });
    const args = { chart_id: 'c1', person_id: 'c1.1', way: 'mail', email: 'ada@home.invalid' };
    await slow.ann.push([slow.ann.seal({ name: 'chart.invite', args })]);
    await expect.poll(() => tried.length).toBe(1);
    const [invite] = await slow.invites();
    await slow.ann.push([
      slow.ann.seal({ name: 'chart.withdraw_invite', args: { chart_id: 'c1', invite_id: invite?.id ?? '' } }),
    ]);
    release();
    await slow.server.orchid.settle();
    slow.server.clock.pass(3 * hourMs);
    await slow.server.orchid.settle();
    expect(tried).toHaveLength(1);
    const sent = inviteToken(slow.server.secrets.tokenKey, invite?.id ?? '');
    expect((await slow.look(sent)).status).toBe(400);
    await slow.server.close();
  });

  test('opens nothing where the person has an account, however it came that the invite still stands open', async () => {
    const { id } = await world.invite();
    const person = await world.record('chart_person', 'c1.1');
    const found = personOf('c1', '1');
    await world.server.write({ ...found, body: { ...(person as typeof found.body), cognito_sub: 'mia' } });
    expect(await world.state(id)).toBe('open');
    expect((await world.look(world.token())).status).toBe(400);
  });

  test('three a day go to one person, by the server’s clock: a device that lies about its own sends no more', async () => {
    for (let time = 0; time < 3; time += 1) expect((await world.invite()).code).toBe('');
    expect((await world.invite()).code).toBe('too_many_invites');
    const args = { chart_id: 'c1', person_id: 'c1.1', way: 'mail', email: 'ada@home.invalid' };
    const lie = await InviteWorld.create();
    for (let time = 0; time < 4; time += 1) {
      await lie.ann.push([lie.ann.seal({ name: 'chart.invite', args, now: `2020-01-0${time + 1}T00:00:00.000Z` })]);
      await lie.server.orchid.settle();
    }
    expect(lie.sent).toHaveLength(3);
    expect((await lie.invites()).map(({ body }) => body.state)).toEqual(Array(4).fill('withdrawn'));
    await lie.server.close();
  });

  test('those to one of a couple are not counted for the other', async () => {
    await world.server.write(personOf('c1', '2'));
    for (let time = 0; time < 3; time += 1) expect((await world.invite()).code).toBe('');
    const other = await world.invite({ person_id: 'c1.2', email: 'bo@home.invalid' });
    expect(await world.state(other.id)).toBe('open');
    expect(world.sent.at(-1)).toMatchObject({ to: 'bo@home.invalid' });
  });
});

describe('who may not', () => {
  test('a clinician of the practice without access, one of another, a client and the owner invite nobody and decide nothing', async () => {
    const { id } = await world.invite();
    await world.server.write(membershipOf(practiceScope('p1'), 'olga', 'owner'));
    for (const sub of ['ben', 'olga', 'mia']) {
      const device = await world.server.signedIn(sub);
      for (const [name, args] of [
        ['chart.invite', { chart_id: 'c1', person_id: 'c1.1', way: 'paper' }],
        ['chart.withdraw_invite', { chart_id: 'c1', invite_id: id }],
        ['chart.confirm_joined', { chart_id: 'c1', invite_id: id }],
        ['chart.undo_joining', { chart_id: 'c1', invite_id: id }],
      ] as const)
        expect((await world.change(name, args, device)).code, `${sub} ${name}`).toMatch(/^not_(allowed|found)$/);
      await device.pullAll();
      // Who runs the practice sees that there is one, as of every access.
      expect(device.all('chart_invite').map(({ i }) => i)).toEqual(sub === 'olga' ? [id] : []);
    }
    expect(await world.state(id)).toBe('open');
  });
});

describe('[IV-7] undoing', () => {
  test('takes the chart away from who has joined, leaves the account, and the person can be invited anew', async () => {
    const { id } = await world.invite();
    const ada = await world.join();
    await world.giveDate(ada, id);
    await world.server.orchid.settle();
    await ada.pullAll();
    expect(ada.all('appointment')).toHaveLength(1);
    expect((await world.invite()).code).toBe('has_account');
    expect((await world.change('chart.undo_joining', { chart_id: 'c1', invite_id: id })).code).toBe('');
    await ada.pullAll();
    for (const name of ['appointment', 'chart_person', 'client_card', 'joining'])
      expect(ada.all(name), name).toEqual([]);
    expect((await ada.call('GET', '/api/users/v1/user_info')).status).toBe(200);
    expect(await world.record('chart_person', 'c1.1')).not.toHaveProperty('cognito_sub');
    expect(await world.record('client_card', 'c1')).not.toHaveProperty('cognito_sub');
    expect((await world.invite({ email: 'again@home.invalid' })).code).toBe('');
    const again = await world.join(world.token('again@home.invalid'));
    expect(again.sub).not.toBe(ada.sub);
  });

  test('before the birth date is given, it asks nothing any more', async () => {
    const { id } = await world.invite();
    const ada = await world.join();
    await world.change('chart.undo_joining', { chart_id: 'c1', invite_id: id });
    await ada.pullAll();
    expect(ada.all('joining')).toEqual([]);
    expect((await world.giveDate(ada, id)).status).toBe(404);
  });
});

describe('an operator’s invites', () => {
  test('[C-299][C-369] a channel’s: whoever registers with it is of that channel, once; another code of it is refused', async () => {
    const code = await made({ kind: 'channel', channel: 'amhc' });
    const audit = (await world.server.store.read(() => call('unsealedAudit', 100))).at(-1);
    expect([audit?.actor, audit?.action, audit?.subject]).toEqual([
      'operator',
      'invite.made',
      expect.stringMatching(/^\{"invite":"[\w-]+","kind":"channel"\}$/),
    ]);
    const device = world.server.device();
    const answer = await world.register({ email: 'noa@home.invalid', invite_code: code }, device);
    expect(answer.status).toBe(200);
    await world.server.orchid.settle();
    const token = /confirm-email#([\w-]{43})/.exec(world.sent.at(-1)?.text ?? '')?.[1];
    await device.call('POST', '/api/users/v1/confirm_email', { token });
    await device.signIn('noa@home.invalid', password);
    expect(await (await device.call('GET', '/api/users/v1/user_info')).json()).toMatchObject({
      signup_channel: { amhc: true },
    });
    expect((await world.register({ email: 'late@home.invalid', invite_code: code })).status).toBe(400);
    expect((await world.register({ email: 'late@home.invalid', patient_chart_invite_code: code })).status).toBe(400);
  });

  test('[C-568][C-368] a registration that is complete with a password: no body, and then a sign-in; once', async () => {
    const token = await made({ kind: 'complete_signup', email: 'noa@home.invalid', first_name: 'Noa' });
    expect(await (await world.look(token)).json()).toMatchObject({ kind: 'complete_signup', has_account: false });
    const complete = (of: string, given = password) =>
      world.server.device().call('POST', `/api/users/v1/patient_signup_session/complete/${of}`, { password: given });
    expect((await complete(token, 'tooweak')).status).toBe(400);
    const response = await complete(token);
    expect([response.status, await response.text()]).toEqual([204, '']);
    const device = world.server.device();
    expect((await device.signIn('noa@home.invalid', password)).status).toBe(200);
    expect(await (await device.call('GET', '/api/users/v1/user_info')).json()).toMatchObject({ first_name: 'Noa' });
    const [used, unknown] = [await complete(token), await complete('x'.repeat(43))];
    expect([used.status, await used.text()]).toEqual([unknown.status, await unknown.text()]);
    await world.invite();
    expect((await complete(world.token())).status).toBe(400);
  });
});

test('[IV-3] a copy of the database gives no code away: another key comes to other codes and other hashes', async () => {
  const { id } = await world.invite({ way: 'paper' });
  const other = await TestServer.create({ seed: 7 });
  await other.write(...smallPractice(), personOf('c1', '1'));
  const [row, stored] = await world.server.store.read(function* () {
    return [yield* call('getInvite', id), yield* call('getRecord', 'chart_invite', id)] as const;
  });
  if (!row || !stored) throw new Error('an invite has a row and a record');
  const { collection, scope, cls, body } = stored;
  await other.write({ collection, id, scope, cls, body });
  await other.store.write(() => call('putInvite', row));
  const look = (code: string) => other.device().call('POST', '/api/users/v1/invite/look', { code, dob: '1988-04-09' });
  expect((await look(world.code(id))).status).toBe(400);
  // All else is there: what is stored under this server's own key opens.
  const own = paperCode(other.secrets.tokenKey, id);
  await other.store.write(() => call('putInvite', { ...row, hash: hashInviteCode(other.secrets.tokenKey, own) }));
  expect((await look(own)).status).toBe(200);
  await other.close();
});

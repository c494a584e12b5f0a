import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toInstant } from '../../sync/core/instant.ts';
import { preferenceToken } from '../mail/preference-token.ts';
import { call } from '../store/port.ts';
import { InviteWorld } from '../testing/invite-world.ts';

const ada = 'ada@home.invalid';
const off = { invitations: false, news: false };
const byMail = { chart_id: 'c1', person_id: 'c1.1', way: 'mail', email: ada };

let world: InviteWorld;
beforeEach(async () => {
  world = await InviteWorld.create();
});
afterEach(() => world.server.close());

const choose = (preference = off, of = world) =>
  of.server.store.write(() => call('putEmailPreference', ada, preference, toInstant(of.server.clock.now())));

describe('[EP-4] an invite by mail to an address that wants none', () => {
  test('is refused before it is made, and the refusal says why', async () => {
    await choose();
    const answer = await world.ann.push([
      world.ann.seal({ name: 'chart.invite', args: { ...byMail, email: ' Ada@Home.invalid ' } }),
    ]);
    expect(answer).toMatchObject({
      kind: 'ok',
      results: [{ outcome: 'rejected', code: 'no_email', detail: { unwanted: 'invitations' } }],
    });
    await world.server.orchid.settle();
    expect([await world.invites(), world.sent]).toEqual([[], []]);
    await world.ann.pullAll();
    expect(world.ann.all('chart_invite')).toEqual([]);
  });

  test('leaves the one before it as it was', async () => {
    const { id } = await world.invite({ email: 'first@home.invalid' });
    await choose();
    expect((await world.invite()).code).toBe('no_email');
    expect(await world.state(id)).toBe('open');
  });

  test('goes on paper', async () => {
    await choose();
    const { code, id } = await world.invite({ way: 'paper' });
    expect([code, await world.state(id)]).toEqual(['', 'open']);
    expect((await world.look(world.code(id), '1988-04-09')).status).toBe(200);
  });

  test('who may not invite learns nothing of what an address wants', async () => {
    const ben = await world.server.signedIn('ben');
    const codes = [(await world.change('chart.invite', byMail, ben)).code];
    await choose();
    codes.push((await world.change('chart.invite', byMail, ben)).code);
    expect(new Set(codes)).toEqual(new Set([expect.stringMatching(/^not_(allowed|found)$/)]));
  });

  test('an address without an account is refused in the same words as one with', async () => {
    const said = [];
    for (const email of [ada, 'mia@test.invalid']) {
      await world.server.store.write(() => call('putEmailPreference', email, off, '2026-11-24T14:00:00.000Z'));
      const answer = await world.ann.push([world.ann.seal({ name: 'chart.invite', args: { ...byMail, email } })]);
      const [result] = answer.kind === 'ok' ? answer.results : [];
      said.push([result?.outcome, result?.code, result?.detail]);
    }
    expect(said[0]).toEqual(said[1]);
  });

  test('goes again once the address wants invitations', async () => {
    await choose();
    await world.invite();
    await choose({ invitations: true, news: false });
    expect((await world.invite()).code).toBe('');
    expect(world.sent).toHaveLength(1);
  });

  test('one that was made before they were turned off is dropped by its job, which is then done', async () => {
    let isDown = true;
    const tried: string[] = [];
    const slow = await InviteWorld.create({
      mailer: {
        leaves: true,
        send: async ({ to }) => {
          tried.push(to);
          if (isDown) throw new Error('not taken');
        },
      },
    });
    await slow.invite();
    const jobs = () => slow.server.store.read(() => call('jobsAfter', 0, 100));
    expect([tried, (await jobs()).map(({ kind }) => kind)]).toEqual([[ada], ['mail']]);
    await choose(off, slow);
    isDown = false;
    slow.server.clock.pass(3 * 60 * 60 * 1000);
    await slow.server.orchid.settle();
    expect([tried, await jobs(), slow.server.log.errors]).toEqual([[ada], [], expect.anything()]);
    await slow.server.close();
  });
});

describe('[EP-3] the mail of an invite', () => {
  test('carries one click in its headers, and the page’s link as its last line', async () => {
    await world.invite();
    const [mail] = world.sent;
    const token = preferenceToken(world.server.secrets.tokenKey, ada);
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': `<http://localhost/api/users/v1/email_preference/${token}/unsubscribe>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const page = `http://localhost/email-preference/unsubscribe#${token}`;
    expect(mail?.text.trimEnd().split('\n').slice(-2)).toEqual(['If you want no invitations by email:', page]);
    expect(mail?.html).toContain(`If you want no invitations by email: <a href="${page}"`);
  });

  test('its header’s address, posted to as a mail program does, keeps the next one from leaving', async () => {
    await world.invite();
    const [, at = ''] = /<http:\/\/localhost(.*)>/.exec(world.sent[0]?.headers?.['List-Unsubscribe'] ?? '') ?? [];
    const answer = await world.server.app.request(at, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: world.sent[0]?.headers?.['List-Unsubscribe-Post'] ?? '',
    });
    expect(answer.status).toBe(200);
    expect((await world.invite()).code).toBe('no_email');
    expect(world.sent).toHaveLength(1);
  });

  test('[EP-5] neither token nor address is in a job, a log or the audit log', async () => {
    await choose();
    await world.invite();
    await choose({ invitations: true, news: false });
    await world.invite();
    const token = preferenceToken(world.server.secrets.tokenKey, ada);
    const { store, log } = world.server;
    const held = await store.read(function* () {
      return [yield* call('sealedAudit', 0, 100), yield* call('jobsAfter', 0, 100)];
    });
    const said = JSON.stringify([held, log]);
    expect(said).toContain('chart.invite');
    for (const secret of [token, ada]) expect(said).not.toContain(secret);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { personScope } from '../../sync/collections/classes.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import { chartScope } from '../../sync/collections/classes.ts';
import { call } from '../store/port.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { birthDate, InviteWorld, password, personOf, shapeOf } from '../testing/invite-world.ts';

const dayMs = 24 * 60 * 60 * 1000;

let world: InviteWorld;
beforeEach(async () => {
  world = await InviteWorld.create();
});
afterEach(() => world.server.close());

const sessionsOf = async (device: TestDevice) => {
  await device.pullAll();
  return device.all('appointment').map(({ i }) => i);
};

describe('an invite by mail', () => {
  test('[C-471][C-564] proves the address: with a first name and a password alone the account is there, and the chart is closed until the birth date is right [IV-6]', async () => {
    const { id } = await world.invite();
    const look = await (await world.look(world.token())).json();
    expect(look).toMatchObject({ kind: 'chart', way: 'mail', invited_by: 'Dr. Ann', has_account: false });
    const ada = await world.join();
    expect(await (await ada.call('GET', '/api/users/v1/user_info')).json()).toMatchObject({
      user_type: 'member',
      email: 'ada@home.invalid',
      first_name: 'Ada',
      signup_channel: { amhc: false },
    });
    expect(await sessionsOf(ada)).toEqual([]);
    expect(ada.all('joining').map(({ i, b }) => [i, b])).toMatchObject([
      [id, { invited_by: 'Dr. Ann', asks: 'birth_date' }],
    ]);
    expect(await (await world.giveDate(ada, id)).json()).toEqual({ state: 'open' });
    await world.server.orchid.settle();
    expect(await sessionsOf(ada)).toEqual(['a1']);
    expect(ada.all('joining')).toEqual([]);
    expect(ada.find('chart_person', 'c1.1')?.b).toMatchObject({ cognito_sub: ada.sub });
    await world.ann.pullAll();
    expect(world.ann.find('chart_invite', id)?.b).toMatchObject({
      state: 'member',
      joined_email: 'ada@home.invalid',
      joined_as: ada.sub,
    });
  });

  test('[IV-4] being let in writes membership, own record, account and state together', async () => {
    const { id } = await world.invite();
    const ada = await world.join();
    expect(await world.record('chart_person', 'c1.1')).not.toHaveProperty('cognito_sub');
    await world.giveDate(ada, id);
    const [client, person] = [chartScope('c1'), personScope('c1.1')];
    expect(await world.record('membership', membershipId(client, ada.sub, 'client'))).toMatchObject({ access: 'own' });
    expect(await world.record('membership', membershipId(person, ada.sub, 'person'))).toMatchObject({ role: 'person' });
    expect(await world.record('chart_person', 'c1.1')).toMatchObject({ cognito_sub: ada.sub });
    expect(await world.record('client_card', 'c1')).toMatchObject({ cognito_sub: ada.sub });
    expect(await world.state(id)).toBe('member');
  });

  test('[IV-6] three wrong dates ask the clinician, whose tap opens the chart; a right one comes too late', async () => {
    const { id } = await world.invite();
    const ada = await world.join();
    const wrong = async () => (await world.giveDate(ada, id, '1990-01-01')).json();
    expect([await wrong(), await wrong(), await wrong()]).toEqual([
      { state: 'wrong', left: 2 },
      { state: 'wrong', left: 1 },
      { state: 'asks_clinician' },
    ]);
    expect((await world.giveDate(ada, id)).status).toBe(404);
    await world.server.orchid.settle();
    expect(await sessionsOf(ada)).toEqual([]);
    expect(ada.all('joining').map(({ b }) => b)).toMatchObject([{ asks: 'clinician' }]);
    expect((await world.change('chart.confirm_joined', { chart_id: 'c1', invite_id: id })).code).toBe('');
    expect(await sessionsOf(ada)).toEqual(['a1']);
    expect(ada.find('chart_person', 'c1.1')).toBeDefined();
  });

  test('[IV-6] where nobody has written a birth date down, the clinician is asked at once', async () => {
    await world.server.write(personOf('c1', '1', { dob: undefined }));
    const { id } = await world.invite();
    const ada = await world.join();
    expect(await world.state(id)).toBe('asks_clinician');
    expect((await world.giveDate(ada, id)).status).toBe(404);
  });

  test('a stranger answers no question of somebody else, and nobody without an account any', async () => {
    const { id } = await world.invite();
    await world.join();
    const mia = await world.server.signedIn('mia');
    const [others, none] = [await world.giveDate(mia, id), await world.giveDate(mia, 'nothing')];
    expect(await shapeOf(others)).toEqual(await shapeOf(none));
    expect((await world.giveDate(world.ann, id)).status).toBe(404);
    expect((await world.giveDate(world.server.device(), id)).status).toBe(401);
    expect(await world.state(id)).toBe('asks_birth_date');
  });

  test('where the e-mail has an account, nothing is made and the invite stays good', async () => {
    const { id } = await world.invite({ email: 'mia@test.invalid' });
    const token = world.token('mia@test.invalid');
    expect(await (await world.look(token)).json()).toMatchObject({ has_account: true });
    const response = await world.register({ patient_chart_invite_code: token });
    expect(response.status).toBe(409);
    expect(await world.state(id)).toBe('open');
  });

  test('[C-004] a weak password is told in the spec’s words, and uses nothing up', async () => {
    const { id } = await world.invite();
    const response = await world.register({ patient_chart_invite_code: world.token(), password: 'tooweak' });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('Password must be at least 10 characters long'),
    ]);
    expect(await world.state(id)).toBe('open');
  });
});

describe('[IV-3] what opens nothing answers alike', () => {
  test('unknown, used, withdrawn and replaced, by mail: when looked at, registered with and accepted', async () => {
    const dead: string[] = ['x'.repeat(43)];
    await world.invite();
    dead.push(world.token());
    const { id } = await world.invite();
    dead.push(world.token());
    await world.change('chart.withdraw_invite', { chart_id: 'c1', invite_id: id });
    await world.server.write(personOf('c1', '3'));
    await world.invite({ person_id: 'c1.3', email: 'used@home.invalid' });
    await world.join(world.token('used@home.invalid'));
    dead.push(world.token('used@home.invalid'));
    expect(new Set(dead).size).toBe(4);
    const mia = await world.server.signedIn('mia');
    for (const ask of [
      (code: string) => world.look(code),
      (code: string) => world.register({ patient_chart_invite_code: code }),
      (code: string) => world.accept(mia, code),
    ]) {
      const shapes = [];
      for (const code of dead) shapes.push(JSON.stringify(await shapeOf(await ask(code))));
      expect([...new Set(shapes)]).toEqual([expect.stringContaining('400,')]);
    }
  });

  test('expired: to the millisecond fourteen days after the server had it', async () => {
    await world.invite();
    const unknown = await shapeOf(await world.look('x'.repeat(43)));
    world.server.clock.pass(14 * dayMs - 1);
    expect((await world.look(world.token())).status).toBe(200);
    world.server.clock.pass(1);
    expect(await shapeOf(await world.look(world.token()))).toEqual(unknown);
    expect(await shapeOf(await world.register({ patient_chart_invite_code: world.token() }))).toEqual(unknown);
  });

  test('a code from paper with another birth date, with none, and one that nobody has', async () => {
    const { id } = await world.invite({ way: 'paper' });
    const shapes = [
      await shapeOf(await world.look('ABCDEFGHJK', birthDate)),
      await shapeOf(await world.look(world.code(id), '1990-01-01')),
      await shapeOf(await world.look(world.code(id))),
    ];
    expect(shapes[0]?.[0]).toBe(400);
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
  });

  test('neither link nor code is in a table, a record, a job or a log', async () => {
    const { id } = await world.invite();
    const token = world.token();
    const paper = await world.invite({ way: 'paper' });
    const held = await world.server.store.read(function* () {
      const rows = [yield* call('getInvite', id), yield* call('getInvite', paper.id)];
      return JSON.stringify([rows, yield* call('jobsAfter', 0, 100)]);
    });
    const all = held + JSON.stringify([await world.invites(), world.server.log]);
    expect(token).toHaveLength(43);
    for (const secret of [token, world.code(paper.id)]) expect(all).not.toContain(secret);
  });

  test('of two who come by one code, the first whose account exists has it; the other has an account and no chart', async () => {
    const { id } = await world.invite({ way: 'paper' });
    const codes = { patient_chart_invite_code: world.code(id), invite_dob: birthDate };
    const devices = [world.server.device(), world.server.device()] as const;
    const emails = ['one@home.invalid', 'two@home.invalid'] as const;
    for (const [index, device] of devices.entries())
      expect((await world.register({ ...codes, email: emails[index] }, device)).status).toBe(200);
    await world.server.orchid.settle();
    for (const index of [1, 0] as const) {
      const token = world.confirmToken(emails[index]);
      expect((await devices[index].call('POST', '/api/users/v1/confirm_email', { token })).status).toBe(200);
      await devices[index].signIn(emails[index], password);
    }
    expect(await sessionsOf(devices[1])).toEqual(['a1']);
    expect(await sessionsOf(devices[0])).toEqual([]);
    expect((await world.invites()).map(({ body }) => body.joined_email)).toEqual(['two@home.invalid']);
  });
});

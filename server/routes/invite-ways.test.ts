import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chartScope } from '../../sync/collections/classes.ts';
import { call, StoreUnavailable } from '../store/port.ts';
import { membershipOf } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { birthDate, coupleChart, InviteWorld, password, personOf, shapeOf } from '../testing/invite-world.ts';

let world: InviteWorld;
beforeEach(async () => {
  world = await InviteWorld.create();
});
afterEach(() => world.server.close());

const sessionsOf = async (device: TestDevice) => {
  await device.pullAll();
  return device.all('appointment').map(({ i }) => i);
};

describe('a code on paper', () => {
  test('[C-370] asks for birth date and e-mail; the chart opens when that e-mail is confirmed', async () => {
    const { id } = await world.invite({ way: 'paper' });
    const code = world.code(id);
    const typed = `${code.slice(0, 5).toLowerCase()}- ${code.slice(5)}`;
    expect(await (await world.look(typed, birthDate)).json()).toEqual({
      kind: 'chart',
      way: 'paper',
      invited_by: 'Dr. Ann',
    });
    const device = world.server.device();
    const codes = { patient_chart_invite_code: typed, invite_dob: birthDate };
    expect((await world.register(codes, device)).status).toBe(422);
    const answer = await world.register({ ...codes, email: 'ada@home.invalid' }, device);
    expect(await answer.json()).toEqual({ ok: true });
    await world.server.orchid.settle();
    expect(await world.state(id)).toBe('open');
    const token = world.confirmToken('ada@home.invalid');
    await device.call('POST', '/api/users/v1/confirm_email', { token });
    await device.signIn('ada@home.invalid', password);
    expect(await sessionsOf(device)).toEqual(['a1']);
    expect(await world.state(id)).toBe('member');
  });

  test('is shown to who treats, while it is good; to nobody else', async () => {
    const { id } = await world.invite({ way: 'paper' });
    const ask = (device: TestDevice, of = id) => device.call('GET', `/api/users/v1/chart_invite/${of}/code`);
    expect(await (await ask(world.ann)).json()).toEqual({ code: world.code(id) });
    const ben = await world.server.signedIn('ben');
    const mia = await world.server.signedIn('mia');
    const nothing = await shapeOf(await ask(ben, 'nothing'));
    for (const device of [ben, mia]) expect(await shapeOf(await ask(device))).toEqual(nothing);
    const mailed = await world.invite();
    expect((await ask(world.ann, mailed.id)).status).toBe(404);
    // Replaced by the one that was mailed.
    expect((await ask(world.ann)).status).toBe(404);
    await world.server.orchid.settle();
    const audit = await world.server.store.read(() => call('sealedAudit', 0, 1000));
    expect(audit.filter(({ action }) => action === 'invite.code_read').map(({ actor }) => actor)).toEqual(['ann']);
  });

  test('[TR-1] is shown to nobody without a trace of it: where none can be written there is no answer', async () => {
    const { id } = await world.invite({ way: 'paper' });
    vi.spyOn(world.server.services.traces, 'note').mockRejectedValueOnce(new StoreUnavailable('write failed'));
    expect((await world.ann.call('GET', `/api/users/v1/chart_invite/${id}/code`)).status).toBe(503);
  });

  test('[IV-5] five wrong ones an hour from one address, whoever asks; what is right costs nothing', async () => {
    const { id } = await world.invite({ way: 'paper' });
    for (let time = 0; time < 8; time += 1) expect((await world.look(world.code(id), birthDate)).status).toBe(200);
    const statuses = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await world.look('ABCDEFGHJK', birthDate)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await world.look(world.code(id), birthDate)).status).toBe(429);
  });

  test('[IV-5] ten wrong birth dates end it, from wherever they come', async () => {
    const wide = await InviteWorld.create({ limits: { codes: 1000 } });
    const { id } = await wide.invite({ way: 'paper' });
    for (let day = 1; day <= 9; day += 1) await wide.look(wide.code(id), `1990-01-0${day}`);
    expect((await wide.look(wide.code(id), birthDate)).status).toBe(200);
    await wide.look(wide.code(id), '1990-01-10');
    expect((await wide.look(wide.code(id), birthDate)).status).toBe(400);
    await wide.server.close();
  });
});

describe('who has an account', () => {
  test('[IV-8] accepts with it and stays one account; the clinician reads its e-mail', async () => {
    const { id } = await world.invite();
    const mia = await world.server.signedIn('mia');
    expect(await (await world.accept(mia, world.token())).json()).toEqual({ invite: id, asks: 'birth_date' });
    expect((await world.invites())[0]?.body).toMatchObject({ joined_as: 'mia', joined_email: 'mia@test.invalid' });
    expect((await world.accept(mia, world.token())).status).toBe(400);
    await world.giveDate(mia, id);
    expect(await sessionsOf(mia)).toEqual(['a1']);
  });

  test('a professional and nobody accept none', async () => {
    const { id } = await world.invite();
    const ben = await world.server.signedIn('ben');
    expect((await world.accept(ben, world.token())).status).toBe(404);
    expect((await world.accept(world.server.device(), world.token())).status).toBe(401);
    expect(await world.state(id)).toBe('open');
  });

  test('[IV-8] who is somebody in the chart already, or has joined it as somebody else, is not one more', async () => {
    await world.server.write(personOf('c1', '2'), membershipOf(chartScope('c1'), 'noa', 'guardian'));
    await world.server.addAccount('noa', 'member');
    const [mia, noa] = [await world.server.signedIn('mia'), await world.server.signedIn('noa')];
    const one = await world.invite();
    const two = await world.invite({ person_id: 'c1.2', way: 'paper' });
    expect((await world.accept(mia, world.token())).status).toBe(200);
    for (const device of [mia, noa])
      expect((await world.accept(device, world.code(two.id), birthDate)).status).toBe(400);
    expect([await world.state(one.id), await world.state(two.id)]).toEqual(['asks_birth_date', 'open']);
  });

  test.each([
    ['who is asked still', false, 'asks_birth_date'],
    ['who is let in', true, 'member'],
  ])(
    '[IV-8] the other of a couple accepts with an account of his own after the first, %s',
    async (_name, isLetIn, state) => {
      await world.server.write(...coupleChart('k1'));
      await world.server.addAccount('noa', 'member');
      const [mia, noa] = [await world.server.signedIn('mia'), await world.server.signedIn('noa')];
      const one = await world.invite({ chart_id: 'k1', person_id: 'k1.1' });
      const two = await world.invite({ chart_id: 'k1', person_id: 'k1.2', email: 'bo@home.invalid' });
      expect((await world.accept(mia, world.token())).status).toBe(200);
      if (isLetIn) await world.giveDate(mia, one.id);
      expect(await world.state(one.id)).toBe(state);
      const answer = await world.accept(noa, world.token('bo@home.invalid'));
      expect(await answer.json()).toEqual({ invite: two.id, asks: 'birth_date' });
      expect(await (await world.giveDate(noa, two.id, '1985-01-31')).json()).toEqual({ state: 'open' });
      await noa.pullAll();
      expect(noa.all('chart_person').map(({ i }) => i)).toEqual(['k1.2']);
      expect((await world.invites()).map(({ body }) => body.joined_as)).toEqual(['mia', 'noa']);
    },
  );

  test('[IV-8] who has joined one chart accepts for another one too', async () => {
    await world.server.write(...coupleChart('k1'));
    const mia = await world.server.signedIn('mia');
    await world.invite();
    expect((await world.accept(mia, world.token())).status).toBe(200);
    await world.invite({ chart_id: 'k1', person_id: 'k1.2', email: 'bo@home.invalid' });
    expect((await world.accept(mia, world.token('bo@home.invalid'))).status).toBe(200);
  });

  test('[IV-7] whose joining was undone accepts the new invite with the same account', async () => {
    const mia = await world.server.signedIn('mia');
    const first = await world.invite();
    await world.accept(mia, world.token());
    expect((await world.change('chart.undo_joining', { chart_id: 'c1', invite_id: first.id })).code).toBe('');
    const second = await world.invite();
    expect((await world.accept(mia, world.token())).status).toBe(200);
    expect([await world.state(first.id), await world.state(second.id)]).toEqual(['undone', 'asks_birth_date']);
  });

  test('[IV-8] of a couple each is invited apart, sees nothing of the other’s record, and is one of both at most', async () => {
    await world.server.write(...coupleChart('k1'));
    const mia = await world.server.signedIn('mia');
    const one = await world.invite({ chart_id: 'k1', person_id: 'k1.1', way: 'paper' });
    const two = await world.invite({ chart_id: 'k1', person_id: 'k1.2', email: 'bo@home.invalid' });
    expect(await (await world.accept(mia, world.code(one.id), birthDate)).json()).toEqual({
      invite: one.id,
      asks: 'none',
    });
    expect((await world.accept(mia, world.token('bo@home.invalid'))).status).toBe(400);
    const bo = await world.join(world.token('bo@home.invalid'));
    // The other one's birth date is wrong.
    expect(await (await world.giveDate(bo, two.id)).json()).toMatchObject({ state: 'wrong' });
    expect(await (await world.giveDate(bo, two.id, '1985-01-31')).json()).toEqual({ state: 'open' });
    await world.server.orchid.settle();
    for (const [device, own] of [
      [mia, 'k1.1'],
      [bo, 'k1.2'],
    ] as const) {
      await device.pullAll();
      expect(device.all('chart_person').map(({ i }) => i)).toEqual([own]);
      expect(device.all('chart_invite')).toEqual([]);
    }
    expect(await world.record('client_card', 'k1')).not.toHaveProperty('cognito_sub');

    // [CH-2] Whatever is known of each: of the other one not a word of how they are reached lies on a device.
    const knownOf = (who: string) => ({
      phone_number: `303555${who}`,
      email: `${who}@known.invalid`,
      dob: who === 'one' ? '1988-04-09' : '1985-01-31',
      home_address_line1: `Street of ${who}`,
      emergency_contact_name: `Aunt of ${who}`,
      emergency_contact_phone: `720555${who}`,
      insurance_member_id: `Member ${who}`,
    });
    for (const [person_id, who] of [
      ['k1.1', 'one'],
      ['k1.2', 'two'],
    ] as const)
      await world.change('chart_person.edit', { chart_id: 'k1', person_id, ...knownOf(who) });
    for (const [device, own, other] of [
      [mia, 'one', 'two'],
      [bo, 'two', 'one'],
    ] as const) {
      await device.pullAll();
      const held = JSON.stringify([...device.replica.values()]);
      for (const word of Object.values(knownOf(own))) expect(held).toContain(word);
      for (const word of Object.values(knownOf(other))) expect(held).not.toContain(word);
    }
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import sodium from 'libsodium-wrappers';
import { newRecoveryCode } from '../../sync/core/recovery-code.ts';
import { lookAtLink, resetPassword, type ResetBy, type ResetDone } from '../../sync/client/session/reset-password.ts';
import { call } from '../../server/store/port.ts';
import { appointmentOf, cardOf, chartOf, editOf, membershipOf, smallPractice } from '../../server/testing/builders.ts';
import { chartScope } from '../../sync/collections/classes.ts';
import type { Mail } from '../../server/mail/mailer.ts';
import { person, SessionWorld } from './session-world.ts';

const newPassword = 'Correct-horse-9';
let world: SessionWorld;
let mails: Mail[];

beforeEach(async () => {
  mails = [];
  const mailer = { leaves: true, send: async (mail: Mail) => void mails.push(mail) };
  world = await SessionWorld.create('orchid_pro', { mailer });
  await world.server.write(
    ...smallPractice(),
    membershipOf(chartScope('c2'), 'ann', 'treating'),
    membershipOf(chartScope('c2'), 'ben', 'treating'),
    chartOf('c2'),
    cardOf('c2'),
    appointmentOf('c2', 'a2'),
  );
  expect(await world.client.signIn(person)).toEqual({ kind: 'ok' });
  await world.sync();
});
afterEach(() => world.server.close());

async function link(): Promise<string> {
  const device = world.server.device();
  await device.call('PUT', '/api/login/v1/forgot_password', { username_or_email: person.email });
  await world.server.orchid.settle();
  return /reset-password#([A-Za-z0-9_-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

async function reset(on: SessionWorld, by: ResetBy, password = newPassword): Promise<ResetDone> {
  const token = await link();
  const looked = await lookAtLink(on.resetPorts(), on.deviceStore(), token);
  if (looked.kind !== 'ok') throw new Error(looked.message);
  return resetPassword(on.resetPorts(), on.deviceStore(), { ...looked, token, password, by });
}

const signIn = (on: SessionWorld, more: object = {}, password = newPassword) =>
  on.client.signIn({ email: person.email, password, ...more });

async function write(on: SessionWorld, text: string, appointment = 'a1'): Promise<void> {
  const { name, args } = editOf(appointment, text);
  const result = await on.client.mutate(name, args);
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result));
}

async function noteText(appointment = 'a1'): Promise<unknown> {
  const note = await world.server.store.read(() => call('getRecord', 'note', `note.${appointment}`));
  return note?.body;
}

/** What was left of before goes by itself, a little after an opening. */
async function carried(on: SessionWorld): Promise<void> {
  await vi.waitFor(async () => {
    await on.settle();
    expect((await on.account())?.left ?? []).toEqual([]);
  });
  await on.settle();
}

describe('a password that was forgotten', () => {
  test('[RC-3, RC-6] with the recovery code everything on the device stays as it lies', async () => {
    const code = newRecoveryCode(sodium);
    expect(await world.client.keepRecoveryCode('wrong', code)).toMatchObject({ kind: 'failed' });
    expect(await world.client.keepRecoveryCode(person.password, code)).toEqual({ kind: 'ok' });
    world.isOnline = false;
    await write(world, 'in a tunnel');
    world.isOnline = true;
    await world.client.lock();
    const before = world.replicas();
    expect(await reset(world, { kind: 'recovery-code', code: newRecoveryCode(sodium) })).toMatchObject({
      kind: 'failed',
      field: 'by',
    });
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(await reset(world, { kind: 'recovery-code', code: typed })).toEqual({ kind: 'done', email: person.email });
    expect(await signIn(world)).toEqual({ kind: 'ok' });
    expect(world.replicas()).toEqual(before);
    expect(await world.client.pending()).toHaveLength(1);
    await world.sync();
    expect(await noteText()).toMatchObject({ answers: { subjective: 'in a tunnel' } });
    expect(await world.client.pending()).toEqual([]);
  });

  test('[RC-3] with the password that opened the device before, too; it works from then on, the old one no more', async () => {
    await world.client.lock();
    expect(await reset(world, { kind: 'old-password', password: 'no' })).toMatchObject({ kind: 'failed', field: 'by' });
    expect(await reset(world, { kind: 'old-password', password: person.password })).toMatchObject({ kind: 'done' });
    expect(await signIn(world, {}, person.password)).toMatchObject({ kind: 'failed', reason: 'wrong' });
    expect(await signIn(world)).toEqual({ kind: 'ok' });
    await world.client.lock();
    expect(await world.client.unlock(person.password)).toEqual({ kind: 'wrong-password' });
    expect(await world.client.unlock(newPassword)).toEqual({ kind: 'ok' });
  });

  test('[RC-4] without either, 20 unsent changes on the only device are sent first, and the device begins anew', async () => {
    world.isOnline = false;
    for (let index = 0; index < 20; index += 1) {
      await write(world, `line ${index}`);
      // Each is a change of its own, not one that goes on.
      await world.client.mutate('chart.view', { chart_id: 'c1' });
    }
    world.isOnline = true;
    await world.client.lock();
    const [before] = world.replicas();
    world.calls.length = 0;
    expect(await reset(world, { kind: 'neither' })).toMatchObject({ kind: 'done' });
    expect(world.calls).toContain('sealed push');
    expect(await noteText()).toMatchObject({ answers: { subjective: 'line 19' } });
    expect(await signIn(world)).toEqual({ kind: 'keys-renewed' });
    expect(await signIn(world, { before: { kind: 'anew' } })).toEqual({ kind: 'ok' });
    await carried(world);
    expect(world.replicas()).not.toContain(before);
    expect(await world.client.attention()).toEqual([]);
  });

  test('[RC-4] the old password is good until all that waits has arrived, however long that is on its way', async () => {
    world.isOnline = false;
    await write(world, 'on its way');
    world.isOnline = true;
    await world.client.lock();
    world.calls.length = 0;
    let arrive: () => void = () => undefined;
    world.sealedWay = new Promise((resolve) => (arrive = resolve));
    const resetting = reset(world, { kind: 'neither' });
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(world.calls).not.toContain('/api/login/v1/reset_password');
    arrive();
    expect(await resetting).toMatchObject({ kind: 'done' });
    expect(world.calls.filter((call) => /sealed|reset_password/.test(call))).toEqual([
      'sealed push',
      '/api/login/v1/reset_password',
    ]);
    expect(await noteText()).toMatchObject({ answers: { subjective: 'on its way' } });
  });

  test('[RC-4] what could not leave before goes by the new session; what is refused comes back with its words, and the old replica only then goes', async () => {
    world.isOnline = false;
    await write(world, 'kept');
    await write(world, 'not for this chart', 'a2');
    const { id, scope, cls, body } = membershipOf(chartScope('c2'), 'ann', 'treating');
    await world.server.write({
      collection: 'membership',
      id,
      scope,
      cls,
      body: { ...(body as object), ended: '2026-11-21T08:00:00.000Z' },
    });
    world.isOnline = true;
    await world.client.lock();
    const [before = ''] = world.replicas();
    const other = await world.beside();
    expect(await reset(other, { kind: 'neither' })).toMatchObject({ kind: 'done' });
    expect(await noteText()).toBeUndefined();
    expect(await signIn(world, { before: { kind: 'anew' } })).toEqual({ kind: 'ok' });
    await carried(world);
    expect(await noteText()).toMatchObject({ answers: { subjective: 'kept' } });
    const attention = await world.client.attention();
    expect(attention).toMatchObject([{ name: 'note.edit', args: { answers: { subjective: 'not for this chart' } } }]);
    expect(world.replicas()).not.toContain(before);
    expect((await world.account())?.left).toEqual([]);
    await world.client.dismiss(attention[0]?.uid ?? '');
    await world.client.lock();
    expect(await world.client.unlock(newPassword)).toEqual({ kind: 'ok' });
    await carried(world);
    expect(await world.client.attention()).toEqual([]);
  });

  test('[RC-4] a lock in the middle of it loses no refused words: they go only once they stand elsewhere', async () => {
    world.isOnline = false;
    await write(world, 'kept');
    await write(world, 'not for this chart', 'a2');
    const { id, scope, cls, body } = membershipOf(chartScope('c2'), 'ann', 'treating');
    const ended = { ...(body as object), ended: '2026-11-21T08:00:00.000Z' };
    await world.server.write({ collection: 'membership', id, scope, cls, body: ended });
    world.isOnline = true;
    await world.client.lock();
    const other = await world.beside();
    expect(await reset(other, { kind: 'neither' })).toMatchObject({ kind: 'done' });
    let locked = 0;
    world.onAnswer = async (path: string) => {
      if (!path.includes('push_left')) return;
      locked += 1;
      void world.client.lock();
    };
    expect(await signIn(world, { before: { kind: 'anew' } })).toEqual({ kind: 'ok' });
    await expect
      .poll(async () => {
        await world.settle();
        return locked;
      })
      .toBe(1);
    await world.settle();
    world.onAnswer = () => Promise.resolve();
    await world.client.lock();
    expect(await world.client.unlock(newPassword)).toEqual({ kind: 'ok' });
    for (let turn = 0; turn < 4; turn += 1) await world.contact();
    await carried(world);
    expect(await world.client.attention()).toMatchObject([
      { name: 'note.edit', args: { answers: { subjective: 'not for this chart' } } },
    ]);
  });

  test('[RC-4] what was refused before the keys were new lies sealed until the password of then opens it', async () => {
    world.isOnline = false;
    await write(world, 'not for this chart', 'a2');
    const { id, scope, cls, body } = membershipOf(chartScope('c2'), 'ann', 'treating');
    const ended = { ...(body as object), ended: '2026-11-21T08:00:00.000Z' };
    await world.server.write({ collection: 'membership', id, scope, cls, body: ended });
    world.isOnline = true;
    await world.sync();
    const [refused] = await world.client.attention();
    expect(refused).toMatchObject({ args: { answers: { subjective: 'not for this chart' } } });
    await world.client.lock();
    const [before = ''] = world.replicas();
    await reset(await world.beside(), { kind: 'neither' });
    expect(await signIn(world, { before: { kind: 'anew' } })).toEqual({ kind: 'ok' });
    for (let turn = 0; turn < 30; turn += 1) await world.settle();
    expect(world.replicas()).toContain(before);
    expect(await world.client.attention()).toEqual([]);
    expect(await world.client.countLeft()).toBe(1);
    expect(await world.client.openLeft(newPassword)).toEqual({ kind: 'wrong-password' });
    expect(await world.client.openLeft(person.password)).toEqual({ kind: 'ok' });
    expect(await world.client.attention()).toEqual([refused]);
    expect(await world.client.countLeft()).toBe(0);
    expect(world.replicas()).not.toContain(before);
  });

  test('[RC-4] the password was forgotten twice: each of those of before opens what lies under it, in any order', async () => {
    const refuseIn = async (chart: string, appointment: string): Promise<void> => {
      world.isOnline = false;
      await write(world, `not for ${chart}`, appointment);
      const { id, scope, cls, body } = membershipOf(chartScope(chart), 'ann', 'treating');
      const ended = { ...(body as object), ended: '2026-11-21T08:00:00.000Z' };
      await world.server.write({ collection: 'membership', id, scope, cls, body: ended });
      world.isOnline = true;
      await world.sync();
      await world.client.lock();
    };
    await refuseIn('c2', 'a2');
    await reset(await world.beside(), { kind: 'neither' });
    expect(await signIn(world, { before: { kind: 'anew' } })).toEqual({ kind: 'ok' });
    for (let turn = 0; turn < 30; turn += 1) await world.settle();
    await world.sync();
    await refuseIn('c1', 'a1');
    await reset(await world.beside(), { kind: 'neither' }, 'Another-horse-7');
    expect(await signIn(world, { before: { kind: 'anew' } }, 'Another-horse-7')).toEqual({ kind: 'ok' });
    for (let turn = 0; turn < 30; turn += 1) await world.settle();
    expect(await world.client.countLeft()).toBe(2);
    expect(await world.client.openLeft(newPassword)).toEqual({ kind: 'ok' });
    expect(await world.client.countLeft()).toBe(1);
    expect(await world.client.openLeft(person.password)).toEqual({ kind: 'ok' });
    const texts = (await world.client.attention()).map(({ args }) => JSON.stringify(args));
    expect(texts.filter((text) => /not for c[12]/.test(text))).toHaveLength(2);
    expect(await world.client.countLeft()).toBe(0);
  });

  test('[RC-4] a network that dies meanwhile loses nothing: it goes on with the next session, told once', async () => {
    world.isOnline = false;
    await write(world, 'kept');
    world.isOnline = true;
    await world.client.lock();
    const other = await world.beside();
    await reset(other, { kind: 'neither' });
    world.onAnswer = async (path) => {
      if (path === '/api/login/v1/initiate_auth') world.isOnline = false;
    };
    expect(await signIn(world, { before: { kind: 'anew' } })).toMatchObject({ kind: 'ok' });
    for (let turn = 0; turn < 30; turn += 1) await world.settle();
    expect(await noteText()).toBeUndefined();
    expect((await world.account())?.left).toHaveLength(1);
    world.onAnswer = () => Promise.resolve();
    world.isOnline = true;
    await world.client.lock();
    expect(await world.client.unlock(newPassword)).toEqual({ kind: 'ok' });
    for (let turn = 0; turn < 4; turn += 1) await world.contact();
    await carried(world);
    expect(await noteText()).toMatchObject({ answers: { subjective: 'kept' } });
    expect((await world.account())?.left).toEqual([]);
  });

  test('[RC-4] a device that is open meanwhile goes on with what it holds, by the new password', async () => {
    world.isOnline = false;
    await write(world, 'typed meanwhile');
    world.isOnline = true;
    const other = await world.beside();
    await reset(other, { kind: 'neither' });
    const before = world.replicas();
    expect(await world.contact()).toBe(false);
    expect(await signIn(world)).toEqual({ kind: 'ok' });
    expect(world.replicas()).toEqual(before);
    expect(await world.client.pending()).toHaveLength(1);
    await world.client.lock();
    expect(await world.client.unlock(newPassword)).toEqual({ kind: 'ok' });
  });

  test('[RC-4] a device that was locked meanwhile opens with its old password, and goes on', async () => {
    world.isOnline = false;
    await write(world, 'typed meanwhile');
    world.isOnline = true;
    await world.client.lock();
    const before = world.replicas();
    await reset(await world.beside(), { kind: 'neither' });
    expect(await signIn(world, { before: { kind: 'old-password', password: 'no' } })).toMatchObject({ kind: 'failed' });
    expect(await signIn(world, { before: { kind: 'old-password', password: person.password } })).toEqual({
      kind: 'ok',
    });
    expect(world.replicas()).toEqual(before);
    expect(await world.client.pending()).toHaveLength(1);
  });
});

describe('another password, while signed in', () => {
  test('[RC-5] this device opens by the new one from then on, offline too; another one keeps its unsent work and goes on', async () => {
    const other = await world.beside();
    expect(await signIn(other, {}, person.password)).toEqual({ kind: 'ok' });
    await other.sync();
    other.isOnline = false;
    await write(other, 'offline meanwhile');
    await other.client.lock();
    expect(await world.client.changePassword('no', newPassword)).toEqual({ kind: 'wrong-password' });
    expect(await world.client.changePassword(person.password, newPassword)).toEqual({ kind: 'ok' });
    expect(await world.contact()).toBe(true);
    await world.client.lock();
    world.isOnline = false;
    expect(await world.client.unlock(person.password)).toEqual({ kind: 'wrong-password' });
    expect(await world.client.unlock(newPassword)).toEqual({ kind: 'ok' });
    expect(await other.client.unlock(person.password)).toEqual({ kind: 'ok' });
    expect(await other.client.pending()).toHaveLength(1);
    other.isOnline = true;
    expect(await other.contact()).toBe(false);
    expect(await signIn(other)).toEqual({ kind: 'ok' });
    expect(await other.client.pending()).toHaveLength(1);
  });
});

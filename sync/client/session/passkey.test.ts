import sodium from 'libsodium-wrappers';
import { createKeyBundle, passwordKeys } from '../../core/account-keys.ts';
import { toBase64Url } from '../../core/base64url.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ClientWorld, credentials, failing, sub } from '../../testing/client-world.ts';
import { readCurrentAccount, writeAccount, type DeviceAccount } from '../replica/device.ts';

describe('[PK-1] a passkey of this device', () => {
  let world: ClientWorld;
  beforeEach(async () => {
    world = await ClientWorld.unlocked();
  });

  const { password } = credentials;
  const kind = () => world.client.session.get().kind;
  const row = async (): Promise<DeviceAccount> => {
    const account = await readCurrentAccount(world.disk('device').connect());
    if (!account) throw new Error('nobody is signed in');
    return account;
  };
  const lock = async (): Promise<void> => {
    await world.client.lock();
    expect(kind()).toBe('locked');
  };

  it('opens what was locked without a network and without the password, and drops its keys at the next lock', async () => {
    expect(await world.client.passkeyState()).toBe('possible');
    expect(await world.client.keepPasskey(password)).toEqual({ kind: 'ok' });
    await lock();
    world.network = () => Promise.resolve(null);
    expect(await world.client.passkeyState()).toBe('on');
    expect(await world.client.unlockWithPasskey()).toEqual({ kind: 'ok' });
    expect(world.client.session.get()).toEqual({ kind: 'unlocked', sub, needsSignIn: true });
    await lock();
    expect(await world.leftovers()).toEqual([]);
    expect(await world.client.unlock(password)).toEqual({ kind: 'ok' });
  });

  it('is made for who knows the password alone, and only where it derives a secret', async () => {
    expect(await world.client.keepPasskey('another one')).toEqual({ kind: 'wrong-password' });
    world.passkeys.isCalledOff = true;
    expect(await world.client.keepPasskey(password)).toMatchObject({ kind: 'failed' });
    expect(await world.client.passkeyState()).toBe('possible');
    await lock();
    expect(await world.client.keepPasskey(password)).toMatchObject({ kind: 'failed' });
    expect((await row()).passkey).toBeUndefined();
  });

  it('that is called off, gone or another one opens nothing, and takes nothing away', async () => {
    await world.client.keepPasskey(password);
    await lock();
    world.passkeys.isCalledOff = true;
    expect(await world.client.unlockWithPasskey()).toMatchObject({ kind: 'failed' });
    world.passkeys.isCalledOff = false;
    world.passkeys.replace();
    expect(await world.client.unlockWithPasskey()).toMatchObject({ kind: 'failed' });
    expect(kind()).toBe('locked');
    expect(await world.client.unlock(password)).toEqual({ kind: 'ok' });
  });

  it.each([
    ['another account', { sub: 'pro-2' }],
    ['other keys of the account', { generation: 2 }],
  ])('a wrap that was moved to %s opens nothing', async (_what, change) => {
    await world.client.keepPasskey(password);
    await lock();
    const device = world.disk('device').connect();
    await writeAccount(device, { ...(await row()), ...change });
    expect(await world.client.unlockWithPasskey()).toMatchObject({ kind: 'failed' });
  });

  it('stays over a new sign-in with the same keys', async () => {
    await world.client.keepPasskey(password);
    // Over the open replica, and over the locked one.
    for (const _time of ['once', 'again']) {
      expect(await world.client.signIn(credentials)).toEqual({ kind: 'ok' });
      expect(await world.client.passkeyState()).toBe('on');
      await lock();
    }
    expect(await world.client.unlockWithPasskey()).toEqual({ kind: 'ok' });
  });

  it.each([
    ['a locked replica', true],
    ['an open one', false],
  ])(
    'goes where the account’s keys are new: nobody is offered what opens nothing, signed in over %s',
    async (_over, isLocked) => {
      await world.client.keepPasskey(password);
      if (isLocked) await lock();
      const { kek } = passwordKeys(sodium, sodium.crypto_generichash(32, password, null));
      const now = '2026-11-21T10:00:00.000Z';
      world.signedIn = { bundle: createKeyBundle(sodium, { kek, sub, now, generation: 2 }).bundle };
      const before = { kind: 'old-password', password } as const;
      expect(await world.client.signIn(isLocked ? { ...credentials, before } : credentials)).toEqual({ kind: 'ok' });
      expect(await world.client.passkeyState()).toBe('possible');
      expect((await row()).passkey).toBeUndefined();
    },
  );

  it('goes in one step, and with a log-out', async () => {
    await world.client.keepPasskey(password);
    await world.client.dropPasskey();
    expect(await world.client.passkeyState()).toBe('possible');
    await world.client.keepPasskey(password);
    await world.client.logOut('keep');
    expect((await row()).passkey).toBeUndefined();
    expect((await row()).locked).toBe(true);
  });

  it('no secret of it lies on the disk', async () => {
    await world.client.keepPasskey(password);
    const { passkey } = await row();
    expect(Object.keys(passkey ?? {}).toSorted()).toEqual(['credential', 'salt', 'wrapAccountRoot']);
    const secret = toBase64Url(world.passkeys.given);
    expect(secret).toHaveLength(43);
    for (const disk of world.disks.values()) expect(JSON.stringify(disk.dump())).not.toContain(secret);
  });

  it('storage that fails says nothing of a passkey, and turns none off without a word', async () => {
    await world.client.keepPasskey(password);
    world.disk('device').fault = failing('begin');
    expect(await world.client.passkeyState()).toBe('impossible');
    await expect(world.client.dropPasskey()).rejects.toMatchObject({ code: 'failed' });
    world.disk('device').fault = () => null;
    expect(await world.client.passkeyState()).toBe('on');
  });

  it('where this device has none it is not offered', async () => {
    world.passkeys.isThere = false;
    expect(await world.client.passkeyState()).toBe('impossible');
  });
});

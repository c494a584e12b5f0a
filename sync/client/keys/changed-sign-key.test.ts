import sodium from 'libsodium-wrappers';
import { beforeEach, expect, test } from 'vitest';
import { MemoryDisk } from '../../store/memory-store.ts';
import { openTestReplica, seededRandom } from '../../testing/builders.ts';
import type { Replica } from '../replica/replica.ts';
import { changeSignKey, openKeys, rereadSignKey, type KeyRing } from './replica-keys.ts';

let replica: Replica;
let here: KeyRing;
let elsewhere: KeyRing;
/** A device key that was signed with before. */
let before: Uint8Array;

beforeEach(async () => {
  await sodium.ready;
  const store = new MemoryDisk().connect();
  const open = () =>
    openKeys(store, {
      sodium,
      random: seededRandom(3),
      replicaKey: new Uint8Array(32).fill(7),
      accountRoot: new Uint8Array(32).fill(9),
      email: null,
    });
  replica = await openTestReplica(store);
  here = (await open()).ring;
  elsewhere = (await open()).ring;
  before = here.sign.publicKey.slice();
  expect(elsewhere.sign.publicKey).toEqual(before);
});

const signs = ({ sign }: KeyRing): boolean =>
  sodium.crypto_sign_verify_detached(sodium.crypto_sign_detached('text', sign.privateKey), 'text', sign.publicKey);

test('[LK-6] a device key that another tab has changed is the one that this tab signs by', async () => {
  expect(await changeSignKey(replica, elsewhere)).toBe(true);
  expect(elsewhere.sign.publicKey).not.toEqual(before);
  expect(here.sign.publicKey).toEqual(before);
  await rereadSignKey(replica, here);
  expect(here.sign.publicKey).toEqual(elsewhere.sign.publicKey);
  expect([signs(here), signs(elsewhere)]).toEqual([true, true]);
});

test('[LK-6] who is locked changes none, and is told so', async () => {
  replica.gate.closed = true;
  expect(await changeSignKey(replica, elsewhere)).toBe(false);
  expect(elsewhere.sign.publicKey).toEqual(before);
});

test('[LK-6] who is locked meanwhile takes none', async () => {
  await changeSignKey(replica, elsewhere);
  const locked = rereadSignKey(replica, here);
  replica.gate.closed = true;
  await locked.catch(() => undefined);
  expect(here.sign.publicKey).toEqual(before);
});

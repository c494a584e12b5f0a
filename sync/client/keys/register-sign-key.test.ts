import sodium from 'libsodium-wrappers';
import { expect, it } from 'vitest';
import { toBase64Url } from '../../core/base64url.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { openTestReplica, seededRandom } from '../../testing/builders.ts';
import type { DeviceAccount } from '../replica/device.ts';
import { readMeta } from '../replica/meta.ts';
import { registerSignKey } from './register-keys.ts';
import { openKeys } from './replica-keys.ts';

it('[RS-1] a device goes on counting from where the server says it is: it is not taken for a copy of itself', async () => {
  const replica = await openTestReplica(new MemoryDisk().connect());
  const secrets = { replicaKey: new Uint8Array(32).fill(7), accountRoot: new Uint8Array(32).fill(9), email: null };
  const { ring } = await openKeys(replica.store, { sodium, random: seededRandom(2), ...secrets });
  const asked: unknown[] = [];
  const ports = {
    loadSodium: () => Promise.resolve(sodium),
    api: {
      call: (_method: string, path: string, body?: unknown) => {
        asked.push([path, body]);
        return Promise.resolve({ status: 200, body: { resumes: 5 } });
      },
    },
  };
  const account = { sub: 'pro-1' } as DeviceAccount;
  const publicKey = toBase64Url(ring.sign.publicKey);
  const facts = { session: 's1', device: 'AAAAAAAAAAAAAAAA', signKey: publicKey };
  expect(await registerSignKey(ports, replica, { account, ring, facts })).toBe(true);
  expect(asked).toMatchObject([['/api/login/v1/sign_key', { device: facts.device, public: publicKey }]]);
  expect(await replica.store.read(() => readMeta('resume'))).toEqual([{ device: facts.device, count: 5 }]);
});

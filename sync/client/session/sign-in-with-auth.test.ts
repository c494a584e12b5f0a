import { expect, it } from 'vitest';
import { ClientWorld, credentials, deviceKey, sub, type Answer } from '../../testing/client-world.ts';
import type { ClientPorts } from '../client-ports.ts';
import { readCurrentAccount, writeAccount } from '../replica/device.ts';
import { signInWithAuth } from './session.ts';

/** Signs in behind an open replica, with a server that answers this; and what it was asked. */
async function signIn(answer: Answer, remember = true) {
  const given: { ports: ClientPorts | null } = { ports: null };
  const world = await ClientWorld.unlocked((ports) => (given.ports = ports));
  const device = world.disk('device').connect();
  const account = await readCurrentAccount(device);
  if (!account || !given.ports) throw new Error('nobody has signed in here');
  const { api } = given.ports;
  const asked: unknown[] = [];
  const call: typeof api.call = (_method, _path, body) => {
    asked.push(body);
    return Promise.resolve(answer);
  };
  const ports: ClientPorts = { ...given.ports, api: { ...api, call } };
  const own = { ...account, remember, wrapDevice: null };
  await writeAccount(device, own);
  const known = { account: own, replicaKey: new Uint8Array(32), email: credentials.email, auth: 'proof' };
  const outcome = await signInWithAuth(ports, device, known);
  return { outcome, asked, account: await readCurrentAccount(device) };
}

it.each<[string, Answer, 'no-answer' | 'refused']>([
  ['no network', null, 'no-answer'],
  ['a server that is busy', { status: 429, body: {} }, 'no-answer'],
  ['a server that fails', { status: 500, body: {} }, 'no-answer'],
  ['a gateway without its server', { status: 503, body: {} }, 'no-answer'],
  ['a refusal', { status: 401, body: { detail: 'Wrong.' } }, 'refused'],
  ['the last status of a refusal', { status: 499, body: {} }, 'refused'],
  ['what is no answer of ours', { status: 200, body: { nextStep: 'success' } }, 'refused'],
])('a session that is begun behind an open replica, and %s', async (_what, answer, kind) => {
  expect((await signIn(answer)).outcome).toEqual({ kind });
});

it.each([true, false])(
  'whether a device is remembered stays as it was said when somebody signed in: %s',
  async (remember) => {
    const body = {
      nextStep: 'success',
      sub,
      server_key: { id: 's2', public: 'newer' },
      device_key: deviceKey,
      session: 'session-2',
      device: 'AAAAAAAAAAAAAAAA',
    };
    const { outcome, asked, account } = await signIn({ status: 200, body }, remember);
    expect(outcome).toMatchObject({ kind: 'ok' });
    expect(asked).toEqual([{ username_or_email: credentials.email, password: 'proof', remember_me: remember }]);
    expect(account?.wrapDevice === null).toBe(!remember);
    // What is sent from a locked device is sealed for the key that the server has now.
    expect(account?.serverKey).toEqual({ id: 's2', public: 'newer' });
  },
);

import { expect, it } from 'vitest';
import { ClientWorld, credentials, type Answer } from '../../testing/client-world.ts';
import type { ClientPorts } from '../client-ports.ts';
import { readCurrentAccount } from '../replica/device.ts';
import { signInWithAuth } from './session.ts';

/** Signs in behind an open replica, with a server that answers this. */
async function signIn(answer: Answer) {
  const given: { ports: ClientPorts | null } = { ports: null };
  const world = await ClientWorld.unlocked((ports) => (given.ports = ports));
  const device = world.disk('device').connect();
  const account = await readCurrentAccount(device);
  if (!account || !given.ports) throw new Error('nobody has signed in here');
  const { api } = given.ports;
  const ports: ClientPorts = { ...given.ports, api: { ...api, call: () => Promise.resolve(answer) } };
  const known = { account, replicaKey: new Uint8Array(32), email: credentials.email, auth: 'proof' };
  return signInWithAuth(ports, device, known);
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
  expect(await signIn(answer)).toEqual({ kind });
});

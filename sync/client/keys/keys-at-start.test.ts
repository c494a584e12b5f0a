import { expect, it } from 'vitest';
import { ClientWorld, sub } from '../../testing/client-world.ts';
import type { ClientPorts } from '../client-ports.ts';
import { readCurrentAccount } from '../replica/device.ts';
import { keysAtStart } from './keys-at-start.ts';

it.each([
  ['another tab is asked for its key', false, [sub]],
  ['nor is one who was away for too long by the time the server was waited for', true, []],
])('nobody is asked for the password whose device is still in use: %s', async (_what, isIdleLater, asks) => {
  const given: { ports: ClientPorts | null } = { ports: null };
  const world = await ClientWorld.unlocked((ports) => (given.ports = ports));
  const account = await readCurrentAccount(world.disk('device').connect());
  if (!account || !given.ports) throw new Error('nobody has signed in here');
  const asked: string[] = [];
  const relayed = new Uint8Array(32).fill(4);
  const ports: ClientPorts = {
    ...given.ports,
    api: { call: () => Promise.resolve(null) },
    keyRelay: {
      answer: () => undefined,
      ask: (of) => {
        asked.push(of);
        return Promise.resolve(relayed);
      },
    },
  };
  let looks = 0;
  const found = await keysAtStart(ports, account, () => (looks += 1) > 1 && isIdleLater);
  expect(asked).toEqual(asks);
  expect(found?.opened.replicaKey).toBe(isIdleLater ? undefined : relayed);
});

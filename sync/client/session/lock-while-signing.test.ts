import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../testing/builders.ts';
import { ClientWorld, credentials, deviceKey, sub } from '../../testing/client-world.ts';
import { LoggedPorts } from '../../testing/logged-ports.ts';

const facts = { sub, device_key: deviceKey, session: 's2', device: 'AAAAAAAAAAAAAAAA' };

/** Holds the part that calculates back from its `nth` asking on, until it is let go. */
function holdSodium(ports: LoggedPorts, nth: number) {
  let asked = 0;
  const held = { go: (): void => undefined, isAsked: false };
  ports.onLoadSodium = () => {
    asked += 1;
    if (asked !== nth) return Promise.resolve();
    held.isAsked = true;
    return new Promise((resolve) => (held.go = resolve));
  };
  return held;
}

describe('[LK-2] a lock that comes while a session is being signed for stays a lock', () => {
  let world: ClientWorld;
  let ports: LoggedPorts;
  beforeEach(async () => {
    ports = new LoggedPorts();
    world = await ClientWorld.unlocked(ports.over);
    world.network = () => Promise.resolve({ status: 200, body: facts });
  });

  it('learned from another tab', async () => {
    const held = holdSodium(ports, 2);
    world.tell('session');
    await settle();
    expect(held.isAsked).toBe(true);
    await world.client.lock();
    held.go();
    await settle();
    expect(world.client.session.get().kind).toBe('locked');
  });

  it('begun by a sign-in', async () => {
    await world.client.logOut('keep');
    ports.take();
    let go = (): void => undefined;
    // The engine runs, and nothing is called open yet.
    ports.onLoadSodium = () =>
      ports.log.includes('engine starts') ? new Promise((resolve) => (go = resolve)) : Promise.resolve();
    const signingIn = world.client.signIn(credentials).catch(() => undefined);
    await settle();
    await settle();
    expect(ports.log).toContain('engine starts');
    expect(world.client.session.get().kind).toBe('signed-out');
    world.tell('lock');
    await settle();
    go();
    await signingIn;
    expect(world.client.session.get().kind).toBe('locked');
    expect(ports.log).not.toContain('tells unlocked');
  });
});

import { expect, it } from 'vitest';
import { createSocketHub, type SocketPeer } from './socket-hub.ts';

it('after a commit every screen is told before the news of sessions is read for anybody, and who wrote is not told of it', () => {
  const hub = createSocketHub();
  const said: string[] = [];
  const peer = (principal: string, familyId: string): SocketPeer => ({
    principal,
    familyId,
    send: () => undefined,
    change: () => void said.push(`change ${familyId}`),
    changeSessions: () => void said.push(`sessions ${familyId}`),
    signOut: () => undefined,
    moveTo: () => undefined,
  });
  for (const [principal, family] of [
    ['pro-1', 'writes'],
    ['pro-1', 'looks'],
    ['pro-2', 'beside'],
    ['pro-3', 'elsewhere'],
  ] as const)
    hub.join(peer(principal, family), []);
  hub.poke(new Set(['pro-1', 'pro-2']), 'writes');
  expect(said).toEqual(['change looks', 'change beside', 'sessions writes', 'sessions looks', 'sessions beside']);
});

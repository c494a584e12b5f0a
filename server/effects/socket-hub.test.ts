import { expect, it } from 'vitest';
import { Touched } from '../sync/touched.ts';
import { createSocketHub, type SocketPeer } from './socket-hub.ts';

function touchedBy(collection: string, ...principals: readonly string[]): Touched {
  const touched = new Touched();
  for (const principal of principals) touched.add(principal, collection);
  return touched;
}

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
  const touched = touchedBy('appointment', 'pro-1', 'pro-2');
  hub.poke(touched, 'writes');
  expect(said).toEqual(['change looks', 'change beside', 'sessions writes', 'sessions looks', 'sessions beside']);
});

it('[C-342] the news of sessions is read after commits that may have brought some, and after no others', () => {
  const hub = createSocketHub();
  const said: string[] = [];
  const peer: SocketPeer = {
    principal: 'pro-1',
    familyId: 'looks',
    send: () => undefined,
    change: () => void said.push('change'),
    changeSessions: () => void said.push('sessions'),
    signOut: () => undefined,
    moveTo: () => undefined,
  };
  hub.join(peer, []);
  const both = touchedBy('note', 'pro-1');
  both.addAll(touchedBy('appointment', 'pro-1'));
  // A session for somebody else, and a note for this one.
  const apart = touchedBy('note', 'pro-1');
  apart.add('pro-2', 'appointment');
  const heard = (touched: Touched) => {
    said.length = 0;
    hub.poke(touched);
    return [...said];
  };
  expect(heard(touchedBy('note', 'pro-1'))).toEqual(['change']);
  expect(heard(apart)).toEqual(['change']);
  expect(heard(both)).toEqual(['change', 'sessions']);
  // A scope that ended, and what of it came again.
  expect(heard(touchedBy('', 'pro-1'))).toEqual(['change', 'sessions']);
  const undone = touchedBy('appointment', 'pro-1');
  undone.clear();
  expect([undone.size, heard(undone)]).toEqual([0, []]);
});

it('[C-339] a partner is told once that somebody has come, and once that they are gone, however many screens they have', () => {
  const hub = createSocketHub();
  const heard: unknown[] = [];
  const peer = (principal: string, familyId: string, send: SocketPeer['send'] = () => undefined): SocketPeer => ({
    principal,
    familyId,
    send,
    change: () => undefined,
    signOut: () => undefined,
    moveTo: () => undefined,
  });
  hub.join(
    peer('pro-1', 'looks', (event) => heard.push(event)),
    ['pro-2'],
  );
  const [leaveOne, leaveOther] = ['one', 'other'].map((family) => hub.join(peer('pro-2', family), ['pro-1']));
  leaveOne?.();
  leaveOne?.();
  expect(hub.count()).toBe(2);
  expect(heard.splice(0)).toEqual([
    { type: 'snapshot', online_partners: [] },
    { type: 'join', partner: 'pro-2' },
  ]);
  leaveOther?.();
  expect(heard).toEqual([{ type: 'leave', partner: 'pro-2' }]);
});

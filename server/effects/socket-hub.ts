import { appointment } from '../../sync/collections/appointment.ts';
import type { SocketEvent } from '../../sync/protocol/socket-message.ts';
import type { Touched } from '../sync/touched.ts';
import type { DevicePlace } from './followed-place.ts';

/** One open socket of one principal. */
export interface SocketPeer {
  readonly principal: string;
  /** The sign-in it came with. */
  readonly familyId: string;
  send(event: SocketEvent): void;
  /** Something new lies after where it stands. */
  change(): void;
  /** Sessions were committed, or may have been: tells of them. Absent: a peer that is not told. */
  changeSessions?(): void;
  /** Its sign-in is over. */
  signOut(): void;
  /** Its device has been answered with what brings it from where it stands to this place. */
  moveTo(place: DevicePlace): void;
}

/** Who is connected here. The hub itself tells of presence and that something changed; what changed is the peer's to read. */
export interface SocketHub {
  /** Adds a socket; `partners` are those who share a conversation with its principal. Returns the way out. */
  join(peer: SocketPeer, partners: readonly string[]): () => void;
  /** `from`: the sign-in whose push this follows; it pulls by itself when it has its answer. Of sessions it is told as everybody. */
  poke(touched: Touched, from?: string): void;
  /** The answer to a request of this sign-in brings a device to this place: what changes next goes on from there. */
  moveTo(by: { readonly principal: string; readonly familyId: string }, place: DevicePlace): void;
  /** These sign-ins of a principal are over: their sockets are told so, and close. */
  endSessions(principal: string, familyIds: ReadonlySet<string>): void;
  /** Sockets that are open now. */
  count(): number;
}

export function createSocketHub(): SocketHub {
  const peers = new Map<string, Set<SocketPeer>>();

  function tell(principal: string, event: SocketEvent): void {
    for (const peer of peers.get(principal) ?? []) peer.send(event);
  }

  return {
    join: (peer, partners) => {
      const own = peers.get(peer.principal) ?? new Set();
      const isFirst = own.size === 0;
      own.add(peer);
      peers.set(peer.principal, own);
      const online = partners.filter((partner) => peers.has(partner));
      peer.send({ type: 'snapshot', online_partners: online });
      if (isFirst) for (const partner of online) tell(partner, { type: 'join', partner: peer.principal });
      return () => {
        if (!own.delete(peer) || own.size > 0) return;
        peers.delete(peer.principal);
        for (const partner of partners) tell(partner, { type: 'leave', partner: peer.principal });
      };
    },
    poke: (touched, from) => {
      const woken = touched.principals.flatMap((principal) => [...(peers.get(principal) ?? [])]);
      // What somebody looks at comes first; the news of sessions is read after it.
      for (const peer of woken) if (peer.familyId !== from) peer.change();
      for (const peer of woken) if (touched.has(peer.principal, appointment.name)) peer.changeSessions?.();
    },
    moveTo: ({ principal, familyId }, place) => {
      for (const peer of peers.get(principal) ?? []) if (peer.familyId === familyId) peer.moveTo(place);
    },
    endSessions: (principal, familyIds) => {
      for (const peer of peers.get(principal) ?? []) if (familyIds.has(peer.familyId)) peer.signOut();
    },
    count: () => [...peers.values()].reduce((sum, own) => sum + own.size, 0),
  };
}

import type { ReplicaStore } from '../ports.ts';
import type { LeaseState, SessionState } from './api.ts';
import type { ClientPorts } from './client-ports.ts';
import type { HeardSessions } from './heard-sessions.ts';
import type { Value } from './observable.ts';
import type { StatusBoard } from './status/status-board.ts';

/** What the parts of one client have in common: its ports, the device's own store, and what it says on screen. */
export interface ClientContext {
  readonly ports: ClientPorts;
  readonly device: ReplicaStore;
  readonly board: StatusBoard;
  readonly session: Value<SessionState>;
  readonly lease: Value<LeaseState>;
  readonly lockingAt: Value<number | null>;
  readonly heard: HeardSessions;
}

import type { DeviceAccount } from '../replica/device.ts';
import type { SessionFacts } from './session-facts.ts';

/** What opening a replica yields: its key, and the account root where the password gave it. */
export interface OpenedReplica {
  readonly account: DeviceAccount;
  readonly replicaKey: Uint8Array;
  readonly accountRoot: Uint8Array | null;
  readonly email: string | null;
  /** The session that gave the keys; null where nobody was asked, or an older server. */
  readonly facts: SessionFacts | null;
  /** The account's row is to be replaced by `account` once the replica has opened, not before. */
  readonly isUnwritten?: boolean;
}

/** Opens the replica of the locked account; null where what was given does not open it. `auth`: what proves it to the server, too. */
export type OpenHere = (
  account: DeviceAccount,
) => Promise<{ readonly opened: OpenedReplica; readonly auth: string | null } | null>;

import type { EngineKeys } from '../../../sync/client/client-ports.ts';
import type { CycleTimes } from './engine-run.ts';

/** What the bench worker does: the engine's work and its limits, in one place and one after the other. */
export interface EngineWorkerApi {
  /** First sync of an empty replica, and fifty rows read by index. Milliseconds. */
  firstSync(keys: EngineKeys): Promise<number>;
  /** Learns what rows weigh from a filled replica; answers how many. */
  learn(replicaName: string): Promise<number>;
  /** Lines from this address into an empty database, which is kept under this name. Milliseconds. */
  rawFirstSync(name: string, url: string): Promise<number>;
  /** Opens a held replica and times its first cycle, opening included; the engine goes on. */
  startHeld(keys: EngineKeys): Promise<number>;
  pullHeld(): Promise<number>;
  stopHeld(): Promise<void>;
  /** Lines from this address into a database that is there. Milliseconds. */
  rawPull(name: string, url: string): Promise<number>;
  /** Starts the engine over a full outbox. */
  flush(keys: EngineKeys): Promise<CycleTimes>;
  /** One request with this body. Milliseconds. */
  rawFlush(url: string, body: string): Promise<number>;
}

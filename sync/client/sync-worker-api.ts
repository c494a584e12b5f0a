import type { EngineCallbacks, EngineKeys, SigningKey } from './client-ports.ts';

/** What a page may ask of its sync worker. One engine per worker; ending the worker drops its keys. */
export interface SyncWorkerApi {
  start(
    keys: EngineKeys,
    registerKey: () => Promise<boolean>,
    onLocked: () => void,
    onSessions: EngineCallbacks['onSessions'],
  ): Promise<void>;
  wake(): void;
  cycleOnce(): Promise<void>;
  setVisible(visible: boolean): void;
  noteActivity(nowMs: number): void;
  setSigning(signing: SigningKey): void;
}

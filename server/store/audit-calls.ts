/** Who did what to which thing: ids only. */
export interface AuditEntry {
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  /** Ids of what it concerned, as canonical JSON. */
  readonly subject: string;
}

/** `hash` is '' until the sealer has chained the row. */
export interface AuditRow extends AuditEntry {
  readonly id: number;
  /** Place in the chain; 0 until sealed. */
  readonly link: number;
  readonly hash: string;
}

/** The audit log: append-only; sealing a row is the one change it allows. */
export interface AuditCalls {
  addAudit(entry: AuditEntry): void;
  unsealedAudit(limit: number): readonly AuditRow[];
  lastSealedAudit(): AuditRow | undefined;
  sealAudit(id: number, link: number, hash: string): void;
  /** Sealed rows after a link, in chain order. */
  sealedAudit(afterLink: number, limit: number): readonly AuditRow[];
  addCheckpoint(link: number, hash: string, at: string, signature: string): void;
}

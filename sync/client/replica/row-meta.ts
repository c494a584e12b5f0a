import * as v from 'valibot';
import type { ReplicaRow } from '../../ports.ts';

const baseMeta = v.object({
  /** The sync generation it came with. */
  g: v.number(),
  /** Its class, bound by the seal with its scope; absent in rows of before that. */
  c: v.exactOptional(v.string()),
  /** The scope above by which it is seen, where it is not seen by its own. */
  p: v.exactOptional(v.string()),
  /** [EV-1] Of a collection or shape that this build does not know: kept and counted, in no index, shown by none. */
  parked: v.exactOptional(v.literal(true)),
  /** [BR-1] It came with a body that its schema refuses, or does not fit its place: kept and counted, shown by none. */
  broken: v.exactOptional(v.literal(true)),
});

const overlayMeta = v.object({
  /** Its class, as in a base row. */
  c: v.exactOptional(v.string()),
  /** Id and uid of the last pending mutation that wrote the record. */
  id: v.number(),
  uid: v.string(),
  /** Id of the first pending mutation that wrote it: before that one it stands as in the base. */
  first: v.number(),
  /** Highest id of a pending mutation that loaded it. */
  loaded: v.number(),
});

/** What a base row says in the clear beside ids. */
export type BaseMeta = Readonly<v.InferOutput<typeof baseMeta>>;

/** What an overlay row says in the clear: which pending mutations it hangs on. */
export type OverlayMeta = Readonly<v.InferOutput<typeof overlayMeta>>;

// Asked of every row that is read: each looks at its one field alone, some thirty times as fast as a schema of all of them.

/** The class that a row of either kind names; undefined in rows of before classes were bound. */
export function classOf({ m }: ReplicaRow): string | undefined {
  return typeof m === 'object' && m !== null && 'c' in m && typeof m.c === 'string' ? m.c : undefined;
}

/** The scope above by which a row of the base is seen, where it is not seen by its own. */
export function seenFromAbove({ m }: ReplicaRow): string | undefined {
  return typeof m === 'object' && m !== null && 'p' in m && typeof m.p === 'string' ? m.p : undefined;
}

/** Whether a row waits for a build that can read it. */
export function isParked({ m }: ReplicaRow): boolean {
  return typeof m === 'object' && m !== null && 'parked' in m && m.parked === true;
}

/** Whether a row is known to be broken. */
export function isBroken({ m }: ReplicaRow): boolean {
  return typeof m === 'object' && m !== null && 'broken' in m && m.broken === true;
}

/** Whether a row is kept and shown by none: nobody takes it for absent. */
export function isAside(row: ReplicaRow): boolean {
  return isParked(row) || isBroken(row);
}

/** Whether a row came with this generation. */
export function isOf({ m }: ReplicaRow, generation: number): boolean {
  return typeof m === 'object' && m !== null && 'g' in m && m.g === generation;
}

/** What a base row says; null where that is none, and for a row of the overlay. */
export function baseMetaOf(row: ReplicaRow): BaseMeta | null {
  const parsed = v.safeParse(baseMeta, row.m);
  return parsed.success ? parsed.output : null;
}

/** What an overlay row says; null where that is none: it then hangs on nothing that is known. */
export function overlayMetaOf(row: ReplicaRow): OverlayMeta | null {
  const parsed = v.safeParse(overlayMeta, row.m);
  return parsed.success ? parsed.output : null;
}

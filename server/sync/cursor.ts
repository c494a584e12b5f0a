import * as v from 'valibot';
import { fromBase64Url, toBase64Url } from '../../sync/core/base64url.ts';
import { fromInstant, toInstant } from '../../sync/core/instant.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A first sync that was begun longer ago starts anew. */
const firstSyncLifeMs = 7 * dayMs;

const place = v.object({ at: v.string(), collection: v.string(), id: v.string() });
const counted = v.pipe(v.number(), v.integer(), v.minValue(0));
const cursorSchema = v.union([
  v.strictObject({ epoch: v.string(), seq: counted }),
  v.strictObject({
    epoch: v.string(),
    /** Head when the first sync began; the tail beyond it follows the stages. */
    H: counted,
    anchor: counted,
    stage: counted,
    after: v.nullable(place),
    /** Rows delivered so far. */
    done: counted,
  }),
]);

/** A place in the log, or a place in a first sync. */
export type Cursor = v.InferOutput<typeof cursorSchema>;
export type FirstSync = Extract<Cursor, { H: number }>;

export function isFirstSync(cursor: Cursor): cursor is FirstSync {
  return 'H' in cursor;
}

export function encodeCursor(cursor: Cursor): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(cursor)));
}

/** The cursor that a device sent, or null for one that says nothing here (any more). */
export function decodeCursor(
  text: string,
  now: { readonly epoch: string; readonly seq: number; readonly horizon: number; readonly nowMs: number },
): Cursor | null {
  const parsed = v.safeParse(cursorSchema, parseJson(text));
  if (!parsed.success || parsed.output.epoch !== now.epoch) return null;
  const cursor = parsed.output;
  if (isFirstSync(cursor)) {
    const isFresh = cursor.anchor <= now.nowMs + dayMs && now.nowMs - cursor.anchor < firstSyncLifeMs;
    // Its tail begins at H: what is gone beyond that must still be told.
    const isTold = cursor.H <= now.seq && cursor.H >= now.horizon;
    return isFresh && isTold && cursor.stage <= stages(cursor.anchor).length ? cursor : null;
  }
  return cursor.seq <= now.seq && cursor.seq >= now.horizon ? cursor : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(text)));
  } catch {
    // Not a cursor of ours: treated as unknown.
    return null;
  }
}

/** A half-open range of a record's place in time. */
export interface Stage {
  readonly from: string;
  readonly to: string;
}

/** What a first sync brings, in order: timeless and the next two weeks, then 90 days either way, then the rest. */
export function stages(anchorMs: number): readonly Stage[] {
  const day = (offset: number): string => toInstant(anchorMs + offset * dayMs);
  // One step after an instant, as text: half-open ranges that meet without a gap.
  const after = (instant: string): string => toInstant(fromInstant(instant) + 1);
  return [
    { from: '', to: '\u0001' },
    { from: day(-1), to: after(day(14)) },
    { from: day(-90), to: day(-1) },
    { from: after(day(14)), to: after(day(90)) },
    { from: '\u0001', to: day(-90) },
    { from: after(day(90)), to: '\u{10ffff}' },
  ];
}

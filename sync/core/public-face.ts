import * as v from 'valibot';
import type { Collection } from './define.ts';
import type { Json } from './record.ts';

/**
 * [AC-8] What anybody may read of a collection's records, without an account and beside `readers`, which it does not widen:
 * record by record, by id, on the server alone. Nothing of it is synced. A collection without one is read by nobody.
 */
export interface PublicFace<Body, Face extends Json> {
  readonly collection: Collection<Body>;
  /** All that may leave, and nothing else: strict. */
  readonly face: v.GenericSchema<unknown, Face>;
  /** Null: this record is not open. */
  readonly of: (body: Body) => Json | null;
}

/** The open part of a body; null where it has none. Throws where more would leave than the face allows. */
export function faceOf<Body, Face extends Json>(open: PublicFace<Body, Face>, body: Body): Face | null {
  const said = open.of(body);
  return said === null ? null : v.parse(open.face, said);
}

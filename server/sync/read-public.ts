import { faceOf, type PublicFace } from '../../sync/core/public-face.ts';
import type { Json } from '../../sync/core/record.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { assert } from '../../sync/core/assert.ts';
import { call, type Plan } from '../store/port.ts';
import { liftTo } from './lift-record.ts';

/** [AC-8] What nobody in particular reads of a record: its face, where it is open; null alike where it is not, and where it is not there. */
export function* readPublic<Body, Face extends Json>(
  registry: Registry,
  open: PublicFace<Body, Face>,
  id: string,
): Plan<Face | null> {
  assert(!open.collection.clinical, 'no clinical record has a face for everybody');
  const stored = yield* call('getRecord', open.collection.name, id);
  return stored ? faceOf(open, liftTo(registry, open.collection, stored).body) : null;
}

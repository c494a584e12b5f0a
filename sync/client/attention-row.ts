import type { Json } from '../core/record.ts';
import type { MutationContext } from '../core/mutation.ts';
import type { ReplicaRow } from '../ports.ts';
import type { Replica } from './replica.ts';

/** What a row of needs attention says in the clear: protocol state, and the key by which newer words replace older. */
export interface AttentionMeta {
  /** `parked`: held by the server, whose mutator failed. */
  readonly kind: 'rejected' | 'parked';
  readonly keepAs?: string;
}

/** Seals a change that was refused or is held, with all its content, into a row of needs attention. */
export function attentionRow(
  replica: Pick<Replica, 'sealer'>,
  uid: string,
  content: {
    readonly name: string;
    readonly at: string;
    readonly code: string;
    /** What the refusal said beside its code. */
    readonly detail?: Json;
    /** Default: refused. */
    readonly kind?: AttentionMeta['kind'];
    /** Absent where the change could not be opened any more. */
    readonly args?: Json;
    readonly ctx?: MutationContext;
    readonly keepAs?: string;
  },
): ReplicaRow {
  const { keepAs, ctx, kind = 'rejected', ...rest } = content;
  const sealed = { ...rest, ...(ctx ? { ctx: { ...ctx, ids: [...ctx.ids], base: { ...ctx.base } } } : {}) };
  const meta: AttentionMeta = { kind, ...(keepAs === undefined ? {} : { keepAs }) };
  return { k: uid, v: 1, z: replica.sealer.seal('attention', uid, 1, { ...sealed, kind }), m: meta };
}

import * as v from 'valibot';
import type { Json } from '../../core/record.ts';
import type { MutationContext } from '../../core/mutation.ts';
import type { ReplicaRow } from '../../ports.ts';
import type { Replica } from '../replica/replica.ts';

const attentionMeta = v.object({
  /** `parked`: held by the server, whose mutator failed. */
  kind: v.picklist(['rejected', 'parked']),
  keepAs: v.exactOptional(v.string()),
});

/** What a row of needs attention says in the clear: protocol state, and the key by which newer words replace older. */
export type AttentionMeta = Readonly<v.InferOutput<typeof attentionMeta>>;

/** The clear half of a row of needs attention, or null where it is damaged. */
export function readAttentionMeta(row: ReplicaRow): AttentionMeta | null {
  const parsed = v.safeParse(attentionMeta, row.m);
  return parsed.success ? parsed.output : null;
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

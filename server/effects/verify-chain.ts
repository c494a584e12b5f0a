import * as v from 'valibot';
import { call, type Store } from '../store/port.ts';
import { chainHash, chainStart, isSignedCheckpoint, type Checkpoint } from './audit-chain.ts';

export type AuditVerdict =
  | { readonly kind: 'intact'; readonly rows: number; readonly checkpoints: number; readonly unsealed: number }
  | { readonly kind: 'broken'; readonly link: number; readonly reason: string };

const checkpointSchema = v.object({ link: v.number(), hash: v.string(), at: v.string(), signature: v.string() });
const pageRows = 1000;

/** Walks the chain from its start and holds it against the checkpoints, given as lines of JSON. */
export async function verifyAudit(
  store: Store,
  against: { readonly publicPem: string; readonly checkpoints: readonly string[] },
): Promise<AuditVerdict> {
  const checkpoints: Checkpoint[] = [];
  for (const line of against.checkpoints.filter((text) => text.trim() !== '')) {
    const checkpoint = parseCheckpoint(line);
    if (!checkpoint) return { kind: 'broken', link: 0, reason: 'a checkpoint cannot be read' };
    if (!isSignedCheckpoint(against.publicPem, checkpoint)) {
      return { kind: 'broken', link: checkpoint.link, reason: 'a checkpoint is not signed by this server' };
    }
    checkpoints.push(checkpoint);
  }
  const expected = new Map(checkpoints.map((checkpoint) => [checkpoint.link, checkpoint.hash]));

  let hash = chainStart;
  let link = 0;
  for (;;) {
    const after = link;
    const rows = await store.read(() => call('sealedAudit', after, pageRows));
    for (const row of rows) {
      if (row.link !== link + 1) return { kind: 'broken', link: link + 1, reason: 'a row is missing' };
      hash = chainHash(hash, row);
      link = row.link;
      if (hash !== row.hash) return { kind: 'broken', link, reason: 'a row was changed' };
      if ((expected.get(link) ?? hash) !== hash) {
        return { kind: 'broken', link, reason: 'the chain was rewritten since its checkpoint' };
      }
    }
    if (rows.length < pageRows) break;
  }
  const last = Math.max(0, ...expected.keys());
  if (last > link) return { kind: 'broken', link: link + 1, reason: 'rows are missing at the end' };
  // Not chained yet: the sealer takes them within seconds of the next start.
  const unsealed = await store.read(() => call('unsealedAudit', pageRows));
  return { kind: 'intact', rows: link, checkpoints: checkpoints.length, unsealed: unsealed.length };
}

function parseCheckpoint(line: string): Checkpoint | null {
  try {
    const parsed = v.safeParse(checkpointSchema, JSON.parse(line));
    return parsed.success ? parsed.output : null;
  } catch {
    // Not JSON: reported as unreadable.
    return null;
  }
}

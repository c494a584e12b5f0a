import { mutateBody } from '../../../sync/client/write/mutate.ts';
import { outboxEnd, readOutboxMeta } from '../../../sync/client/write/outbox-meta.ts';
import type { Replica } from '../../../sync/client/replica/replica.ts';
import { toBase64Url } from '../../../sync/core/base64url.ts';
import { toInstant } from '../../../sync/core/instant.ts';
import { newId } from '../../../sync/core/new-id.ts';
import { systemClock, systemRandom } from '../../../sync/web/system-ports.ts';
import { noteArgs } from './bench-notes.ts';

/** Writes notes of sessions offline, a mutation each, with the version of each field that was last on screen. */
export class FullOutbox {
  /** The version of the field of each session's note that was last on screen. */
  readonly stamps = new Map<string, string>();
  #turn = 0;

  /** One transaction with the bodies that `writeMutation` runs, so that filling does not take longer than flushing. */
  async fill(replica: Replica, sessions: readonly string[]): Promise<void> {
    this.#turn += 1;
    const inputs = sessions.map((session) => ({
      session,
      input: {
        uid: newId(systemRandom),
        name: 'note.edit',
        args: noteArgs(session, this.#turn),
        ctx: {
          now: toInstant(systemClock.now()),
          zone: 'America/New_York',
          ids: [newId(systemRandom), newId(systemRandom)],
          base: { subjective: this.stamps.get(session) ?? '' },
        },
      },
    }));
    await replica.store.tx('relaxed', function* () {
      for (const { input } of inputs) {
        const outcome = yield* mutateBody(replica, input);
        if (outcome.kind !== 'saved') throw new Error(`refused: ${outcome.code}`);
      }
    });
    for (const { session, input } of inputs) this.stamps.set(session, input.uid);
  }

  /** The body of one request that holds everything that waits. */
  static async toRequestBody(replica: Replica): Promise<string> {
    const rows = await replica.store.tx('relaxed', function* () {
      const [found] = yield [{ op: 'range', table: 'outbox', by: 'k', from: '', to: outboxEnd }];
      return found ?? [];
    });
    const sealed = rows.flatMap((row) => {
      const meta = row ? readOutboxMeta(row) : null;
      return row?.z && meta ? [{ kind: 'sealed', id: meta.id, key: meta.key, box: toBase64Url(row.z) }] : [];
    });
    return JSON.stringify({ protocol: 1, rows: sealed });
  }
}

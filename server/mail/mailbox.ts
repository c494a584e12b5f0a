import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { toInstant } from '../../sync/core/instant.ts';
import type { Clock } from '../../sync/ports.ts';
import type { Mailer } from './mailer.ts';

const heldMail = v.object({
  id: v.number(),
  key: v.string(),
  at: v.string(),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  headers: v.optional(v.record(v.string(), v.string())),
});
export type HeldMail = v.InferOutput<typeof heldMail>;

/** Where the demo's mail goes instead of leaving. */
export interface Mailbox extends Mailer {
  /** The newest first. */
  all(): readonly HeldMail[];
}

const mostMails = 200;
const fileName = 'mailbox.json';

/**
 * A mailbox in a file of the data directory, readable by this user alone. Holds the 200 newest; a mail that comes again under
 * the same key is held once.
 */
export function openMailbox(dataDir: string, clock: Clock): Mailbox {
  const file = path.join(dataDir, fileName);
  let mails = existsSync(file) ? readMails(file) : [];
  return {
    leaves: true,
    all: () => mails,
    send: async ({ key, ...mail }) => {
      if (mails.some((held) => held.key === key)) return;
      const id = (mails[0]?.id ?? 0) + 1;
      const next = [{ id, key, at: toInstant(clock.now()), ...mail }, ...mails].slice(0, mostMails);
      writeFileSync(`${file}.next`, JSON.stringify(next), { mode: 0o600 });
      renameSync(`${file}.next`, file);
      mails = next;
    },
  };
}

function readMails(file: string): readonly HeldMail[] {
  try {
    return v.parse(v.array(heldMail), JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Of a demo, and of no use when it cannot be read: the next mail begins it anew.
    return [];
  }
}

import type { Clock, Log } from '../../sync/ports.ts';
import type { Config } from '../config.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';
import { noMailer, type Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

/** The one way in which mail leaves: by SMTP where that is set, into the demo's mailbox, or not at all. */
export function createMailer(
  config: Pick<Config, 'smtp' | 'demo' | 'dataDir'>,
  ports: { readonly clock: Clock; readonly log: Log },
): { readonly mailer: Mailer; readonly mailbox: Mailbox | null } {
  if (config.smtp) return { mailer: createSmtpMailer(config.smtp), mailbox: null };
  if (config.demo) {
    const mailbox = openMailbox(config.dataDir, ports.clock);
    return { mailer: mailbox, mailbox };
  }
  ports.log.info('mail-off');
  return { mailer: noMailer, mailbox: null };
}

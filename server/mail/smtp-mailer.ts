import { createHash } from 'node:crypto';
import { connect, isIPv4, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { MailError, type Mail, type Mailer, type MailErrorName } from './mailer.ts';
import type { SmtpSettings } from './smtp-url.ts';

/** How long each part of handing over may take, in milliseconds. */
export interface SmtpPatience {
  readonly connectMs: number;
  /** Without a byte from the other side. */
  readonly silenceMs: number;
}

const usualPatience: SmtpPatience = { connectMs: 10_000, silenceMs: 15_000 };

/**
 * Hands mail over by SMTP, each on a connection of its own. TLS is a must unless the other side is this machine. The message id
 * follows from the mail's key alone: one that is sent twice can be told by whoever gets it.
 */
export function createSmtpMailer(settings: SmtpSettings, patience: SmtpPatience = usualPatience): Mailer {
  return {
    leaves: true,
    send: (mail, signal) => handOver(settings, patience, mail, signal),
  };
}

async function handOver(
  settings: SmtpSettings,
  patience: SmtpPatience,
  mail: Mail,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { host, port, secure, auth, from } = settings;
  const { key, to, subject, text, html, headers } = mail;
  const isLocal = isLoopbackHost(host);
  let socket: Socket | null = null;
  const end = (): void => void socket?.destroy(new MailError('MailTimeout'));
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: !isLocal && !secure,
    ...(isLocal && !secure ? { ignoreTLS: true } : {}),
    ...(auth ? { auth: { ...auth } } : {}),
    greetingTimeout: patience.connectMs,
    socketTimeout: patience.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_options, callback) => {
      // Opened here, so that a signal can end it wherever it stands.
      const opened = connect({ host, port, timeout: patience.connectMs });
      socket = opened;
      const fail = (error: Error): void => callback(error, false);
      opened.once('error', fail);
      // Whoever listens later hears of it; until then it is not to end the process.
      opened.on('error', () => undefined);
      opened.once('timeout', end);
      opened.once('connect', () => {
        opened.setTimeout(0);
        opened.off('timeout', end);
        opened.off('error', fail);
        callback(null, { connection: opened });
      });
    },
  });
  const isOver = (): boolean => signal?.aborted ?? false;
  if (isOver()) throw new MailError('MailTimeout');
  signal?.addEventListener('abort', end, { once: true });
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: messageIdOf(key, from),
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    });
  } catch (error) {
    throw new MailError(isOver() ? 'MailTimeout' : nameOf(error));
  } finally {
    signal?.removeEventListener('abort', end);
    transport.close();
  }
}

/** Says nothing of the key, and the same for the same key. */
export function messageIdOf(key: string, from: string): string {
  const domain = /@([A-Za-z0-9.-]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return `<${createHash('sha256').update(key).digest('base64url')}@${domain}>`;
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function nameOf(error: unknown): MailErrorName {
  if (error instanceof MailError) return error.name;
  const { responseCode = 0, code = '' } = error as { readonly responseCode?: number; readonly code?: string };
  if (responseCode >= 500) return 'MailRefused';
  if (responseCode >= 400) return 'MailDeferred';
  return code === 'ETIMEDOUT' ? 'MailTimeout' : 'MailUnreachable';
}

import { isIP } from 'node:net';
import { isSender, parseSmtpUrl, type SmtpSettings } from './mail/smtp-url.ts';

/** What the environment decides. Parsed once at the start; nothing else reads `process.env`. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /**
   * Fill an empty database with the demo practice; for tests `now`: with today's sessions around this moment, and `lately`: the same with
   * two months of history instead of nine.
   */
  readonly demo: boolean | 'now' | 'lately';
  /** One reverse proxy in front: its `x-forwarded-*` headers are believed. */
  readonly trustProxy: boolean;
  /** Limits on pushes, pulls, reads and sockets; off only behind something that limits by itself, and to measure. */
  readonly requestLimits: boolean;
  /** How long a draft must have stood to be kept when it is overwritten; 0: every one is. */
  readonly draftPauseMs: number;
  /** IANA zone in which the practice's days begin and end, until a record of the practice says so. */
  readonly practiceZone: string;
  /** Where browsers find this server; requests to other hosts are refused. Empty: whatever they call it. */
  readonly origins: readonly string[];
  /** Where mail is handed over; null: none leaves but into the demo's mailbox. */
  readonly smtp: SmtpSettings | null;
  readonly approval: Approval;
  readonly signupTrial: SignupTrial;
}

/** Who lets a new professional work: nobody has to, or an operator does. */
export type Approval = 'automatic' | 'operator';

/** What a professional's account begins with until plans can be bought: a month of the core plan, or nothing. [D-10] */
export type SignupTrial = 'core-month' | 'none';

/** Where nothing else is configured. */
export const defaultPracticeZone = 'America/New_York';

/** A setting that cannot be used; its message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration; throws `ConfigError` naming the first wrong setting. */
export function parseConfig(env: Environment): Config {
  return {
    port: parsePort(env),
    host: parseHost(env),
    dataDir: parseDataDir(env),
    demo: parseDemo(env),
    trustProxy: parseSwitch(env, 'TRUST_PROXY', false),
    requestLimits: parseSwitch(env, 'REQUEST_LIMITS', true),
    draftPauseMs: parseDraftPause(env),
    practiceZone: parseZone(env),
    origins: parseOrigins(env),
    smtp: parseSmtp(env),
    approval: parseApproval(env),
    signupTrial: parseSignupTrial(env),
  };
}

function parsePort(env: Environment): number {
  const text = env['PORT'] ?? '8787';
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new ConfigError('PORT must be a number from 0 to 65535');
  return Number(text);
}

function parseHost(env: Environment): string {
  const text = env['HOST'] ?? '127.0.0.1';
  if (isIP(text) === 0 && !/^[A-Za-z0-9.-]{1,253}$/.test(text)) {
    throw new ConfigError('HOST must be an address or a host name');
  }
  return text;
}

function parseDataDir(env: Environment): string {
  const text = env['DATA_DIR'] ?? './data';
  if (text.trim() === '') throw new ConfigError('DATA_DIR must name a directory');
  return text;
}

function parseDraftPause(env: Environment): number {
  const text = env['DRAFT_PAUSE_S'] ?? '120';
  if (!/^\d{1,6}$/.test(text)) throw new ConfigError('DRAFT_PAUSE_S must be a number of seconds');
  return Number(text) * 1000;
}

function parseZone(env: Environment): string {
  const text = env['PRACTICE_ZONE'] ?? '';
  if (text === '') return defaultPracticeZone;
  // An offset such as `+05:00` is taken by the runtime and has no days of 23 and 25 hours.
  if (!/^[A-Za-z]/.test(text) || !isZone(text))
    throw new ConfigError('PRACTICE_ZONE must be a time zone such as America/New_York');
  return text;
}

function parseOrigins(env: Environment): readonly string[] {
  const origins = (env['ORIGIN'] ?? '').split(',').map((part) => part.trim());
  return origins
    .filter((text) => text !== '')
    .map((text) => {
      // As a browser writes it: without a path, without the port that goes without saying, in lower case.
      const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : null;
      if (url?.origin !== text)
        throw new ConfigError('ORIGIN must be one or more of the form https://orchid.example, with commas between');
      return text;
    });
}

function parseDemo(env: Environment): Config['demo'] {
  const text = env['ORCHID_DEMO'];
  return text === 'now' || text === 'lately' ? text : parseSwitch(env, 'ORCHID_DEMO', true);
}

function parseApproval(env: Environment): Approval {
  const text = env['APPROVAL'] ?? '';
  if (text === '') return parseDemo(env) ? 'automatic' : 'operator';
  if (text === 'automatic' || text === 'operator') return text;
  throw new ConfigError('APPROVAL must be automatic or operator');
}

function parseSignupTrial(env: Environment): SignupTrial {
  const text = env['SIGNUP_TRIAL'] ?? '';
  if (text === '') return 'core-month';
  if (text === 'core-month' || text === 'none') return text;
  throw new ConfigError('SIGNUP_TRIAL must be core-month or none');
}

function parseSmtp(env: Environment): SmtpSettings | null {
  const text = env['SMTP_URL'] ?? '';
  if (text === '') return null;
  const settings = parseSmtpUrl(text);
  if (!settings) throw new ConfigError('SMTP_URL must be an address such as smtp://user:password@mail.example:587');
  const from = env['MAIL_FROM'] ?? '';
  if (!isSender(from)) throw new ConfigError('MAIL_FROM must be an address such as Orchid <no-reply@orchid.example>');
  return { ...settings, from };
}

function isZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    // The one thing that it throws for is a zone that the runtime does not know.
    return false;
  }
}

function parseSwitch(env: Environment, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw new ConfigError(`${name} must be 1 or 0`);
}

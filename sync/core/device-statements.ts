import { canonicalJson } from './canonical-json.ts';

const encoder = new TextEncoder();

/** A request older or newer than this, by the server's clock, proves nothing about now. */
export const activityFreshMs = 120_000;

/** The request header that carries a signed word on when the person last acted. */
export const activityHeader = 'x-orchid-activity';

/** What a device says of its person's activity with one request. Times in milliseconds, `time` as the server counts it. */
export interface Activity {
  /** Scheme and host that the request goes to: what is signed for one server is nothing to another. */
  readonly origin: string;
  readonly session: string;
  readonly time: number;
  readonly idle: number;
}

/** What the device's key signs so that a request counts as activity. */
export function activityStatement(activity: Activity): Uint8Array {
  return statement('orchid activity 1', { ...activity });
}

/** `time.idle.signature`, as the header holds it. */
export function toActivityHeader(said: Pick<Activity, 'time' | 'idle'>, signature: string): string {
  return `${said.time}.${said.idle}.${signature}`;
}

/** The parts of the header, or null for anything else. */
export function readActivityHeader(
  header: string | undefined,
): { readonly time: number; readonly idle: number; readonly signature: string } | null {
  const [, time, idle, signature] = /^(\d{1,15})\.(\d{1,12})\.([A-Za-z0-9_-]{86})$/.exec(header ?? '') ?? [];
  if (time === undefined || idle === undefined || signature === undefined) return null;
  return { time: Number(time), idle: Number(idle), signature };
}

/** What the account's key signs so that a device may sign for itself from then on. */
export function signKeyStatement(key: {
  readonly account: string;
  readonly device: string;
  readonly public: string;
}): Uint8Array {
  return statement('orchid device key 1', { ...key });
}

/** What the device's key signs to come back without a password. */
export function resumeStatement(resume: {
  readonly origin: string;
  readonly account: string;
  readonly device: string;
  readonly nonce: string;
  readonly count: number;
  readonly idle: number;
}): Uint8Array {
  return statement('orchid resume 1', { ...resume });
}

/** A fixed label first: no statement can be taken for one of another kind. */
function statement(label: string, said: Readonly<Record<string, string | number>>): Uint8Array {
  return encoder.encode(canonicalJson({ ...said, label }));
}

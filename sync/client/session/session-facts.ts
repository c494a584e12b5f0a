import type { InitiateAuthResponse } from '../../protocol/session-message.ts';

/** What the server said of the session that this device has now. */
export interface SessionFacts {
  readonly session: string;
  /** This device's id, as the server knows it. */
  readonly device: string;
  /** Public half of the device's own key, as the server holds it; null where it holds none. */
  readonly signKey: string | null;
}

/** Null of a server that does not know signed sessions yet. */
export function sessionFacts(
  answer: Pick<InitiateAuthResponse, 'session' | 'device' | 'sign_key'>,
): SessionFacts | null {
  const { session, device, sign_key: signKey = null } = answer;
  return session === undefined || device === undefined ? null : { session, device, signKey };
}

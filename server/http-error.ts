/** One entry of a list-shaped error: what is wrong, and where; never the input itself. */
export interface ErrorItem {
  readonly msg: string;
  readonly loc: readonly string[];
}

/** Every failure that a route answers with: `{detail: string}` or `{detail: [{msg, loc}]}`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly detail: string | readonly ErrorItem[];
  readonly retryAfterS: number | undefined;

  constructor(status: number, detail: string | readonly ErrorItem[], retryAfterS?: number) {
    super(`status ${status}`);
    this.status = status;
    this.detail = detail;
    this.retryAfterS = retryAfterS;
  }
}

/** Somebody else's object answers exactly as one that does not exist. */
export function notFound(): HttpError {
  return new HttpError(404, 'Not found.');
}

/** The session is over or was never there; the client renews once, then asks for a sign-in. */
export function signedOut(status: 401 | 403 = 401): HttpError {
  return new HttpError(status, 'Not signed in.');
}

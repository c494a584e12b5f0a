import { errorText, isErrorCode, type ErrorCode } from '../../sync/protocol/error-codes.ts';
import { HttpError } from '../http-error.ts';

/** 404 tells nothing of what is there; 409 is how things stand; the rest is what was asked. */
const statuses: Partial<Record<ErrorCode, number>> = {
  not_found: 404,
  not_allowed: 404,
  already_exists: 409,
  client_access: 409,
  conflicting_session: 409,
  content_changed: 409,
  given_access: 409,
  has_account: 409,
  invite_over: 409,
  last_treating: 409,
  not_signable: 409,
  note_not_signed: 409,
  note_signed: 409,
  session_cancelled: 409,
  session_not_begun: 409,
  session_signed: 409,
  time_blocked: 409,
  time_signed: 409,
  two_versions: 409,
};

/** A mutator's refusal as a REST answer, in the words of the catalogue. */
export function refusalOf(code: string): HttpError {
  return new HttpError((isErrorCode(code) ? statuses[code] : undefined) ?? 422, errorText(code));
}

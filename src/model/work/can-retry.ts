import { isErrorCode, type ErrorCode } from '../../../sync/protocol/error-codes.ts';

/** For each refusal: whether the same change may succeed later, only in other words, or never. */
const hopes: Readonly<Record<ErrorCode, 'same' | 'other-words' | 'never'>> = {
  conflicting_session: 'same',
  time_blocked: 'same',
  time_signed: 'never',
  session_not_begun: 'same',
  session_begun: 'never',
  not_signable: 'same',
  // The change names the versions that were on screen: a signature is given anew, from the note.
  content_changed: 'never',
  two_versions: 'never',
  // A signed note is never unsigned.
  note_not_signed: 'same',
  note_signed: 'never',
  session_cancelled: 'same',
  not_found: 'same',
  not_allowed: 'same',
  already_exists: 'never',
  last_treating: 'same',
  invalid_arguments: 'other-words',
  unknown_mutation: 'same',
  depends_on_refused: 'same',
  unreadable: 'never',
  failed: 'same',
  depends_on_parked: 'same',
  too_long: 'other-words',
  sent_differently: 'never',
  access_ended: 'same',
  reported_lost: 'same',
  not_approved: 'same',
  // What is signed, given by somebody else or a client's own stays so.
  session_signed: 'never',
  given_access: 'same',
  client_access: 'never',
  has_account: 'same',
  too_young: 'same',
  too_many_invites: 'same',
  // Another invite, made where its person stands, says what this one lacks.
  no_birth_date: 'never',
  no_email: 'never',
  invite_over: 'never',
  is_sample: 'never',
  chart_archived: 'same',
  // It names what was on screen; whoever looks again says it anew.
  changed_meanwhile: 'other-words',
};

function hopeOf(code: string): 'same' | 'other-words' | 'never' {
  // A newer server's refusal: whoever does not know it does not rule it out.
  return isErrorCode(code) ? hopes[code] : 'same';
}

/** Whether the change as it is can still succeed. */
export function canRetry(code: string): boolean {
  return hopeOf(code) === 'same';
}

/** Whether it can with other words. */
export function canEdit(code: string): boolean {
  return hopeOf(code) !== 'never';
}

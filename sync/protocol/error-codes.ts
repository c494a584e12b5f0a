/**
 * The one catalogue of refusals, shared by wire and screen. Decisions are taken on the code, never on the text.
 * Texts in the spec's words where it has them.
 */
export const errorTexts = {
  conflicting_session: 'Oops...There is a conflicting session!',
  time_blocked: 'This time is blocked in the calendar.',
  time_signed: 'The note of this session is signed, so its time stays as it is.',
  session_not_begun: 'This session has not begun yet.',
  session_begun: 'This session has begun, so it is not cancelled here any more. Please write to your clinician.',
  not_signable: "You can't sign and submit now!",
  content_changed: 'This note changed since you opened it. Read the newest text, then sign.',
  two_versions: 'Choose between the two versions first, then sign.',
  note_signed: 'This note is signed. Signed notes are not changed; add an addendum instead.',
  note_not_signed: 'This note is not signed yet. Please write into the note itself.',
  session_cancelled: 'This session was cancelled.',
  not_found: 'This does not exist, or you have no access to it.',
  not_allowed: 'This does not exist, or you have no access to it.',
  already_exists: 'This exists already.',
  session_signed: 'The note of this session is signed, so the session is not cancelled any more.',
  last_treating: 'A chart needs at least one treating clinician.',
  given_access: 'Only the clinician whose client this is can change this access.',
  client_access: 'The access of a client or guardian is not ended here.',
  has_account: 'This person has an account already.',
  too_young: 'Below 18 nobody can have an account of their own yet.',
  no_birth_date: 'A code on paper asks for the birth date, and this chart has none. Invite by email instead.',
  no_email: 'An invite by email needs an email address.',
  too_many_invites: 'Three invites a day can be mailed to one person. Please try again tomorrow.',
  not_approved: 'Your registration is still being looked at. This becomes possible once it is approved.',
  invite_over: 'This invite has been used, withdrawn or undone meanwhile.',
  invalid_arguments: 'Please fill out all of the required fields correctly',
  unknown_mutation: 'This version of the app cannot do that yet.',
  depends_on_refused: 'This followed a change that was refused.',
  unreadable: 'This change could not be read any more, here or on the server. Please check the record it belongs to.',
  failed: 'The server could not carry this out. It is kept there and here, and support has been told.',
  depends_on_parked: 'This followed a change that the server holds.',
  too_long: 'This text is too long to be kept in one piece. Please shorten it.',
  sent_differently:
    'An earlier version of this change had arrived before. This one was not added; please compare it with the record.',
  is_sample: 'This is a sample client, made to look around with. Please make the chart of a real client for this.',
  chart_archived: 'This client is archived. Please restore the client first.',
  changed_meanwhile: 'This was changed elsewhere meanwhile. Please look at what is there now, then save again.',
  reported_lost: 'This was written on a device that was reported lost, and was dropped from another device.',
  access_ended: 'Your access to this chart ended before this change arrived.',
} as const;

export type ErrorCode = keyof typeof errorTexts;

/** Whether this build knows the code; a newer server may send others. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTexts, code);
}

/** The text for a person; an unknown code of a newer server gets the spec's generic sentence. */
export function errorText(code: string): string {
  return isErrorCode(code)
    ? errorTexts[code]
    : 'Ooops! Something went wrong. We are working on it, please try again later, or contact us for help.';
}

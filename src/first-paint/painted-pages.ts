/**
 * Pages that come as HTML: what somebody without an account opens first. Each looks the same to everybody who is not signed in. What a
 * mailed link leads to looks as its token says, which no server sees: such a link says `?link` before it, and what says anything there
 * comes empty (`paintedAlone` in `server/static-files.ts`).
 */
export const paintedPages = [
  '/',
  '/login',
  '/get-started',
  '/professional-register',
  '/member-register',
  '/terms-of-use',
  '/privacy-policy',
  '/AUP',
  '/clinician-ai-privacy-policy',
  '/waiver-of-liability',
  '/independent-contractor-agreement',
  '/help-now',
] as const;

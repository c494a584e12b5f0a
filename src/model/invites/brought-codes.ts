/** What an address brings of an invite; empty: it brings none. */
export interface BroughtCodes {
  /** [C-370] Of a chart: the token of a mailed link, or a code from paper. */
  readonly chart: string;
  /** The birth date that was given with a code from paper. */
  readonly dob: string;
  /** [C-369] Of a channel. */
  readonly channel: string;
  /** [C-368] Of a registration that somebody has begun for the reader. */
  readonly completeSignup: string;
}

export const noCodes: BroughtCodes = { chart: '', dob: '', channel: '', completeSignup: '' };

const pages = new Set(['/member-register', '/join']);
const names = {
  chart: 'patient_chart_invite_code',
  channel: 'invite_code',
  completeSignup: 'complete_signup_token',
} as const;

/** The codes that an address brings, and the address without them; null where it brings none. */
export function codesIn(address: string): { readonly codes: BroughtCodes; readonly rest: string } | null {
  const url = new URL(address);
  if (!pages.has(url.pathname.replace(/\/$/, ''))) return null;
  const hidden = new URLSearchParams(url.hash.slice(1));
  const of = (name: string): string => (hidden.get(name) ?? url.searchParams.get(name) ?? '').slice(0, 100);
  // A mailed link carries its token and nothing beside: no word in it tells what it is about.
  const bare = /^#[A-Za-z0-9_-]{43}$/.test(url.hash) ? url.hash.slice(1) : '';
  const codes: BroughtCodes = {
    chart: bare === '' ? of(names.chart) : bare,
    dob: '',
    channel: of(names.channel),
    completeSignup: of(names.completeSignup),
  };
  const isNamed = Object.values(names).some((name) => hidden.has(name) || url.searchParams.has(name));
  if (bare === '' && !isNamed) return null;
  for (const name of [...Object.values(names), 'link']) url.searchParams.delete(name);
  return { codes, rest: `${url.pathname}${url.search}` };
}
